"""Questions after a reckoning: how long until something, how long before a want gets dangerous. Pure."""

from __future__ import annotations

from gamemaster.language.english import Forms

_FORMS = Forms(__name__)


def reckoning_asked(text: str) -> str | None:
    """The kind of question by which it is asked how much time there is: until an hour, an event, or until the cold
    tells; None where it is not asked."""
    if _FORMS["asked"].fullmatch(text) is None:
        return None
    return "time" if _FORMS["of_the_day"].search(text) is not None else "reckoning"


def of_wear(text: str) -> bool:
    """Whether it is asked how long somebody lasts, and not when something is due: "how long can I stand this?"."""
    return _FORMS["wear"].search(text) is not None
