"""How many examples a property is tried with: so many times those of the profile, which `make quick` has less of."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def examples(times: float) -> settings:
    """For a test as a whole: a fixture may be shared by its examples."""
    most = settings.default
    return settings(
        max_examples=max(1, round(times * (most.max_examples if most is not None else 100))),
        suppress_health_check=list(HealthCheck),
    )
