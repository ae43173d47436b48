"""Recordings of the sessions of players who agreed: the file format, the recorder, the folder, and the export.

A story in play writes on a `tape`; `recorder` keeps it in a file, off the event loop. An export is scrubbed of personal
data by rule. Narration, play, replay and the commands may import this room.
"""

__all__ = [
    "erasure",
    "export",
    "folder",
    "format",
    "lines",
    "options",
    "player_archive",
    "player_files",
    "recorder",
    "summary",
    "tape",
]
