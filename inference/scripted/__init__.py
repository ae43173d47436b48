"""An engine that writes fixed tokens at a fixed cadence, with faults on request: for tests and benchmarks."""

__all__ = ["engine", "tokenizer"]
