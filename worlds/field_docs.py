"""What each key of the format means: the comments of `worlds.schema`, read from its source and said only there."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from functools import cache

from pydantic import BaseModel

from worlds import schema

# Keys that mean the same wherever they stand, and need no comment beside each.
_EVERYWHERE = {
    "id": "its identifier: the key under which it stands",
    "name": "what it is called in the story",
    "aliases": "other words that players may type for it",
    "text": "what is told",
    "effects": "what changes then",
    "when": "only while this holds",
    "priority": "of several, the highest goes first",
    "check": "the dice that decide it",
    "skill": "the skill that is tested",
    "difficulty": "what d20 + skill + bonuses must reach: 8 is easy, 12 fair, 16 hard, 20 heroic",
    "time": "minutes that it takes",
    "minutes": "minutes that it takes",
    "who": "the character",
    "toward": "the player, or another character",
    "secret": "never suggested to the player",
    "voice": "how they sound when the story is spoken",
    "pronoun": "she, he, they or it",
    "persona": "who they are, for whoever narrates: their trade first, which whoever asks who they are is told. Asked "
    "about themselves they may say more of it, and nothing of what `secret` and `hides` hold",
    "want": "what they want; a model plays it, and it decides what moves them",
    "maximum": "the highest that it can be",
    "author": "who wrote it",
    "genre": "a few words, shown beside the title",
    "language": "the language of its texts: en, de, …",
    "exits": "the ways that lead from here",
    "notice": "what there is to see here and cannot be taken, by identifier",
    "indoors": "under a roof: needs grow more slowly, and night makes no difference",
}
_OF_PARTS = {
    ("Character", "secret"): "what they hide: they will not speak of it, and mistrust whoever asks twice",
    ("Character", "at"): "where they are when the story begins",
    ("Character", "disposition"): "how they feel about the player when the story begins, -5 to 5",
    ("Character", "greeting"): "what they say when they are spoken to; the first that holds and was not said yet",
    ("Character", "topics"): "what they can be asked about, by identifier",
    ("Character", "movements"): "where they are at which hours",
    ("Character", "reactions"): "what they do on witnessing something, by witness word",
    ("Character", "fears"): "what `fear` is about: facts, items, people, places",
    ("Character", "replies"): "their own short answers, for what no line was written for",
    ("Character", "name"): "what they are called in the story",
    ("Character", "aliases"): "other words that players may type for them: a short name, their trade",
    ("Character", "description"): "told when they are looked at",
    ("Character", "health"): "they die of so many wounds",
    ("Character", "fear"): "what they are afraid of, in words; `fears` has what it is about",
    ("Item", "description"): "told when it is looked at",
    ("Location", "description"): "told when the player comes there or looks around",
    ("PlayerCharacter", "name"): "what the player is called where a name is needed",
    ("PlayerCharacter", "description"): "told when they look at themselves",
    ("PlayerCharacter", "at"): "the location where they begin",
    ("PlayerCharacter", "health"): "so many wounds end the story, with `death`",
    ("Skill", "name"): "what it is called in the panel",
    ("Skill", "description"): "what it is good for",
    ("Skill", "start"): "its value when the story begins",
    ("Need", "name"): "what it is called in the panel",
    ("Need", "start"): "its value when the story begins",
    ("Threat", "description"): "told when it is looked at",
    ("Threat", "at"): "where it is when the story begins: a location, or `nowhere`",
    ("Movement", "at"): "where they are then: a location, or `nowhere`",
    ("Movement", "when"): "only while this holds",
    ("Beat", "when"): "it happens after the turn in which this comes to hold",
    ("Ending", "when"): "the story ends as soon as this holds",
    ("Ending", "text"): "told when the story ends so",
    ("Action", "when"): "it can be done only while this holds",
    ("Condition", "skill"): "the player's value in a skill",
    ("Line", "when"): "it is said only while this holds",
    ("Line", "once"): "it is said once only",
    ("Fact", "text"): "what the player then knows, as a sentence: the journal has it",
    ("Lore", "text"): "what is so",
    ("Reaction", "text"): "told when they do it",
    ("Variant", "text"): "one wording or several, of which the one told least is taken",
    ("Voice", "name"): "one of the speech server's voices (`voice/README.md`)",
    ("Theme", "text"): "of what is told",
    ("Clock", "start"): "the time of day when the story begins: 18:30",
    ("World", "title"): "the name of the story",
    ("Ending", "title"): "its name, where a player sees all endings",
    ("Witnessed", "what"): "a rule's `witness` word",
    ("Related", "trust"): "a comparison from -5 to 5",
    ("Related", "fear"): "a comparison from 0 to 5",
    ("Related", "affection"): "a comparison from -5 to 5",
    ("Related", "debt"): "a comparison from -5 to 5",
    ("Bonds", "trust"): "how much they trust them, from -5",
    ("Bonds", "fear"): "how much they fear them",
    ("Bonds", "affection"): "from hate (-5) to love (5)",
    ("Relate", "trust"): "by how much it changes",
    ("Relate", "fear"): "by how much it changes",
    ("Relate", "affection"): "by how much it changes",
    ("Relate", "debt"): "by how much it changes",
    ("Condition", "alive"): "all of these characters are alive",
    ("Condition", "dead"): "all of these are dead",
    ("Condition", "night"): "true: it is night by the world's clock; false: it is day",
    ("Condition", "turn"): "turns since the story began",
    ("Condition", "broken"): "all of these promises were broken",
    ("Condition", "witnessed"): "somebody saw the player do it, or was told",
    ("Condition", "relation"): "how somebody stands toward the player or another: {who: smith, trust: '>= 2'}",
    ("Effects", "set"): "flags that are set: words of yours, which conditions read",
    ("Effects", "clear"): "flags that are set no more",
    ("Effects", "forget"): "facts that the player knows no more",
    ("Effects", "relation"): "what changes between two: {who: smith, trust: 1}",
    ("Effects", "heal"): "`player` or a character: wounds that close",
    ("Action", "failure"): "what is told and changes when the dice fail",
    ("Exit", "to"): "the location that it leads to",
    ("Description", "first"): "on the first visit, and when the player looks around",
    ("Description", "revisit"): "on later visits",
    ("Picture", "alt"): "what it shows, for those who do not see it",
    ("Location", "picture"): "a picture of the place",
    ("Character", "picture"): "a picture of them",
    ("Item", "plural"): "its name is a plural: gloves",
    ("Item", "portable"): "whether it can be taken",
    ("Movement", "hours"): "at these hours: 22-5",
    ("Voice", "rate"): "how fast, 1.0 is plain",
    ("Voice", "pitch"): "how high, 1.0 is plain",
    ("Voice", "fallback"): "the voice to take where there is no such one",
    ("Credits", "author"): "who made them",
    ("Credits", "licence"): "under which terms they may be used",
    ("Credits", "source"): "where they were found",
    ("Credits", "version"): "which version of them",
    ("Credits", "tags"): "words under which they are found",
    ("Character", "farewell"): "what they say at parting",
    ("Character", "unnamed"): "what they are called until the player knows their name, and when that is",
    ("Level", "reach"): "from here on",
    ("Need", "indoors_per_hour"): "the same under a roof; else `per_hour`",
    ("Need", "levels"): "its stages, from the lowest to the highest",
    ("Threat", "arrives"): "told when it comes to where the player is",
    ("Threat", "leaves"): "told when it goes from there",
    ("Fact", "true"): "false: a belief that the story will refute",
    ("Vow", "to"): "to whom: `player` or a character",
    ("Lore", "case_sensitive"): "capitals count",
    ("Thread", "steps"): "what leads on, in order",
    ("Verb", "synonyms"): "what players may type for it",
    ("StanceTuning", "success"): "told when it works",
    ("StanceTuning", "partial"): "told when it works at a price",
    ("StanceTuning", "failure"): "told when it does not",
    ("Clock", "night"): "the hours of darkness: 20-6",
    ("Theme", "background"): "behind all",
    ("Theme", "surface"): "behind text",
    ("Theme", "muted"): "of what is less important",
    ("Theme", "accent"): "of what can be clicked",
    ("Theme", "danger"): "of what threatens",
    ("Theme", "font"): "its letters",
    ("World", "opening"): "what is read before the first turn",
    ("World", "player"): "who the player is and where they begin",
    ("World", "clock"): "when it begins, and when it is night",
    ("World", "narrator"): "the narrator's voice",
    ("World", "theme"): "how the page looks",
    ("World", "verbs"): "verbs of this world, and more words for those that every world has",
    ("World", "stances"): "how ideas that no rule foresaw are told here",
    ("World", "skills"): "what the player is good at",
    ("World", "needs"): "what presses: cold, hunger, weariness",
    ("World", "locations"): "the places",
    ("World", "items"): "what can be carried",
    ("World", "characters"): "the people and animals",
    ("World", "threats"): "what moves by itself and may strike",
    ("World", "rules"): "what can be done, and what comes of it",
    ("World", "beats"): "what the story lets happen",
    ("World", "facts"): "what can be found out",
    ("World", "promises"): "what is given by word",
    ("World", "lore"): "what whoever narrates should know",
    ("World", "threads"): "the open questions",
    ("World", "endings"): "how it may end",
}  # fmt: skip


@cache
def comments() -> dict[tuple[str, str], str]:
    """The comment of each field, by class and field: beside it, or on the lines above it."""
    source = inspect.getsource(schema)
    beside: dict[int, str] = {}
    alone: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("# fmt", "# type", "# noqa")):
            target = alone if not token.line[: token.start[1]].strip() else beside
            target[token.start[0]] = token.string.lstrip("# ").strip()
    found: dict[tuple[str, str], str] = {}
    for part in ast.parse(source).body:
        if not isinstance(part, ast.ClassDef):
            continue
        for field in part.body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                lines = range(field.lineno, (field.end_lineno or field.lineno) + 1)
                texts = [beside[n] for n in lines if n in beside] or _above(alone, field.lineno)
                if texts:
                    found[part.name, field.target.id] = " ".join(texts)
    return found


def _above(alone: dict[int, str], line: int) -> list[str]:
    texts: list[str] = []
    while (line := line - 1) in alone:
        texts.insert(0, alone[line])
    return texts


def meaning(part: type[BaseModel], field: str) -> str:
    """What a key of a part means; empty where nobody has said it."""
    for kind in part.__mro__:
        if text := comments().get((kind.__name__, field)) or _OF_PARTS.get((kind.__name__, field)):
            return text
    if part is schema.Replies:
        return f"short answers of this kind: {field.replace('_', ' ')}"
    return _EVERYWHERE.get(field, "")
