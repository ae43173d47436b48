"""Benchmarks: each runs by itself, has --quick, and ends with a line `RESULT ` and one JSON object."""
