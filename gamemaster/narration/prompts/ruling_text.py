"""The referee's ruling in words: what must be told, told apart from what may be. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.prompts.markup import markup_of
from gamemaster.narration.prompts.state_text import one_line
from gamemaster.narration.understudy.prose import UNTOLD, Teller
from gamemaster.rules.proposal import CheckMade, Happening, Ruling
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, World

AUTHOR = "The author's words, where they fit:"
TELL = "STEP 2: tell it."
TELL_BRIEFLY = "STEP 2: tell it in one short paragraph."
# No model is asked to tell such a turn: the next ones are to see that nothing was missing in it.
TELL_NOTHING = "STEP 2: nothing is left to tell."
OF_THE_GAME = "rules"  # a question of this kind (`Inform.kind`) is about the game, not the story
ANSWERED = "(nothing: the game itself has answered)"
# Where nothing else says what came of a turn.
ALL_WRITTEN = "What comes of it, as below."
# For prompts so long that the rules are far away.
REMINDER = "What must be told, nothing against it; no words, thoughts or decisions for the player, no secrets, no dice."
# Where no author's words stand below, it is not said.
_BELOW = re.compile(r"(?:, as|[;:] (?:a|the) line(?: for it is)?) below(?: would do|, if it answers that)?")
RESULTS = {
    "critical": "a great success", "success": "a success", "partial": "a success at a cost", "failure": "a failure",
    "fumble": "a bad failure",
}  # fmt: skip
# What is left to the characters' own words. The author's stock lines for it are no answer.
OPEN = frozenset({"unknown_topic", "said_again", "greeted_again"})
# What comes about in the author's passage below, and where nothing else here says so.
_WRITTEN = {
    "rule": "The player's deed ({what}) comes off, as below",
    "rule_partial": "The player's deed ({what}) comes off at a cost, as below",
    "rule_failed": "The player's deed ({what}) fails, as below",
    "beat": "Meanwhile something happens, as below",
    "reaction": "@{who} does not let that pass, as below",
    "noticed": "The player looks closely at {what}, as below",
    "ending": "The story comes to its end, as below",
    "threat_near": "{who} is near, as below",
    "threat_arrived": "{who} comes, as below",
    "recollected": "@{who} says what they remember, as below",
    "answered": "@{who} answers; the line below would do",
    "said": "@{who} was asked about {what}: the line below, if it answers that",
}  # fmt: skip
_RULES = frozenset({"rule", "rule_partial", "rule_failed"})
# What its writer wrote to this very question.
_FORESEEN = "@{who} answers what was asked, as below"
# What is said by itself, as people meet and part: nobody asked for it.
_UNASKED = {
    "greeting": "@{who} greets the player: a line for it is below",
    "farewell": "@{who} has a parting word: a line for it is below",
}
_PLAIN = {
    "entered": "The player comes to {place}",
    "arrived": "@{who} comes to where the player is",
    "departed": "@{who} goes away",
    "died": "@{who} is dead",
    "threat_left": "{who} is gone from here",
    "unhidden": "The player is seen again",
    "attempted": "The player's attempt ({what}) is {result}, as below and no further",
    "tried": "It comes to nothing, as below",
    "dismissed": "@{who} stays behind",
    "parted": "The player takes leave of @{who}",
    "unwilling": "@{who} is not willing to speak of that",
    "unknown_topic": "@{who} was asked about something for which nothing is written: they answer, in their own words",
    "said_again": "@{who} was asked once more what they have answered: they say so, or say it shorter",
    "greeted_again": "@{who} is greeted once more",
    "aside": "The game itself answers other words of the player's: leave them out",
    "unclear": "The player's words cannot be followed, and nothing comes of them: say so in a sentence, as below",
}  # fmt: skip


def ruling_text(
    world: World,
    before: StoryState,
    ruling: Ruling,
    after: StoryState,
    *,
    brief: bool = False,
    long: bool = False,
    began: str = "",
) -> str:
    """What the referee decided, and the author's words for it.

    `brief`: there is no time for a long telling. `long`: the prompt is, and the rules stand far above. `began` was told
    before: the telling goes on from it.
    """
    words = authors_words(world, before, ruling, after)
    judged = list(_judgement(ruling))
    if ruling.minutes > 1:  # a deed's own minute says nothing
        judged.append(f"Minutes that pass: {ruling.minutes}.")
    must = list(_musts(world, ruling)) or [ALL_WRITTEN if words else "(nothing more)"]
    if not words:
        must = [_BELOW.sub("", line) for line in must]
    if ruling.ended in world.endings:
        must.append(f"The story ends here: {world.endings[ruling.ended].title}.")
    how = TELL_BRIEFLY if brief else TELL
    if is_answered(ruling):
        words, must, how = "", [ANSWERED], TELL_NOTHING
    elif long:
        how = f"{how} {REMINDER}"
    if began:
        must.append(f"Told already, go on from it: “{began}”")
    lines = "\n".join(["THE RULING", *judged, "Must be told:", *must])
    return f"{lines}\n{AUTHOR}\n{words or '(none)'}\n{how}"


def is_answered(ruling: Ruling) -> bool:
    """Whether the game itself has said all that came of the player's words: what it asked back, or what it is. A model
    that is to say nothing of what it is has nothing to tell of that."""
    return bool(ruling.happenings) and all(
        one.kind == "aside" or (one.kind == "informed" and one.detail.get("kind_of") == OF_THE_GAME)
        for one in ruling.happenings
    )


def authors_words(world: World, before: StoryState, ruling: Ruling, after: StoryState) -> str:
    """The understudy's telling, without what it says where characters are free to answer for themselves."""
    closed = tuple(one for one in ruling.happenings if one.kind not in OPEN)
    if ruling.happenings and not closed:
        return ""
    spans = Teller(world, before, after).tell(ruling.model_copy(update={"happenings": closed}))
    return markup_of([(span.speaker, one_line(span.text)) for span in spans if span.kind != "aside"])


def _judgement(ruling: Ruling) -> Iterator[str]:
    """What a teller must know, and tells in other words or not at all."""
    for check in ruling.checks:
        yield f"Check: {check_text(check)}."
    for rejection in ruling.rejections:
        if rejection.operation.op not in UNTOLD:
            yield f"Refused: {rejection.operation.op}: {one_line(rejection.reason)}"


def _musts(world: World, ruling: Ruling) -> Iterator[str]:
    seen = {f"{name_of(world, one.who or '')} is dead" for one in ruling.happenings if one.kind == "died"}
    for happening in ruling.happenings:
        line = _line(world, happening)
        if line and line not in seen:
            seen.add(line)
            yield f"{line}."
    for changed in ruling.changed:
        if changed.rstrip(".") not in seen:
            yield f"Changed: {one_line(changed)}"


def check_text(check: CheckMade) -> str:
    """A check that a reader can follow: the die, the skill, their sum, the difficulty, and what that comes to."""
    return (
        f"{check.skill}: {check.d20} {'+' if check.bonus >= 0 else '-'} {abs(check.bonus)} = {check.total} against "
        f"{check.difficulty}, {RESULTS[check.result]}"
    )


def _line(world: World, happening: Happening) -> str:
    if happening.detail.get("told") == "no" and happening.kind not in _PLAIN:
        return ""
    pattern = _PLAIN.get(happening.kind)
    if pattern is None and happening.wordings:
        pattern = _WRITTEN.get(happening.kind)
    if pattern is None:
        return ""
    who = happening.who or ""
    if happening.kind.startswith("threat"):
        who = name_of(world, who)
    what = happening.what or ""
    if happening.kind == "said":
        what = what.partition(".")[2].removesuffix(".else")
        person = world.characters.get(who)
        written = person is not None and what in person.answers
        pattern = _FORESEEN if written else _UNASKED.get(what, pattern)
        if person is not None and what in person.topics:
            what = person.topics[what].names[0]
    elif happening.kind == "noticed":
        what = _name_to_tell(world, what or who)
    elif happening.kind in _RULES:  # an id of two parts names its thing, which is said beside it
        what = what.rpartition(".")[2].replace("_", " ")
    if target := happening.detail.get("target"):
        what = f"{what}, on {_name_to_tell(world, target)}"
    result = RESULTS.get(happening.detail.get("result", ""), "what it is")
    return pattern.format(who=who or PLAYER, what=what, place=name_of(world, happening.place), result=result)


def _name_to_tell(world: World, thing: str) -> str:
    """What a teller may call a thing: of its id they are to say nothing."""
    return "themselves" if thing == PLAYER else name_of(world, thing)
