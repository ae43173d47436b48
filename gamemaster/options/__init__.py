"""What the settings of the rooms are made of: their base and their bounds, and secrets that are kept in files.

Everybody may import this room, and it imports only `errors`. The settings themselves stand in the rooms that they set.
"""

__all__ = ["fields", "secret_file"]
