"""Metrics: the one list of them as data, what counts and measures by it, what Prometheus is told, and what follows.

`catalogue` is the list; dashboards, alert rules and advice are made from it. `meters` counts by it, in one process or
in several (`slots`), `exposition` tells Prometheus. Story events are observed in `gamemaster.play.story_metrics`, the
counters of other rooms are read by `sampling`, and engines and synthesizers are wrapped. Nothing here decides anything
about a story, and no label is a player's word or an id.
"""

__all__ = [
    "advice",
    "alert_rules",
    "cache_advice",
    "catalogue",
    "dashboards",
    "engine_meter",
    "exposition",
    "meters",
    "metric",
    "process_table",
    "samples",
    "sampling",
    "settings",
    "slots",
    "turn_counts",
    "voice_meter",
]
