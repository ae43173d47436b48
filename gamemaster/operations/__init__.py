"""What an operator does with the service beside running it: backups, and the files that it is deployed with.

`backup` and `restore` keep everything that cannot be made anew in one file, and `prepare` fetches what can be.
`deployment` writes files for containers, systemd and proxies, from `templates/`. Only the commands import this room.
"""

__all__ = ["backup", "deployment", "prepare", "restore"]
