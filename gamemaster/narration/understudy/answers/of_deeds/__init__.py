"""What would come of a deed that is only asked about: whether it can be done, what it hangs on, whether it is safe."""

__all__ = ["dangers_seen", "deeds_asked", "prospects", "risks", "time_for_it", "trials"]
