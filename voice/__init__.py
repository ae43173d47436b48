"""Speech: sentences out of streamed text, their synthesis through Triton, and its cache. Knows nothing of stories."""
