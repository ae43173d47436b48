"""What the player asks about the game: what they carry and know, how they are, what they could do. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from gamemaster.language.names.normalization import content_of
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.language.wording.stock_lines import clock_in_words, join_names, name_of, phrases_with
from gamemaster.narration.understudy.answers.story_so_far.recap import summary
from gamemaster.rules.conditions import minute_of_day, wordings
from gamemaster.rules.reach import exits
from gamemaster.rules.state import HURT, StoryState
from gamemaster.rules.threads import open_threads
from worlds.schema import Level, Need, World


def report(world: World, state: StoryState, verb: str, suggestions: tuple[str, ...]) -> str:
    """The answer to `inventory`, `journal`, `status` or `hint`; never empty."""
    if verb == "inventory":
        names = [*(name_of(world, item) for item in state.carried_items()), *_kept_about_one(state)]
        return phrases_with(world, "carrying" if names else "carrying_nothing", choices=join_names(names))[0]
    if verb == "journal":
        known = sorted(state.facts, key=lambda fact: (state.facts[fact], fact))
        facts = [world.facts[fact].text.strip() for fact in known]
        if facts:
            return "\n".join(facts)
        return summary(world, state)
    if verb == "hint":
        ways = join_names([name_of(world, way.to) for way in exits(world, state)], "or")
        parts = [
            *_leads(world, state),
            f"Ways on: {ways}." if ways else "",
            f"Try: {'; '.join(suggestions)}." if suggestions else "",
        ]
        return " ".join(part for part in parts if part) or world.goal or condition(world, state)
    return f"{condition(world, state)} It is {clock_in_words(minute_of_day(world, state))}."


def _kept_about_one(state: StoryState) -> list[str]:
    """What nobody keeps count of and the player put about them: "a spoon up your sleeve"."""
    parted = [one.text.partition(", ") for one in state.details.values() if one.bound == "player" and one.on is None]
    return [f"{thing} {how}" for thing, _, how in parted if how.split(" ")[0] in PREPOSITIONS and "your" in how.split()]


def _leads(world: World, state: StoryState) -> list[str]:
    """The open question that leads, and the next step about it."""
    return [
        f"{one.text.strip().replace('*', '')} You could {one.next_input[:1].lower()}{one.next_input[1:]}."
        for one in open_threads(world, state)
        if one.next_input
    ][:1]


def level_of(world: World, state: StoryState, words: Iterable[str]) -> str:
    """How it stands with a need that the words name; empty where they name none."""
    said = content_of(" ".join(words))
    for name, need in world.needs.items():
        if said & content_of(f"{name} {need.name}"):
            return f"{need.name} {state.need(name)} of {need.maximum}: {_word_for(need, state)}."
    return ""


# What things for a purpose are tagged or called: of a few purposes that players have in mind.
_FOR = (
    ("sharp pointy pointed cut cuts cutting stab blade", "blade knife axe sword dagger scissors needle"),
    ("weapon weapons fight fighting defend armed arms kill", "weapon gun blade knife axe sword spear"),
    ("burn fire light burning kindle", "flame fire light lighter lantern torch lamp tinderbox match matches"),
    ("tie rope bind climb cord string", "rope cord line wire twine"),
    ("eat food eatable edible hungry", "food"),
    ("drink thirsty", "drink water tea liquid"),
    ("read written paper", "paper letter book page"),
    ("open unlock", "key pick lever card"),
    ("pry lever prise", "lever tool bar"),
    ("trade sell valuable pay bribe money worth", "silver coin countable tobacco keepsake"),
    ("warm wear", "cloak fur coat blanket quilt"),
)


def carried_for(world: World, state: StoryState, words: list[str]) -> list[str] | None:
    """What the player carries of the kind or for the purpose that the words name; None where they name none."""
    asked = content_of(" ".join(words)) - _NO_KIND
    if not asked:
        return None
    kinds = set(asked)
    for purposes, called in _FOR:
        if asked & content_of(purposes):
            kinds |= content_of(called)
    return [
        item
        for item in state.carried_items()
        if kinds
        & content_of(" ".join((*world.items[item].tags, world.items[item].name, *world.items[item].aliases)))
        or asked & content_of(" ".join(wordings(world.items[item].description, world, state)[:1]))
    ]


_NO_KIND = content_of(
    """what do have got that is are on me with carry carrying holding own anything something any thing things stuff i we
    can could might use used useful for as good to now still here left all bag pack pockets hands inventory brought keep
    my the them these those possess"""
)


def how_hurt(state: StoryState) -> str:
    """When the player was wounded last, and what they were at; empty where they are whole."""
    turn, _, at = state.focus.get(HURT, "").partition("\n")
    if not state.wounds or not turn:
        return ""
    ago = state.turn - int(turn)
    when = "just now" if ago <= 1 else f"{ago} turns ago"
    deed = f", at this: \u201c{at}\u201d" if at else ""
    return f"You were hurt {when}{deed}."


def status_line(world: World, state: StoryState) -> str:
    """Wounds and needs in words, each need under its name: for prompts."""
    needs = [f"{need.name.lower()}: {_word_for(need, state)}" for need in world.needs.values()]
    return f"You are {_wounds(world, state)}" + (f" ({'; '.join(needs)})." if needs else ".")


def condition(world: World, state: StoryState) -> str:
    """Wounds and needs as one would say them: "You are whole, chilled and well fed."."""
    needs = [_word_for(need, state) for need in world.needs.values()]
    return f"You are {join_names([_wounds(world, state), *needs])}."


def pressing(world: World, state: StoryState, need: Need) -> str:
    """What the writer tells of a need at the level it has reached; empty below the first."""
    level = _level(need, state)
    texts = wordings(level.text, world, state) if level is not None else ()
    return texts[state.turn % len(texts)].strip().replace("*", "") if texts else ""


def _wounds(world: World, state: StoryState) -> str:
    # Quarters, as the panel counts them: the first word is only for a player whom nothing ails.
    quarter = min(3, max(1, state.wounds * 4 // world.player.health)) if state.wounds else 0
    return world.player.wounds[quarter]


def _level(need: Need, state: StoryState) -> Level | None:
    reached = [level for level in need.levels if state.need(need.id) >= level.reach]
    return max(reached, key=lambda level: level.reach, default=None)


def _word_for(need: Need, state: StoryState) -> str:
    level = _level(need, state)
    return level.word if level is not None else need.word
