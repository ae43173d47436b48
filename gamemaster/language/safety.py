"""Words about the player's own life: self-harm, abuse, "for real". They leave the fiction. Pure.

Told by classes of meaning, not by sentences: who it is about (the first person), what is done or wished (the end of a
life, an injury to oneself, somebody's violence against oneself), and what makes it a figure of speech or a mishap. In
doubt it counts: a quiet line too many does no harm. No library does this: the classifiers that exist are models of
hundreds of megabytes, trained on posts and not on play, and lists of profanity are about something else.
"""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import plain, words_of
from worlds.schema import World

_LETHAL = (
    "kill|killing|hang|hanging|drown|drowning|shoot|shooting|stab|stabbing|poison|poisoning|strangle|strangling|"
    "behead|suffocate|suffocating|electrocute|unalive|unaliving|delete|overdose|murder|murdering|sacrifice|off|offing"
)
_INJURE = (
    "hurt|hurting|harm|harming|cut|cutting|burn|burning|injure|injuring|starve|starving|punish|punishing"
)
_SELF = "(?:myself|my self|meself|mysel|me self)"
_ALL = "(?:it all|everything|my suffering|my misery)"
_END = "(?:end|ending|take|taking|finish|finishing|throw away|throwing away|stop)"
_BODY = "(?:my (?:own )?(?:wrists?|throat|veins?|arteries|artery|neck))"
_WISH = (
    "(?:want|wanna|wish|need|would like|hope|long|ready|going|plan|planning|intend|trying|try|tempted|about|"
    "decided)"
)
_STRONG = (
    "(?:so |really |just |kind of |honestly |only |truly |simply |all |still |often |sometimes |always |"
    "never )*"
)
_I = r"\b(?:i|we)\b"

# What follows and makes it a manner of speaking, a mishap or an errand.
_FIGURE = (
    r"(?! (?:laughing|of laughter|with laughter|over (?:this|that|it)|trying|working|with work|in work|"
    r"in (?:ale|beer|"
    r"tea|paperwork)|out of|a (?:slice|piece|bit|length|staff|stick|path)|some|another|off|loose|free|down|"
    r"short|on (?:the|"
    r"a|an|that|this|its|his|her)|by accident|shaving|to keep warm|to stay awake))"
)
_HARM = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:{_LETHAL}) {_SELF}\b{_FIGURE}",
        rf"{_I}(?: \w+){{0,4}} (?:{_INJURE}) {_SELF}\b{_FIGURE}",
        rf"^(?:{_INJURE}) {_SELF}\b{_FIGURE}",
        rf"\b(?:end|ending) {_ALL}(?:$| (?:now|today|tonight|here|for good|tomorrow|and|because)\b)",
        rf"\b{_END} my (?:own )?(?:life|existence)\b",
        rf"\b(?:slit|slash|cut|open)(?:s|es|t?ing)? {_BODY}\b",
        r"\bmy life\b.*\b(?:end|finish) it\b",
        rf"(?:{_I}|^)(?: \w+){{0,3}} ?commit(?:ting)? suicide\b",
        r"\b(?:i|me|my|myself)\b.*\b(?:suicidal|suicide|self harm(?:ing)?|kms)\b(?! (?:mission|note of|"
        r"of (?:orm|the|his|her)))",
        r"\b(?:suicidal|suicide|self harm)\b.*\b(?:me|myself|my life)\b",
        r"^(?:suicide|suicidal|kms|self harm(?:ing)?|commit suicide)$",
        rf"{_I} {_STRONG}(?:do not|no longer|can not) {_STRONG}(?:want|wish|like|care|deserve|bear) to "
        rf"(?:live|be alive|exist|wake up|"
        r"be here|go on living|keep living|keep going|be around)\b(?! (?:in (?!this|such|pain)|under|near|as)\b)",
        rf"{_I} (?:can not|could not) (?:go on|do this|take (?:it|this)|live like this|keep (?:going|living))"
        r"(?: (?:living|any ?more|any longer|like this|with life|being alive))+",
        # "Am I about to die?" asks what awaits the one who is played.
        rf"(?<!\bam )(?<!\bare ){_I}(?: am)? {_STRONG}{_WISH}(?: to)? {_STRONG}(?:die|be dead|"
        rf"disappear forever|stop existing|not exist|never wake up)"
        r"(?: (?:any ?more|now|today|tonight|so badly|so much|please|already|really|alone|here|too|tomorrow|"
        r"irl|in real life|for real|in my sleep|i (?:say|whisper|tell \w+|sob|cry)))*$",
        rf"\b(?:want|wanna|wish) to {_STRONG}(?:die|be dead)(?: (?:now|already|so badly|so much|please))*$",
        rf"{_I} wish (?:that )?i (?:was|were|had|could)(?: \w+)? (?:dead|never (?:been )?born|die|stop living|"
        rf"not alive)\b",
        r"\b(?:better off|be happier|easier) (?:if i (?:was|were) (?:dead|gone)|without me(?: alive)?|if i died|"
        r"dead)$",
        r"\bi (?:would|am|might) (?:be )?better off dead\b",
        r"\b(?:no|any|not a|a|the) (?:reason|point|sense)(?: for me)?(?: in| of| to)? (?:live|living|my living|"
        r"be alive|being alive|go on living)\b"
        r"(?! (?:in (?:such|this|that|the|a)|here|there|on))",
        r"\b(?:my life|life) (?:is|has) (?:not|no|nothing) (?:worth|worth living|left for me)\b|"
        r"\blife is not worth\b",
        r"\bnobody would (?:miss me|care if i (?:die|died|was gone|were gone))\b",
        rf"{_I}(?: \w+){{0,4}} (?:jump(?:ing)?|throw(?:ing)? myself|step(?:ping)?|leap(?:ing)?) (?:off|from|"
        rf"in front of|under)"
        r" (?:a|the|my) (?:bridge|train|building|car|bus|balcony|motorway|tube)\b",
        rf"{_I}(?: \w+){{0,4}} (?:take|taking|swallow|swallowing|took) (?:all )?(?:my|the|these|too many|"
        rf"a bottle of) (?:pills|"
        r"tablets|meds|medication|painkillers|sleeping pills)\b",
        rf"{_I}(?: \w+){{0,4}} overdos(?:e|ed|ing)\b",
    )
)  # fmt: skip
_KIN = (
    "dad|daddy|father|stepdad|stepfather|mom|mum|mother|stepmother|stepmom|husband|wife|boyfriend|girlfriend|partner|"
    "uncle|aunt|brother|stepbrother|sister|teacher|boss|coach|ex|cousin|grandfather|grandpa|roommate|parents|family"
)
_HURTS = (
    "hit|hits|beat|beats|hurt|hurts|abuse|abuses|rape|rapes|molest|molests|choke|chokes|touch|touches|kick|"
    "kicks|punch|punches"
)
_HURTING = "hitting|beating|hurting|abusing|raping|molesting|choking|touching|kicking|punching"
_REAL = (
    r"\b(?:for real|irl|in real life|really real|not in the (?:game|story)|outside (?:of )?(?:the|this) (?:game|"
    r"story)|"
    r"not (?:the game|part of the game|playing|a game|my character)|in reality|at home|right now in my)\b"
)
_DISTRESS = (
    r"\b(?:(?:i am|me|i feel|i have been) (?:\w+ ){0,2}(?:not okay|hurting|scared|afraid|in danger|not safe|"
    r"crying|depressed|hurt|"
    r"suffering|desperate|hopeless|bleeding|dying|alone|starving|sick)|i (?:\w+ )?need help|help me|"
    r"i can not (?:cope|breathe)|"
    r"(?:he|she|they|somebody|someone) (?:is |are |keeps |keep )?(?:" + _HURTS + "|" + _HURTING + r") me)\b"
)
_ABUSE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\bmy (?:\w+ )?(?:{_KIN}) (?:(?:keeps?|is|are|has been|have been|was|were|will|always|often|still|"
        rf"sometimes) )*"
        rf"(?:{_HURTS}|{_HURTING}) (?:me|us)\b(?! (?:at|in|to) (?!home|night|bed))",
        rf"\bmy (?:\w+ )?(?:{_KIN}) (?:has |have )?(?:raped|molested|abused|assaulted) (?:me|us)\b",
        r"\bi (?:am|was|have been|got|am being|was being|keep getting) (?:\w+ )?(?:abused|raped|molested|"
        r"sexually assaulted)\b",
        rf"\b(?:he|she|they|someone|somebody) (?:raped|molested|abused|keeps? (?:{_HURTING})) (?:me|us)\b",
        r"\b(?:i am|i do not feel|i feel|it is) (?:not |un)(?:safe) at home\b|\bi do not feel safe at home\b",
        r"\bi (?:am|feel) (?:so |very |really |clinically |severely )*(?:depressed|worthless)(?: (?:lately|"
        r"all the time|again|these days|"
        r"today|right now|and .*))?$",
        rf"^(?=.*{_REAL})(?=.*{_DISTRESS})",  # anchored: tried at each place, it takes seconds of a long text
    )
)  # fmt: skip
# Whoever does not want to die says so as everybody would; what else they say still counts.
_WANTS_TO_LIVE = re.compile(
    rf"\b(?:do|does|did) not {_STRONG}(?:want|wanna|wish|mean|need)(?: (?:us|you|him|her|them|anybody|anyone))? to "
    rf"{_STRONG}(?:die|be dead)\b"
    r"|\b(?:you|he|she|they|nobody|no one|who)(?: \w+)? (?:wants?|wish(?:es)?) to (?:die|be dead)\b"
)
# Of somebody else, or what everybody says.
_NOT_MEANT = re.compile(
    r"\btake my (?:own )?life in(?:to)? (?:my|your|his|her|their)\b|"
    r"\bkill(?:ing)? myself (?:laughing|over|for a (?:coffee|drink|tea|smoke))|\bsuicid(?:e|al) (?:mission|"
    r"squeeze)\b|"
    r"\bi (?:do not|never|would never|will not|am not going to|refuse to|did not|have no wish to)(?: want to|"
    r" wish to| mean to| plan to)?"
    r" (?:kill|hurt|harm|hang|drown|end) (?:myself|my life)\b"
)


def about_own_life(words: str, world: World | None = None) -> bool:
    """Whether the words may be about the life of the person who plays. A world may name more phrases."""
    text = " ".join(word for word in words_of(plain(words)[:2000]) if word[0].isalnum())
    text = re.sub(r"\b(?:anymore)\b", "any more", text)
    if world is not None and any(_names_danger(phrase, text) for phrase in world.safety_words):
        return True
    if _NOT_MEANT.search(text):
        return False
    text = " ".join(_WANTS_TO_LIVE.sub(" ", text).split())
    return any(pattern.search(text) for pattern in (*_HARM, *_ABUSE))


def goes_on(words: str) -> bool:
    """Whether somebody who was spoken to from outside the story wants to go on with it."""
    return plain(words).strip(". !") in {"go on", "continue", "go on with the story"}


def _names_danger(phrase: str, text: str) -> bool:
    said = " ".join(word for word in words_of(plain(phrase)) if word[0].isalnum())
    return bool(said) and re.search(rf"\b{re.escape(said)}\b", text) is not None
