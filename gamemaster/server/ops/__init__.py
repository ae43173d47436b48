"""The operator's page and its REST interface, behind a token.

`door` lets the operator in, `beacon` is how each worker tells the others what it does, `service_routes` shows the
service and switches maintenance, `player_routes` is about players and their reports, `page` has the files.
"""

__all__ = ["beacon", "page", "player_routes", "service_routes"]
