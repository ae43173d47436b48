"""Hardware profiles: engine settings for each GPU family as data, every figure with its reason and source."""

from inference.profiles.loader import Profile, ProfileError, load_profile, profile_for_gpu, profile_names
from inference.profiles.schema import EngineSettings, Expectations, Gpu

__all__ = [
    "EngineSettings",
    "Expectations",
    "Gpu",
    "Profile",
    "ProfileError",
    "load_profile",
    "profile_for_gpu",
    "profile_names",
]
