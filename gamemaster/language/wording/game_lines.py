"""What players ask about the game itself, and what they are told: data, the first form that fits counts. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

_GAME = r"(?:game|program|app|site|page|story|gm|game master|narrator|thing)"
_FORMS: tuple[tuple[str, str], ...] = (
    (
        # "A game of dice" is a pastime of the story's people.
        r"(?!.*\b(?:game|round|play|throw)(?: (?:a|of|some|at|the|with))* dice\b)"
        r".*\b(?:dice|die rolls?|d20|roll(?:ing)? (?:for|against))\b.*"
        r"|(?:how|what) (?:do|does|are|is) (?:the )?(?:checks?|skill checks?|skills?|combat|fights|fighting|rolls|odds"
        r"|health|hit points|damage) (?:work|rolled|decided|done|handled)\b.*",
        "Dice are thrown for you, and only where somebody stands against you or it could go wrong; what you are good at"
        " helps. You never roll, nor need to know a number: say what you do and how.",
    ),
    (
        rf"(?:what (?:are|is)|explain|tell me) the (?:rules|controls)(?: of (?:this|the) {_GAME})?(?: please)?"
        r"|how does (?:this|the) (?:game|program|app|site|story) (?:all )?work",
        "Say what you do, or what you say and to whom, in plain words, several things at once if you like. Time"
        " passes only for what you do: what you ask me costs nothing.",
    ),
    (
        r"(?:can|could|will|do) (?:i|we) (?:actually |really |even )?(?:die|lose|get killed|be killed|fail)"
        r"(?: (?:here|in this|in here|at this|this game))*|is (?:it|this) possible to (?:die|lose)\b.*",
        "Yes: a story can end badly, for you too. You are asked before you do anything that would end it on the"
        " spot, and a turn can be taken back.",
    ),
    (
        rf"(?:can|could|may|do|does|how (?:do|can|does)|is|will|are) .*\b(?:sav(?:e|ed|ing)|save (?:game|button|file"
        rf"|function))(?: (?:this|it|the {_GAME}|my (?:game|progress|story)|automatically|button|file|anywhere|here))*"
        r"|where is my save\b.*|will (?:you|it) remember (?:this|me|where i (?:am|was))\b.*",
        "Every turn is kept as soon as it is told: you can leave at any time and go on here later.",
    ),
    (
        r"(?:are|r) you (?:really |actually |just |even )?(?:a |an )?(?:\w+ )?(?:ai|bot|robot|human|real|computer"
        r"|machine|program|llm|person|chat ?bot|chat ?gpt)(?: person)?(?: or .+)?"
        r"|(?:who|what) are you(?: (?:really|anyway|exactly))?"
        r"|is (?:this|there) (?:an ai|a bot|a human|a real person)\b.*",
        "I am the Game Master, and no human being: I read what you type, decide what comes of it, and tell it.",
    ),
    (
        rf"who (?:wrote|made|created|built|programmed|designed) (?:you|(?:this|the) {_GAME})\b.*",
        "The world was written by its author, who is named where you chose it; I only run it for you.",
    ),
    (
        rf"how (?:long|many (?:turns|endings|rooms)) (?:is|are|does|do)(?: there in)? (?:this|the) {_GAME}\b.*"
        rf"|how many endings\b.*|is there an (?:end|ending) to (?:this|the) {_GAME}"
        r"|(?:how )?(?:do|can|does) (?:i|we|one|you) (?:win|beat)(?: (?:this|the|it)(?: \w+)?)?",
        "There is no score: the story ends when its question is settled, one way or another, and it has more than one"
        " way to end. What it is about, “what is my goal” tells you.",
    ),
    (
        r"(?:can|could|do|did|would) (?:you|we|i) .*\b(?:german|deutsch|french|spanish|italian|polish|russian|dutch"
        r"|chinese|japanese|another language|other languages)\b.*",
        "I read and tell in English only. Plain short words are enough: “look around”, “ask her who she is”.",
    ),
    (
        r"(?:can|could|shall|may|should) (?:you|we|i|this|it) (?:please )?(?:(?:go|be|get|make (?:it|this|things)|speed"
        r"|move|tell|write)(?: \w+){0,3} (?:faster|slower|quicker|shorter|longer|funnier|scarier)\b.*"
        r"|(?:speed|skip|move)(?: (?:it|this|things|on|the \w+))* (?:up|ahead|along)(?: please| now| a bit)*)",
        "That is in your hands: “wait an hour” or “sleep till morning” lets time go by, and several deeds fit in one"
        " turn.",
    ),
    (
        r"what can (?:you|i) do(?: (?:in|with) (?:this|the) \w+)? as (?:a|the) .*|what (?:can|do) you (?:do|know)",
        "I tell what you see, play everybody you meet, and decide what comes of what you do. Ask me what is here, who"
        " people are, how far it is, what you know, or for a hint.",
    ),
)  # fmt: skip
_COMPILED = tuple((re.compile(form), line) for form, line in _FORMS)


@lru_cache(maxsize=256)  # the reader of a turn asks whether there is an answer, its narrator which
def about_the_game(text: str) -> str:
    """What is answered to a question about the game, in plain words without marks; empty if it is none."""
    return next((line for form, line in _COMPILED if form.fullmatch(text)), "")


# What nobody in a story is asked, whoever stands there: it can only be meant of the program.
_OF_THE_PROGRAM = re.compile(
    r"\b(?:dice|d20|save (?:game|button|file|function|this)|ai|(?:chat ?)?bot|chat ?gpt|llm|computer program"
    r"|real (?:person|human)|this game|the game|game ?master|gm|deutsch|speak (?:german|french|spanish)"
    r"|in (?:german|french|spanish))\b"
)


def names_the_program(text: str) -> bool:
    return _OF_THE_PROGRAM.search(text) is not None
