"""The Game Master's answers out of what the player heard and learned: who said what, what is known of it. Pure."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import resolve, scope_of
from gamemaster.language.tables.function_words import PREPOSITIONS
from gamemaster.language.wording.stock_lines import name_of
from gamemaster.narration.understudy.answers import (
    orientation,
)
from gamemaster.narration.understudy.answers.inquiry import VAGUE_WORDS, Asked, first_sentences, person_meant
from gamemaster.narration.understudy.answers.status_answers import (
    condition,
    how_hurt,
)
from gamemaster.narration.understudy.answers.story_so_far.deeds_done import is_it_done
from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    line_text,
    roots_of,
    state_told,
)
from gamemaster.narration.understudy.answers.story_so_far.own_knowledge import own_knowledge
from gamemaster.narration.understudy.answers.story_so_far.recap import (
    last_said,
    matter_called,
    not_told,
    recap,
    summary,
)
from gamemaster.narration.understudy.answers.story_so_far.tellings import best_of, in_quotes, tellings
from gamemaster.rules.conditions import wordings
from gamemaster.rules.lore import common_lore, is_touched
from gamemaster.rules.relationships import promise_in_words
from worlds.schema import PLAYER

# Words of a question about what somebody does, which only what was heard of them answers.
_OF_DOINGS = frozenset("up doing planning hiding after plotting thinking scheming".split())

_OF_KNOWING = frozenset(
    "know learn learned learnt found discovered heard happened happens figured story known met".split()
)

_HAPPENED_TO_ME = re.compile(
    r"\bhappen(?:ed|s) to me\b|\b(?:hurt|wounded|injured|hit|cut) me\b|\bam i (?:hurt|bleeding)\b"
)

_OF_SPEECH = re.compile(r"\b(?:say|said|tell|told)(?: (?:me|us|to me))?\b")

# Of a question about what anybody said: words that name nobody.
_SPEAKERS = frozenset(
    """what did has have do does was were is he she they it i me us we you just again tell told say said mean meant want
    promise promised the last thing that so remind of about people everyone everybody somebody anybody them
    to""".split()
)


def health_answer(asked: Asked) -> str:
    return f"{how_hurt(asked.state)} {condition(asked.world, asked.state)}".strip()


def last_words_answer(asked: Asked) -> str:
    """What somebody said last, in their words; of those who were met."""
    world, state = asked.world, asked.state
    if any(word.startswith("promise") for word in asked.words):
        given = [promise_in_words(world, one) for one in state.promises.values() if one.status == "open"]
        return " ".join(given[:2]) or "You have promised nothing that still stands."
    teller = asked.asked_words[:1] == ["who"]  # "who told me about the cellar?"
    who = None if teller else asked.thing if asked.thing in world.characters else person_meant(asked)
    if who is None and not {"he", "she"}.isdisjoint(asked.asked_words):
        who = next(iter(orientation.in_sight(world, state, asked.asked_words)), None)
    if who is None and "it" in asked.asked_words[:3]:  # what has a voice and is nobody: "what did it say is wrong?"
        latest_line = max(state.lines, key=lambda key: state.lines[key], default="").partition(".")[0]
        who = latest_line if latest_line in world.characters else None
    if (told := _told_of(asked, who)) is not None:
        return told
    if (told := _words_on(asked, who)) is not None:
        return told
    if who is None and not _SPEAKERS.issuperset(asked.asked_words):
        return knowledge_answer(asked)  # "what did the depot tell me?": of nobody whom the player has heard
    lines = [(turn, key) for key, turn in state.lines.items() if who is None or key.startswith(f"{who}.")]
    if not lines and who is not None and (spoken := last_said(world, state, who)):
        return " ".join(spoken)
    heard = [one for one in tellings(world, state) if one.speaker == who] if not lines and who else []
    if heard:
        return in_quotes(world, heard[0])
    if not lines:
        name = world.characters[who].name if who in world.characters else ""
        return (
            f"{name} has told you nothing that would help." if name else "Nobody has told you anything yet."
        )
    latest = max(turn for turn, _ in lines)
    speaker, text = "", ""
    for turn, key in lines:
        if turn == latest and (found := line_text(world, key)):
            speaker, text = found
    return (
        f"{speaker} said: \u201c{first_sentences(text, 2)}\u201d" if text else "You do not recall the words."
    )


def _words_on(asked: Asked, who: str | None) -> str | None:
    """What somebody said of the rest of the question: "what did the boy tell me the pebbles were for"; else None."""
    if who is None or not _OF_SPEECH.search(" ".join(asked.asked_words)):
        return None
    rest = _OF_SPEECH.split(" ".join(asked.asked_words), maxsplit=1)[-1]
    if not content_of(rest) - VAGUE_WORDS - content_of("exactly precisely literally first last just"):
        return None
    spoken = [one for one in tellings(asked.world, asked.state) if one.speaker == who]
    found = best_of(asked.world, spoken, rest)
    if found is None and rest.split()[0] in PREPOSITIONS:
        return None  # "what did Bishr say at the gate?": where it was said tells nothing of what
    return in_quotes(asked.world, found) if found is not None else not_told(asked.world.characters[who].name)


def _told_of(asked: Asked, who: str | None) -> str | None:
    """What somebody, or anybody, said of the matter that the question ends in; None where it ends in none."""
    words = list(asked.asked_words)
    if "about" not in words[1:-1]:
        return None
    about = " ".join(words[words.index("about") + 1 :])
    if not content_of(about) - VAGUE_WORDS:
        return None
    world, state = asked.world, asked.state
    thing = asked.thing if asked.thing != who else None
    if told := recap(world, state, matter_called(world, about, thing), who):
        return " ".join(told)
    return not_told(world.characters[who].name) if who is not None else not_told()


def knowledge_answer(asked: Asked) -> str:
    """What the player knows of a matter, or sees; else who might tell."""
    question = asked.question or asked.about
    if (named := _name_known(asked)) or (named := _told_me(asked)):
        return named
    if asked.state.wounds and _HAPPENED_TO_ME.search(" ".join(asked.asked_words)):
        return health_answer(asked)
    if own := own_knowledge(asked.world, asked.state, words_of(plain(question)), asked.thing):
        return own
    if asked.thing is None and not content_of(question) - VAGUE_WORDS:
        if _OF_KNOWING.isdisjoint(words_of(plain(question))):
            return ""
        return summary(asked.world, asked.state)
    if asked.thing is not None and (now := state_told(asked.world, asked.state, asked.thing, question)):
        return now
    if done := is_it_done(asked.world, asked.state, question):
        return done
    found = answer_from_evidence(asked.world, asked.state, question, roots_of(asked.world, asked.thing))
    if found and speaks_of_the_end(asked.asked_words, found) and tells_the_size(asked.asked_words, found):
        return found
    if asked.thing in asked.world.characters and not _OF_DOINGS.isdisjoint(asked.asked_words):
        return _doings(asked)
    if asked.thing in asked.world.items and asked.state.items[asked.thing] == PLAYER:
        told = wordings(asked.world.items[asked.thing].description, asked.world, asked.state)
        return f"{first_sentences(told[0], _IN_HAND)} More than that it does not show." if told else ""
    if (
        not content_of(question) - VAGUE_WORDS - roots_of(asked.world, asked.thing)
    ):  # "what do I know of Orm?"
        return " ".join(facts_about(asked)[:2]) or _told_by(asked)
    if _WHAT_IS_KNOWN.match(" ".join(asked.asked_words)) and not _UP_TO_NOW.isdisjoint(asked.asked_words):
        return summary(asked.world, asked.state)  # "what do I know so far about the theft?"
    return ""


_WHAT_IS_KNOWN = re.compile(
    r"what (?:do|have|did) (?:i|we) (?:\w+ )?(?:know|learnt?|learned|heard|found out|gathered?|discovered)\b"
)
_UP_TO_NOW = frozenset({"far", "already", "now", "yet", "altogether"})  # "so far", "by now"
# "How tall is the bridge?" is not answered by how many houses stand on it.
_SIZES = frozenset("tall high deep wide broad long big large heavy thick steep old far".split())
_MEASURE = re.compile(
    r"\b(?:foot|feet|inch(?:es)?|yards?|miles?|leagues?|fathoms?|ells?|paces?|steps?|spans?|met(?:re|er)s?|kilomet\w+"
    r"|stone|pounds?|tons?|tonnes?|years?|days?|hours?|minutes?|centur\w+|stor(?:ey|ie)s?|tall|high|deep|wide|broad|long"
    r"|heavy|thick|steep|old)\b"
)


def tells_the_size(words: list[str], told: str) -> bool:
    """Whether what was told measures something, where the question is how tall or how old it is."""
    return words[:1] != ["how"] or _SIZES.isdisjoint(words[1:2]) or _MEASURE.search(told) is not None


def speaks_of_the_end(words: list[str], told: str) -> bool:
    """Whether what was told speaks of what a length of time is asked until: "how many days until the new moon?"."""
    at = next((n for n, word in enumerate(words) if word in ("until", "till", "til")), 0)
    return words[:1] != ["how"] or not at or bool(content_of(" ".join(words[at + 1 :])) & content_of(told))


_IN_HAND = 3  # sentences of what is told of a thing in the player's hands
_NAME_ASKED = re.compile(
    r"(?:do|would|did) (?:i|we) (?:even |already |actually |ever )?(?:know|learn|hear|catch|get) "
    r"(?P<who>.+) names?(?: yet)?"
)
_TOLD_ME = re.compile(
    r"(?:has|did|have) (?P<who>.+?) (?:ever |already )?(?:told|tell|said|say)(?: (?:me|us))?(?: (?:it|so|yet|that))*"
)
_GENDERED = {
    **dict.fromkeys("he him his man boy lad fellow guy bloke".split(), "he"),
    **dict.fromkeys("she her woman girl lady lass".split(), "she"),
}


def _name_known(asked: Asked) -> str:
    """Whether the player knows what somebody is called; empty where that is not asked."""
    found = _NAME_ASKED.fullmatch(" ".join(asked.asked_words))
    who = _person_named(asked, found["who"]) if found is not None else None
    return f"{asked.world.characters[who].name}{_from_whom(asked, who)}" if who is not None else ""


def _person_named(asked: Asked, words: str) -> str | None:
    """Whoever words mean, be it with an s for whose: "this boys"."""
    scope, said = scope_of(asked.world, asked.state), words.split()
    for tried in (said, [*said[:-1], said[-1].removesuffix("s")]):
        gender = next((_GENDERED[word] for word in reversed(tried) if word in _GENDERED), None)
        people = [one for one in asked.state.present() if asked.world.characters[one].pronoun == gender]
        if len(people) == 1:
            return people[0]
        at = resolve(scope, tried, frozenset({"person"}), frozenset({"person"}))
        if at is not None and at.thing in asked.state.present():
            return at.thing
    return None


def _from_whom(asked: Asked, who: str) -> str:
    """Whether somebody has told the player their name themselves."""
    name = asked.world.characters[who].name.casefold()
    own = (line_text(asked.world, key) for key in asked.state.lines if key.startswith(f"{who}."))
    if any(one is not None and name in one[1].casefold() for one in own):
        return ", as you were told."
    has = {"he": "He has", "she": "She has"}.get(asked.world.characters[who].pronoun, "They have")
    return f". {has} not told you so in person."


def _told_me(asked: Asked) -> str:
    """Whether somebody has told the player what was asked about just before; empty where that is not asked."""
    found = _TOLD_ME.fullmatch(" ".join(asked.asked_words))
    who = _person_named(asked, found["who"]) if found is not None else None
    spoken = any(key.startswith(f"{who}.") for key in asked.state.lines)
    return "" if who is None or spoken else f"{asked.world.characters[who].name} has told you nothing so far."


def _doings(asked: Asked) -> str:
    """What the player heard of somebody, and where they last saw them: nobody knows what else they are about."""
    world, state, who = asked.world, asked.state, asked.thing
    if who is None:
        return ""
    seen = state.seen_at.get(who)
    last = (
        f"You saw {world.characters[who].name} last at {name_of(world, seen)}."
        if seen not in (None, state.place)
        else ""
    )
    told = recap(world, state, matter_called(world, world.characters[who].name, who))
    return " ".join(part for part in (last, *told[:2]) if part)


def _told_by(asked: Asked) -> str:
    """What somebody themselves said last, of whom nothing is known for certain."""
    told = [key for key in asked.state.lines if key.startswith(f"{asked.thing}.")]
    found = line_text(asked.world, max(told, key=lambda key: asked.state.lines[key])) if told else None
    if found is None:
        return ""
    return f"Nothing for certain. {found[0]} said: \u201c{first_sentences(found[1], 1)}\u201d"


def facts_about(asked: Asked) -> list[str]:
    """Facts that the player knows which speak of the matter, and what everybody knows."""
    world, state = asked.world, asked.state
    wanted = content_of(names_in(asked)) - VAGUE_WORDS
    known = sorted(state.facts, key=lambda fact: (-state.facts[fact], fact))
    facts = [world.facts[fact].text.strip() for fact in known if wanted & content_of(world.facts[fact].text)]
    common = [
        lore.text.strip()
        for lore in common_lore(world, state)
        if is_touched(lore, lambda key: bool(content_of(key) & wanted))
    ]
    return [*facts, *common]


def names_in(asked: Asked) -> str:
    if asked.thing in asked.world.characters:
        return asked.world.characters[asked.thing].name
    return name_of(asked.world, asked.thing) if asked.thing is not None else asked.about
