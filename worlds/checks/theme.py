"""Whether a world's words can be read on its colours."""

from __future__ import annotations

from collections.abc import Iterator

from worlds.checks.subject import Subject
from worlds.problems import WorldError, fault, warning

MIN_CONTRAST = 4.5  # WCAG 2.2, success criterion 1.4.3 (AA), for text of ordinary size


def check_theme(subject: Subject) -> Iterator[WorldError]:
    theme = subject.world.theme
    written = theme.model_fields_set
    for name in ("background", "surface"):
        ratio = contrast(theme.text, getattr(theme, name))
        if ratio < MIN_CONTRAST:
            message = f"`theme`: the contrast of `text` on `{name}` is {ratio:.1f}"
            place = subject.place("theme", "text" if "text" in written else name, key=True)
            yield fault(place, message, f"readable text needs at least {MIN_CONTRAST}", kind="contrast")
        for colour in ("muted", "accent"):
            ratio = contrast(getattr(theme, colour), getattr(theme, name))
            if ratio < MIN_CONTRAST and {colour, name} & written:
                message = f"`theme`: the contrast of `{colour}` on `{name}` is {ratio:.1f}"
                place = subject.place("theme", colour if colour in written else name, key=True)
                hint = f"words are written in it too; {MIN_CONTRAST} is readable"
                yield warning(place, message, hint, kind="contrast")


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
