"""Beliefs about the player that a character forms from many memories, in the background lane.

As in Generative Agents (Park et al., UIST 2023, section 4.2) a character reflects when the importance of what it has
remembered since last time adds up, there to 150: that is some forty perceptions, and their agents have hundreds a day.
Here a character has one to three memories in a turn in which the player is with it, and a whole story is 60 to 200
turns; at 150 most characters would never form an opinion. `REFLECT_AT` is 50: about ten eventful memories.

With a model, `request` says what to ask it and `beliefs_from` reads its answer; without one, `plain_beliefs` counts.
Everything here is pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from npcs.memory import MAX_EVIDENCE, MAX_TEXT_CHARS, PROMISE, Memory, memory_id

REFLECT_AT = 50
MOST_CONSIDERED = 40  # memories, the most important and newest
MOST_BELIEFS = 3  # of one reflection
BELIEF_IMPORTANCE = 7
PLAYER = "player"
DEED = "deed"  # `about` of a memory of a kind of deed of the player's: "deed:theft", a rule's `witness` word


@dataclass(frozen=True)
class Reflection:
    """Who reflects, when, on what."""

    owner: str
    name: str
    turn: int
    minute: int
    place: str
    memories: tuple[Memory, ...]
    player_name: str = "the stranger"


@dataclass(frozen=True)
class Request:
    """What to ask a model: the instruction, and the numbered memories (from 1). It should answer with `SCHEMA`."""

    instruction: str
    material: str


SCHEMA: dict[str, object] = {
    "type": "array",
    "maxItems": MOST_BELIEFS,
    "items": {
        "type": "object",
        "properties": {
            "belief": {"type": "string", "maxLength": 300},
            "because": {
                "type": "array",
                "items": {"type": "integer", "minimum": 1, "maximum": MOST_CONSIDERED},
                "minItems": 2,
                "maxItems": 8,
            },
        },
        "required": ["belief", "because"],
        "additionalProperties": False,
    },
}


def is_due(memories: Iterable[Memory]) -> bool:
    """Whether a character with these memories should reflect now. `memories` in the order in which they were made."""
    return sum(memory.importance for memory in since_last(memories)) >= REFLECT_AT


def since_last(memories: Iterable[Memory]) -> list[Memory]:
    """What was remembered after the last belief was formed."""
    new: list[Memory] = []
    for memory in memories:
        if memory.source == "reflected":
            new.clear()
        else:
            new.append(memory)
    return new


def memories_to_consider(memories: Iterable[Memory]) -> tuple[Memory, ...]:
    """What a reflection is about: memories of the player that are not beliefs themselves, the oldest first."""
    of_player = [m for m in memories if PLAYER in m.people and m.source != "reflected"]
    best = sorted(of_player, key=lambda m: (-m.importance, -m.turn, m.id))[:MOST_CONSIDERED]
    return tuple(sorted(best, key=lambda m: (m.turn, m.id)))


def request(reflection: Reflection) -> Request:
    """What to ask a model. It is told nothing but what the character remembers."""
    instruction = (
        f"You are {reflection.name}. Below is what you remember of {reflection.player_name}, numbered. Say what you "
        f"have come to believe about {reflection.player_name}: at most {MOST_BELIEFS} beliefs, each one sentence in "
        "the first person, each resting on at least two of the memories, which you name by number. Believe nothing "
        'that the memories do not bear out. Answer with a JSON list of {"belief": …, "because": [numbers]}.'
    )
    lines = (f"{n}. {_memory_line(memory)}" for n, memory in enumerate(reflection.memories, 1))
    return Request(instruction, "\n".join(lines))


def _memory_line(memory: Memory) -> str:
    return f"(no longer so) {memory.text}" if memory.past else memory.text


def beliefs_from(answer: str, reflection: Reflection, first: int = 0) -> list[Memory]:
    """The beliefs in a model's answer, numbered from `first`; none of what is not borne out by two memories at least.

    Raises ValueError if the answer is no such list.
    """
    try:
        given = json.loads(answer)
    except ValueError as error:
        raise ValueError(f"the reflection is not JSON: {error}") from None
    if not isinstance(given, list):
        raise ValueError("the reflection is no list of beliefs")
    beliefs: list[Memory] = []
    for entry in given[:MOST_BELIEFS]:
        text = entry.get("belief") if isinstance(entry, dict) else None
        numbers = entry.get("because") if isinstance(entry, dict) else None
        if not isinstance(text, str) or not text.strip() or not isinstance(numbers, list):
            raise ValueError("a belief of the reflection lacks `belief` or `because`")
        wanted = [
            n for n in dict.fromkeys(numbers) if isinstance(n, int) and 1 <= n <= len(reflection.memories)
        ]
        if len(wanted) >= 2:
            evidence = [reflection.memories[n - 1] for n in wanted]
            beliefs.append(_belief(reflection, text.strip(), evidence, first + len(beliefs)))
    return beliefs


# What deeds of one kind, seen twice or more, come to: by the witness words that both worlds use.
_OF_DEEDS = {
    "theft": "{player} takes what belongs to others; I count my things when they have gone.",
    "violence": "{player} is quick to strike, and I keep out of reach.",
    "kindness": "{player} is kind where nothing is to be had for it.",
    "accusation": "{player} accuses people to their faces; one had better have a clean conscience.",
    "lie": "{player} lies when it is of use.",
    "healing": "{player} tended the wounded, and did not look at whose side they were on.",
    "help": "{player} helps when help is needed.",
}
_TRUSTS, _FEARS, _LIKES, _DISLIKES = (
    "I have come to trust {player}.",
    "I have come to be afraid of {player}.",
    "I have grown fond of {player}.",
    "I do not like {player}, and I have my reasons.",
)
_KEEPS, _BREAKS = (
    "{player} keeps a promise.",
    "{player} promises more than they keep.",
)
STRONG = 3  # of a relation from -5 to 5


def plain_beliefs(
    reflection: Reflection, relation: Mapping[str, int], kept: int = 0, broken: int = 0, first: int = 0
) -> list[Memory]:
    """Beliefs without a model: from how often the character saw which deeds, how it feels, and promises kept or broken.

    `relation` is toward the player, -5 to 5 each: trust, fear, affection. The same input gives the same beliefs.
    """
    found: list[tuple[str, Sequence[Memory]]] = []
    deeds: dict[str, list[Memory]] = {}
    for memory in reflection.memories:
        kind, _, deed = (memory.about or "").partition(":")
        if kind == DEED and deed in _OF_DEEDS:
            deeds.setdefault(deed, []).append(memory)
    for deed, seen in sorted(deeds.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(seen) >= 2:
            found.append((_OF_DEEDS[deed], seen))
    promises = [memory for memory in reflection.memories if (memory.about or "").startswith(f"{PROMISE}:")]
    if promises and kept != broken:
        found.append((_KEEPS if kept > broken else _BREAKS, promises))
    feeling = _feeling(relation)
    if feeling is not None:
        found.append((feeling, reflection.memories))
    made = [
        _belief(reflection, text.format(player=reflection.player_name), evidence, first + n)
        for n, (text, evidence) in enumerate(found[:MOST_BELIEFS])
    ]
    return [memory.model_copy(update={"text": memory.text[:1].upper() + memory.text[1:]}) for memory in made]


def _feeling(relation: Mapping[str, int]) -> str | None:
    """The strongest of the feelings, if any is strong."""
    feelings = (
        (relation.get("fear", 0), _FEARS),
        (relation.get("trust", 0), _TRUSTS),
        (relation.get("affection", 0), _LIKES),
        (-relation.get("affection", 0), _DISLIKES),
    )
    strength, text = max(feelings, key=lambda feeling: feeling[0])
    return text if strength >= STRONG else None


def _belief(reflection: Reflection, text: str, evidence: Sequence[Memory], number: int) -> Memory:
    best = sorted(evidence, key=lambda m: (-m.importance, -m.turn, m.id))[:MAX_EVIDENCE]
    return Memory(
        id=f"{memory_id(reflection.turn, reflection.owner, number)}-belief",  # never that of a memory of the turn
        owner=reflection.owner,
        turn=reflection.turn,
        minute=reflection.minute,
        place=reflection.place,
        people=(PLAYER,),
        text=text[:MAX_TEXT_CHARS],
        importance=BELIEF_IMPORTANCE,
        source="reflected",
        about=f"person:{PLAYER}",
        valid_from=reflection.minute,
        evidence=tuple(sorted(memory.id for memory in best)),
    )
