"""The one list of metrics, by dashboard. Dashboards, alert rules, counting and the bounds of labels come from it. Pure.

`every` has them all; the service, tests and the commands take it from there.
"""

__all__ = ["every"]
