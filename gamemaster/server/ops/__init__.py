"""The operator's page and its REST interface, behind a token.

`door` lets the operator in, `beacon` is how each worker tells the others what it does, `rest` shows the service and
switches maintenance, `players_rest` is about players and their reports, `page` has the files.
"""

__all__ = ["beacon", "page", "players_rest", "rest"]
