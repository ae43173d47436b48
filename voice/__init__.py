"""Speech: sentences out of streamed text, their synthesis through Triton, and its cache. Knows nothing of stories.

`synthesizer` says what speech is made of, `triton_client` makes it, `cache` keeps it, `codecs` encode it; `triton` is a
Triton server of the service's own. Imports none of our packages.
"""

__all__ = ["cache", "codecs", "sentences", "synthesizer", "triton", "triton_client"]
