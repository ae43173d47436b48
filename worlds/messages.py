"""The situations in which a narrator needs a line of its own, and the placeholders that each line may hold."""

from __future__ import annotations


def _all(placeholders: tuple[str, ...], *situations: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys(situations, frozenset(placeholders))


SITUATIONS: dict[str, frozenset[str]] = {
    **_all(
        (),
        *(
            "not_understood",
            "absurd",
            "hostile",
            "who",
            "no_direction",
            "need_tool",
            "done_already",
            "waited",
            "slept",
        ),
        *(
            "listened",
            "smelled",
            "hidden",
            "not_hidden",
            "unhidden",
            "nobody_here",
            "unseen",
            "thought",
            "let_be",
            "not_following",
            "wounded",
        ),
        *("healed", "failed", "worked", "refused", "ended", "carrying_nothing", "know_nothing"),
    ),
    **_all(
        ("thing",),
        *(
            "no_such_thing",
            "does_not_open",
            "not_here",
            "no_way",
            "blocked",
            "already_have",
            "dont_have",
            "cannot_take",
            "knocked",
            "knocked_within",
            "taken",
        ),
        *("dropped", "too_much", "searched", "searched_nothing", "found", "lying", "plain"),
    ),
    **_all(
        ("who",),
        *(
            "who_not_here",
            "no_answer",
            "unwilling",
            "said_again",
            "greeted_again",
            "heard",
            "dead",
            "body",
            "present",
        ),
        *(
            "arrived",
            "follow_here",
            "dismissed",
            "threat_near",
            "threat_arrived",
            "threat_left",
            "threat_here",
        ),
        *("attack_hit", "attack_miss", "not_following", "gone", "parted", "healed_other", "seen"),
    ),
    **_all(("who", "thing"), "gave", "refused_gift", "held"),
    **_all(("who", "place"), "departed", "last_seen"),
    **_all(("place", "thing"), "came_to", "laid", "lying_there"),
    **_all(("thing", "verb"), "nothing_happens"),
    **_all(("time", "hours"), "waited_until", "slept_until", "roused"),
    **_all(("choices",), "which", "ways", "offer", "carrying", "know"),
}
# In situations that only a later narrator knows, any of these may stand.
PLACEHOLDERS: frozenset[str] = frozenset({"thing", "who", "verb", "place", "choices", "time", "hours"})
# What the wordings of `stances` may hold: on what, whom, with what, where or for what, which way, what it makes.
STANCE_PLACEHOLDERS: frozenset[str] = frozenset({"thing", "who", "tool", "other", "way", "aim"})
