"""What the start-up canaries ask, written by the same chat format as the prompts of the play."""

import json
from dataclasses import dataclass

from inference.chat_template import ChatFormat
from inference.engine import Engine
from inference.profiles.schema import Expectations

SYSTEM = "You are a careful narrator. You answer in plain English."
GOLDEN_QUESTION = "What is two plus three? Answer with one word."
GOLDEN_WORDS = ("five", "5")
PROSE_QUESTION = "Tell in plain words how a lamp is lit, step by step, as to a child."
ENDLESS_QUESTION = "Count from one to nine hundred in words, every number, one after the other."
LONG_QUESTION = "What does this log say about the keeper? Answer in two sentences."
NEXT_QUESTION = "And what of the weather? Answer in one sentence."
REASONING_QUESTION = "Three lamps burn, two go out, four are lit. How many burn? Think it through carefully."
# Facts that stand once in the long log, at these depths: what a spoilt cache forgets first.
DEPTHS = (0.1, 0.5, 0.9)
FACTS = (("gate", "cormorant"), ("boat", "marigold"), ("cellar", "obsidian"))
ANSWER_TOKENS = 192
# For a second question after the long one's answer.
NEXT_ROOM = 64
RENDER_TRIES = 12

Ids = tuple[int, ...]


@dataclass(frozen=True)
class Prompts:
    """Token ids. The golden answer holds one of `golden_words` (lower case).

    endless  what takes long to answer
    next     what follows the answer to `long`: its reader's next words
    recall   questions on the log of `long`, each with the word that answers it
    """

    chat: ChatFormat
    golden: Ids
    prose: Ids
    endless: Ids
    long: Ids
    next: Ids
    reasoning: Ids
    recall: tuple[tuple[Ids, str], ...]
    golden_words: tuple[str, ...] = GOLDEN_WORDS


def render(chat: ChatFormat, words: str, *, think: bool = False) -> Ids:
    """A whole prompt, as the play's first one is: a system's words, then a user's."""
    end = chat.user_to_thought if think else chat.user_to_answer
    return (
        *chat.before_system,
        *chat.encode(SYSTEM),
        *chat.system_to_user,
        *chat.encode(words),
        *end,
    )


def long_tokens(engine: Engine, expect: Expectations) -> int:
    """How long the long prompt may be for this engine: what the profile wants, or what there is room for."""
    room = min(engine.info.context_length, engine.info.kv_capacity)
    return min(expect.long_prompt_tokens, room - 2 * ANSWER_TOKENS - NEXT_ROOM - engine.info.draft_tokens - 1)


def standard_prompts(chat: ChatFormat, tokens: int) -> Prompts:
    """Questions in plain English; the long one has at most, and nearly, `tokens` tokens of varied prose."""
    entries = _entries_that_fit(chat, tokens)
    text = log_text(entries)
    return Prompts(
        chat,
        golden=render(chat, GOLDEN_QUESTION),
        prose=render(chat, PROSE_QUESTION),
        endless=render(chat, ENDLESS_QUESTION),
        long=render(chat, text + LONG_QUESTION),
        next=(*chat.assistant_to_user, *chat.encode(NEXT_QUESTION), *chat.user_to_answer),
        reasoning=render(chat, REASONING_QUESTION, think=chat.can_think),
        recall=tuple(
            (render(chat, f"{text}What is the word at the {place}? Answer with that one word."), word)
            for place, word in FACTS
        ),
    )


def log_entry(number: int) -> str:
    """One entry of a keeper's log; no two are alike."""
    winds = ("northerly", "westerly", "backing", "gusting", "failing", "steady", "bitter")
    sights = ("a brig under storm sails", "no ship", "gulls", "ice on the reef", "a light to the south")
    deeds = ("trimmed the wick", "wound the clock", "mended the rope", "read to the boy", "counted the oil")
    return (
        f"Day {number}. Wind {winds[number % 7]}, {number * 37 % 59 + 2} knots by noon. We saw "
        f"{sights[number % 5]}. The keeper {deeds[number * 3 % 5]} and slept {number * 11 % 7 + 2} hours. "
    )


def log_text(entries: int) -> str:
    """So many entries, with each of the facts told once among them."""
    told = {
        int(entries * depth): f"The word at the {place} is {word}. "
        for depth, (place, word) in zip(DEPTHS, FACTS, strict=True)
    }
    return "".join(told.get(number, "") + log_entry(number + 1) for number in range(entries))


def _entries_that_fit(chat: ChatFormat, tokens: int) -> int:
    """Found by trying: how many tokens an entry has is the tokenizer's secret."""
    entries, best = max(len(FACTS), tokens // 50), len(FACTS)
    for _ in range(RENDER_TRIES):
        found = len(render(chat, log_text(entries) + LONG_QUESTION))
        if found > tokens:
            entries = max(len(FACTS), min(entries - 1, entries * tokens // found))
            continue
        best = max(best, entries)
        more = max(1, entries * tokens // found - entries)
        if more * found // entries > tokens - found:
            break
        entries += more
    return best


# ---- what a ruling is like: a grammar, with identifiers of the moment ----


def ruling_schema(names: tuple[str, ...]) -> str:
    """A small grammar as the play's are: identifiers as an enum, and nothing without a bound."""
    return json.dumps(
        {
            "type": "object",
            "properties": {
                "lamp": {"enum": list(names)},
                "minutes": {"type": "integer", "minimum": 0, "maximum": 600},
            },
            "required": ["lamp", "minutes"],
            "additionalProperties": False,
        }
    )


def names_of_moment(number: int) -> tuple[str, ...]:
    """Identifiers that no other moment has, so that each has a grammar of its own."""
    return tuple(f"{place}_{number}" for place in ("quay", "tower", "cellar"))


def obeys(text: str, names: tuple[str, ...]) -> bool:
    """Whether a text is what `ruling_schema` allows."""
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and found.get("lamp") in names and isinstance(found.get("minutes"), int)
