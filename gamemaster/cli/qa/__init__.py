"""The commands of QA: record, promote, verify, answer anew, drive, compare, gate, prove. Joined by `cli.main`."""

__all__ = [
    "drive",
    "prove",
    "record",
    "replay",
    "run_files",
]
