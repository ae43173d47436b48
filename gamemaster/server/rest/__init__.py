"""The REST interface: its routes, what they depend on, and the page that describes them.

`dependencies` is who asks and what of; each `…_routes` module has a router, which `server.app` puts together; errors
are `problems`. `story_export` and `story_epub` write a story as something to read. Only `server` imports this room.
"""

__all__ = [
    "api_description",
    "dependencies",
    "designer_routes",
    "docs_page",
    "health_routes",
    "metrics_routes",
    "player_routes",
    "problems",
    "skeins",
    "story_routes",
    "workshop_routes",
    "world_routes",
]
