"""What somebody types who has lost the thread: oaths in questions, "I don't get it", "can I take that back?". Pure.

They speak to the Game Master, about the game, and want to know where they stand or how a turn is taken back.
"""

from __future__ import annotations

import itertools
import re

from gamemaster.language.tables.function_words import AUXILIARIES

_QUESTION = r"who|whom|what|where|when|why|how"
_OATH = r"(?:(?:the|on|in) )?(?:actual |bloody |fucking )?(?:hell|fuck|heck|shit|earth|devil|blazes|tf)"
# "what the hell is this": the oath adds nothing; "what the fuck I did not want that": nothing does.
_IN_A_QUESTION = re.compile(
    rf"\b({_QUESTION}) (?:{_OATH}|even|exactly)(?= (?:is|are|am|was|were|do|does|did|can|could|should|must|have|has|"
    r"will|would|happens?|happened|now|next|to)\b)"
)
_ALONE = re.compile(rf"^what {_OATH} ,? ?(?=\S)")
_LOSS = re.compile(
    r"(?:i|we) (?:really |still |just |honestly )*(?:do not|can not|did not|cannot) (?:really |even )*"
    r"(?:get|understand|follow|know|see)(?: (?:it|this|that|anything|what to|where to|how to|what is going|what i am|"
    r"what is happening)\b.*| the point.*)?"
    r"|(?:i|we) (?:have|got) no (?:idea|clue)\b.*"
    r"|(?:i|we) (?:am|are|feel) (?:\w+ ){0,2}(?:lost|confused|stuck|clueless)\b.*"
    r"|(?:this|it|that|all this) is (?:\w+ ){0,2}confusing|and then|huh|eh|what|come again|(?:this )?makes no sense"
    r"|(?:i am )?(?:\w+ ){0,2}bored(?: \w+){0,3}|(?:this is |it is |that is )?(?:\w+ )?boring(?: \w+)?"
    r"|make (?:it|this|things|the game|the story) (?:\w+ )?(?:exciting|interesting|fun|scarier|harder|easier)\b.*"
)
_OF_THE_GAME = re.compile(
    r"\b(?:what (?:i am |am i )?(?:supposed |meant )?to do|where to go|what to (?:try|type|say)|going on|supposed|"
    r"this game|the game|the point|bored|boring|exciting|interesting)\b"
)
_BACK = re.compile(
    r"(?:please |(?:can|could) (?:i|we|you) |how (?:do|can|could) (?:i|we) |i (?:want|need|would like) to |let me )*"
    r"(?:undo(?: (?:that|this|it|my|the|last|a|one|turn|move|action))*"
    r"|(?:take|get|go) (?:that |it |this |my |the |a |one |last )*(?:(?:turn|move|action|step) )?(?:back|over)"
    r"(?: (?:a|one|my|the|to|last|that|turn|turns|move|moves|step|previous))*"
    r"|rewind|redo (?:that|it)|start (?:that |this )?over)(?: please)?"
)
_UNDOING = re.compile(r"\b(?:undo|rewind|redo|turn|turns|that|it|this|move|over)\b")
_REGRET = re.compile(
    r"(?:no |wait |oops |whoops |sorry )*(?:but )?(?:i )?(?:did not|never) (?:want|mean|ask|say|tell you)"
    r"(?: (?:to(?: do)? |for )?(?:that|this|it|for that|for this|any of (?:that|this))| to \w.*)"
    r"|(?:that|this|it) (?:is|was) not what i (?:meant|wanted|said|asked)\b.*"
    r"|(?:that|it) was a mistake|i made a mistake|my mistake|oops|whoops"
)


_MUSING = re.compile(
    r"(?:well |so |now |hmm* )*(?:i (?:guess|suppose|reckon|figure|think|bet)(?: that)? (?:i|we|it is|that is)"
    r" (?:should|had better|could|might|must|will|would|can|have to|need to|ought to|time)\b.*"
    r"|(?:perhaps|maybe) (?:i|we) (?:should|had|have|am|are|was|could|might|can|will|ought|need)\b.*"
    r"|(?:i|we) (?:should|had) (?:probably|maybe|better|really)\b.*)"
)


def is_musing(words: list[str]) -> bool:
    """Whether somebody only turns over what they might do: "I guess I should get inside", "perhaps I was too bold"."""
    text = " ".join(word for word in words if word[0].isalnum())
    either_or = words.count("maybe") + words.count("perhaps") > 1
    return (either_or or _MUSING.fullmatch(text) is not None) and " you" not in text


_FILLER = frozenset(
    """okay ok k alright so um umm uh uhh er erm hm hmm hmmm oh ooh ah aha haha hah lol lmao omg anyway bro dude man
    well
    fine right cool great good nice neat sweet hey yeah meh whatever nevermind nvm wow whoa bruh damn sure interesting
    and now then the a is that it oops""".split()
)


def is_exclamation(words: list[str]) -> bool:
    """Whether words that begin like a question ask nothing: "what a one-track mind"."""
    return words[:2] in (["what", "a"], ["what", "an"]) and AUXILIARIES.isdisjoint(words)


def is_only_filler(words: list[str]) -> bool:
    """Whether nothing is said but "ok", "lol", "cool cool", "…": neither a deed nor a word to anybody."""
    return all(word in _FILLER or not word[0].isalpha() for word in words)


def without_oath(words: list[str]) -> list[str]:
    """The words without an oath in a question, or one that stands before a statement."""
    if "what" not in words and not set(_QUESTION.split("|")).intersection(words):
        return words
    if words[0] in _QUESTION.split("|") and "even" in words[1:-1]:
        words = [word for word in words if word != "even"]  # "what can I even do"
    text = _IN_A_QUESTION.sub(r"\1", " ".join(words))
    return (_ALONE.sub("", text) if text == " ".join(words) else text).split() or words


def is_at_a_loss(words: list[str], talking: bool) -> bool:
    """Whether somebody says that they do not know what to do; amid a talk, only where it is of the game."""
    text = " ".join(word for word in words if word[0].isalnum())
    return _LOSS.fullmatch(text) is not None and (not talking or _OF_THE_GAME.search(text) is not None)


def wants_it_back(words: list[str], talking: bool) -> bool:
    """Whether somebody wants a turn undone, or says that they never wanted what came of it."""
    text = " ".join(word for word in words if word[0].isalnum())
    unwanted = _REGRET.match(text)
    if unwanted is not None and unwanted.end() < len(text) and text[unwanted.end()] == " ":
        text = text[unwanted.end() + 1 :]  # "I made a mistake, go back a turn"
    if _BACK.fullmatch(text) and _UNDOING.search(text):
        return True
    return not talking and _REGRET.fullmatch(text) is not None


def undoes_first(words: list[str]) -> bool:
    """Whether the first thing that is wanted is a turn undone: "undo, I go back"."""
    first = list(itertools.takewhile(lambda word: word not in (",", "and", "then"), words))
    alone = first[:1] in (["undo"], ["rewind"]) and len(first) < len(words)
    return alone and wants_it_back(first, talking=True)
