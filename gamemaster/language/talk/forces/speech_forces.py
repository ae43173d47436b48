"""What is done by saying something to somebody: threatening, offering, begging, thanking; told by form. Pure.

Also the sentences that are speech as a whole although a part of them looks like a deed: "tell me, or I tell Hild",
"I'll give you the knife if you help me", "may I sleep here?", "everyone, listen".
"""

from __future__ import annotations

import re
from functools import lru_cache

from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.talk.addressee import hearers_in, host_of
from gamemaster.language.talk.bargains import KEEP, WORK
from gamemaster.language.talk.forces.claims import debt_claimed, errand_claimed
from gamemaster.language.talk.forces.heartfelt import OF_OTHERS
from worlds.schema import PLAYER

_ILL = (
    r"(?:kill|hurt|stab|slit|destroy|shoot|drown|expose|report|punish|scream|smash|strangle|murder|ruin|gut|choke|"
    r"(?:cut|burn|hit|beat|break|hang|tear|bury|finish) (?!(?:an?|some|off|up|with|for|on|out|fast)\b|your (?:\w+ )?"
    r"(?:nets?|work|job|chores?|bread|wood|fast|share|part|washing|dishes|story|sentence|song|meal|supper)\b)|"
    r"tell(?! (?:you|nobody|no one)\b)|denounce|make you(?! an?\b| some\b)"
    r"|take your (?!(?:\w+ )?watch\b|hand\b|arm\b|place\b|side\b|turn\b|part\b|word\b|advice\b|point\b)"
    r"|have your (?!back\b|answer\b)|come for you"
    r"|see you (?:hang\w*|dead|burn\w*|in (?:hell|court|chains|prison|jail|gaol)|pay|suffer|bleed|swing|ruined"
    r"|punished|whipped|thrown|beg))"
)
_WILL = r"(?:i|we) (?:will|shall|am going to|are going to|would|swear i will|can|could)(?: never| not)?"
_SHALL = r"(?:i|we) (?:will|shall|am going to|are going to|mean to|would|swear i will|can|could)"
# "If you don't tell me, I'm calling the police": what is meant, told as if it were begun.
_MEANT = rf"(?:{_WILL}|(?:i|we) (?:am|are)(?: never| not)? [a-z]+ing)"
_NEG = r"(?:do not|does not|will not|can not|would not|are not|refuse)"
# What the player would take amiss: what comes of it is no reward.
_CROSSING = (
    r"(?:lie|cheat|betray|trick|deceive|double ?cross|cross|hurt|harm|touch|steal|scream|shout"
    r"|tell (?:anyone|anybody|a soul|on)|come (?:any )?(?:closer|nearer)|try (?:it|that|anything))"
)
# What is done for somebody: "I'll pay you if you keep watching" is no threat.
_KIND = r"(?:give|pay|help|tell|bring|buy|let|show|teach|mend|fix|reward|thank|share|carry|cook|stay|trust)"
# What would be one too many: "one word of this and …", "another step, and …".
_ONE_WORD = (
    r"(?:(?:not|just|say|breathe|take|make|if you (?:say|breathe|take|make)|but|so much as) )*"
    r"(?:one|another|a single|a|any)(?: (?:more|single|other|false|wrong))* (?:word|sound|peep|step|move|lie)"
)
_THREATS = (
    r"(?:or|or else|otherwise) (?:i|we|she|he|they|you|this|it)\b.*",
    r".* or else",
    rf"(?:if|when) you (?:ever )?{_NEG}\b.* (?:{_MEANT}|you will)\b.*",
    rf"unless you\b.* (?:{_MEANT}|you will)\b.*",
    rf"{_SHALL} {_ILL}\b.*\b(?:you|your|yours)\b.*",
    rf"{_SHALL} {_ILL}\b.* (?:if|unless) you\b.*",
    rf"{_MEANT}\b.* unless you\b.*",
    rf"{_WILL}(?! {_KIND}\b)\b.* if you (?:keep|go on|carry on|continue)(?: on)? [a-z]+ing\b.*",
    rf"if you\b.* {_WILL} {_ILL}\b.*",
    r"you (?:will|had better|are going to) .* or (?:the |this |every\w+ |some\w+ |all of )(?:\w+ ){0,3}?"
    r"(?:hears?|will|shall|learns?|knows?|finds? out|is told)\b.*",
    rf"{_ONE_WORD}\b.* (?:and|or) (?:{_MEANT}|you will)\b(?! (?:{_KIND}|keep)\b).*",
    rf"(?:you (?!are\b|were\b)\w+|{_CROSSING}|run|move|breathe|open your mouth)\b.* and {_SHALL} {_ILL}\b.*"
    r"\b(?:you|your|yours)\b.*",
    rf"(?:if|when) you (?:ever |dare |so much as )*{_CROSSING}\b.* {_WILL}\b.*",
    rf"{_CROSSING}\b.* (?:again|once more|one more time) and {_SHALL} (?:tell|report|fetch|go to)\b.*",
    r"either you .* or (?:i|we)\b.*",
    rf"{_SHALL} (?:burn|smash|destroy|wreck|tear|blow|set fire to)\b.*\b(?:this|your|you all|everything|down|up)\b.*",
    r"you will (?:regret|be sorry|pay for|die|burn|hang|suffer)\b.*",
)
_FOR_KEEP = rf"(?:i|we) (?:will|would|shall)(?: gladly| happily)? {WORK}\b.* for {KEEP}"
_GOODS = (
    r"(?:that|your|the|this|some|an?(?! (?:while|bit|moment|minute|second|day|night|week|start|change|laugh)\b)) .+"
)
_OFFERS = (
    r"(?:i (?:will )?)?(?:bet|wager)\b.*",
    rf"{_WILL}\b.* (?:if|when|once|provided|in return|in exchange)\b(?! (?:i|we) (?!win\b)).*",
    rf"(?:if|when|once) you\b.* {_WILL}\b.*",
    rf"{_WILL} (?:show|tell|teach) you .+ for (?:a|an|your|some|one) .+",
    rf"{_WILL} (?:give|pay|trade|swap|lend|sell) you .+ for {_GOODS}",
    _FOR_KEEP,
    r"(?:let us|i want to|i would like to|shall we) (?:make a deal|trade|bargain|swap)\b.*",
    r"(?:how about|what if) (?:i|we) (?:give|gave|pay|paid|bring|brought|help|helped)\b.*",
    r".*\b(?:in return|in exchange) for\b.*",
)
_GOOD = (
    r"(?:wise|kind|beautiful|lovely|brave|clever|strong|good|great|generous|handsome|noble|pretty|honest|fair|skilled|"
    r"gracious|wonderful|fine|sweet|smart|best|friend|hero)"
)
BAD = (
    r"(?:thief|liar|murderer|coward|fool|idiot|pig|dog|witch|traitor|bastard|monster|stupid|ugly|evil|cruel|mad|useless|"
    r"worthless|disgusting|fat|old fool|pathetic|wicked|rotten|killer|villain|scum|swine|rat)"
)
_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("beg", (r"(?:please )?(?:somebody|someone|anybody|anyone) (?:please )?help\b.*",
             r".*\b(?:i beg(?! your pardon| pardon)|i implore|have mercy|spare me|spare my"
             r"|for pity s sake|i am begging)\b.*",)),
    ("threaten", _THREATS),
    ("promise", (r"(?:i|we) (?:promise|swear|vow|give you my word)\b.*",
                 r"(?:(?:you have|take) )?my word(?: on it)?(?: that)?(?: (?:i|we|nobody|nothing|no \w+|it|this) .*)?",
                 r"(?:on|upon|by) my (?:\w+ ){1,3}(?:i|we) (?:will|shall|am going to)\b.*",
                 r"cross my heart(?: and hope to die)? (?:i|we) (?:will|shall|am going to)\b.*",
                 r"(?:i|we) .* (?:i|we) (?:promise|swear)(?: you| it)?",
                 r"(?:i|we) (?:will|shall) .* (?:(?:you have )?my word"
                 r"|(?:on|upon) my (?:honou?r|life|word|oath))(?: on it)?",
                 r"(?:leave it to me|trust me|believe me|just wait) (?:i|we) (?:promise|swear)\b.*")),
    ("offer", _OFFERS),
    ("thank", (r"(?:thank|thanks|many thanks|i thank you|i am grateful|bless you)\b.*",)),
    ("apologize", (
        rf"(?:(?:i am (?:so |very |truly )?)?sorry\b(?! (?:to hear|{OF_OTHERS}))"
        r"|(?:forgive me|my apologies|i apologi[sz]e|pardon me)\b).*",
        r"(?:i )?beg (?:your )?pardon\b.*|(?:it was )?my mistake\b.*"
        r"|(?:i|we) (?:did not mean|never meant|meant no)\b.*"
        r"|(?:that|it) came out wrong\b.*|(?:i|we) take (?:that|it|it all|all that) back\b.*",
        r"(?:i|we) (?:should|ought) (?:not|never)(?: to)? have\b.*",
        r"(?:that|it) was (?:\w+ )?(?:rude|wrong|unkind|cruel|uncalled for|stupid|foolish|unfair)(?: of (?:me|us))\b.*",
    )),
    ("comfort", (
        r"(?:do not|you need not|no need to) (?:be (?:afraid|scared|sad|frightened)|cry|worry|weep|fear)\b.*",
        r"(?:it|all|everything) (?:will|is going to) be (?:all right|okay|fine|well)\b.*", r"there there\b.*",
        r"you are (?:safe|not alone)\b.*",
    )),
    ("insult", (
        rf"you (?:are|were) (?:\w+ ){{0,4}}{BAD}s?\b.*", rf"you (?:\w+ ){{0,2}}{BAD}(?: .*)?",
        r"(?:shame on|curse|damn|to hell with|a curse on|a plague on) (?:you|your)\b.*|go to hell\b.*"
        r"|you (?:disgust|sicken) me\b.*|you make me sick\b.*",
    )),
    ("flatter", (
        rf"you (?:are|look|have|were|seem) (?:\w+ ){{0,4}}{_GOOD}\b.*",
        r"you are (?:(?:by far |easily )?(?:the|my) (?:most \w+|\w{2,}(?:est|iest)|favou?rite)|one in a \w+)\b.*",
        rf"what (?:a|an) (?:\w+ )?{_GOOD} \w+ you\b.*",
    )),
)  # fmt: skip
_COMPILED = tuple((force, tuple(re.compile(form) for form in forms)) for force, forms in _FORMS)
_NOT_FLATTERED = re.compile(r"^you (?:are|were|have) (?:\w+ ){0,2}(?:not|no|never)\b")
_DEMANDS = re.compile(
    r"^(?:please |you (?:had better )?)?"
    r"(?:do not|never|be|come|say|own up|admit|confess|"
    r"tell|give|let|help|show|answer|speak|talk|open|unlock|hand|bring|fetch|lead|pay|lend|sell|step|leave|get|stop|stand"
    r"|drop|move)\b"
)
# "You cut the hole: tell me the truth, or I tell Ragnhild."
_DEMANDED_AFTER = re.compile(
    r"^you .+ (?:tell (?:me|us|the truth)|talk|speak up|own up|admit it|confess|answer me|give it back)\b.* "
    r"(?:or|or else|otherwise) (?:i|we) (?:will |shall )?(?:tell|go to|call|report|fetch|show)\b"
)
_LEAVE = re.compile(
    r"^(?:please )?(?:may (?:i|we)|is it (?:all right|okay) if (?:i|we)|(?:can|could|might) (?:i|we)"
    r" (?:please )?(?:have|get|"
    r"borrow|buy|sleep|stay|sit|rest|join|help you|trade|warm|eat|come in|come with|see your|ask|speak|talk|"
    r"stop here)|(?:will|would|can|could) you)\b"
)
# What somebody says of themselves to others, and nobody says to themselves.
_CLAIMS = re.compile(
    r"^(?:(?:i|we) used to \w+|(?:i am|we are) (?:the|a|an|called|sent|here to|here for|from) \w+|"
    r"my name is \w+|(?:i|we) (?:come|came) (?:from \w+|in (?:peace|friendship|good faith))|"
    r"(?:i|we) (?:was|were|have been) sent\b|(?:please )?(?:trust|believe) me\b)"
)
# What one could do for somebody, and what one makes of them, is told to them and not done: "I think you go there".
_TO_YOU = re.compile(
    r"^(?:(?:maybe|perhaps) )?(?:(?:i|we) (?:can|could|might|may|will gladly|would gladly) (?:\w+ ){1,3}you\b"
    r"|(?:i|we) (?:really |just |also )?(?:need|want|would like|could use) (?:your\b(?! (?:way|turn))|you to\b)"
    r"|(?:i|we) will help you\b|(?:i|we) (?:think|believe|suppose|reckon|guess|suspect|imagine|bet) (?:that )?you\b)"
    r"(?!.*\b(?:and|but|so) i\b)"
)
# What one will do to "you" is told to their face, and not done: whoever strikes says whom.
_MENACES = re.compile(
    r"(?:i|we) (?:will|shall|am going to|are going to|mean to|swear i will|can|could) (?:\w+ )?"
    r"(?:kill|hurt|harm|cut|stab|slit|burn|hit|beat|break|shoot|drown|hang|strangle|murder|destroy) "
    r"(?:you|your|the (?:two|lot|both) of you)\b"
)
_WAGERS = re.compile(
    r"^(?:i (?:will )?)?(?:bet|wager) (?:you|him|her|them)\b"
    r"|^(?:(?:so |and |but )*(?:if|when) (?:i|you) (?:win|lose|guess)\b|heads\b|tails\b|(?:a|an|my|one|two|five|ten) "
    r"(?:\w+ )?\w+ says\b)(?=.*\b(?:you|your|me)\b)"
    r"|^(?:i will )?(?:flip|toss|play|race|fight|arm wrestle|wrestle) you for (?:it|that|the)\b"
)
_ALL = frozenset("everyone everybody all folks friends people gentlemen ladies".split())
# The verb that a force is played as; forces that are not here are told or asked.
VERB_OF = {
    "threaten": "threaten", "offer": "bargain", "beg": "beg", "thank": "thank", "apologize": "apologise",
    "comfort": "comfort", "insult": "insult", "flatter": "charm", "promise": "promise",
}  # fmt: skip


# What is sworn to be so is told, and binds nobody: "I swear I saw him", "I promise you it was not me".
_SWORN_TRUE = re.compile(
    r"(?:to god |on (?:my|your|all|his|her) (?:\w+ ){0,3}?)?(?:(?:to )?you )?(?:that )?"
    r"(?:(?:i|we) (?!will\b|shall\b|would\b|am going\b|are going\b|never will\b)"
    r"|(?:it|he|she|they|there|this|you(?! (?:i|we|that)\b)|nobody|somebody|someone) (?!will\b|shall\b)"
    r"|(?:the|my|that) (?:\w+ ){1,3}(?=(?:is|are|was|were|has|had|did|does)\b))\w+ ?.*"
)
_DECLINES = re.compile(
    r"(?:i|we) (?:would|will|shall) (?:not|never)\b"
)  # "I wouldn't wear them if you paid me"
_SWEARING = re.compile(r"(?:i|we) (?:promise|swear|vow|give you my word) ")


# A word that is given for something is offered: "I promise I won't tell if you let me in".
_SWORN_FOR = re.compile(
    r"(?:i|we) (?:promise|swear|vow|give you my word)(?: you)?(?: that)? (?=(?:i|we) (?:will|shall)\b.+ if you\b)"
)


_GOODS_FOR = re.compile(
    r"^(?P<gift>(?:i|we) (?:will|shall|can|could|would) (?:give|pay|trade|swap|lend|sell) you (?!.* if you\b).+?) "
    rf"for (?P<goods>{_GOODS})$"
)


def without_oath_before_terms(words: list[str]) -> list[str]:
    """What is offered for something, without the oath before it: "i will not tell if you let me in".

    What is to be had for it is asked for: "i will give you five pounds if you give me that coin".
    """
    return _GOODS_FOR.sub(r"\g<gift> if you give me \g<goods>", _SWORN_FOR.sub("", " ".join(words))).split()


def is_sworn_true(words: list[str]) -> bool:
    """Whether what follows "I swear" is how things are or were, and nothing that one will do."""
    return _SWORN_TRUE.fullmatch(" ".join(word for word in words if word.isalnum())) is not None


# A condition that is none: "I'll take the first watch, if you like".
_COURTESY = re.compile(
    r"(?:^| )if you (?:like|want|wish|please|prefer|would like"
    r"|do not mind|ask me|need me|want me)(?: me to| it| that)?\b"
    r"(?! to\b| my\b| the\b| a\b)"
)


# A condition that is how somebody is or what they are about to do, and nothing done for the player: no price.
_OF_THEIR_OWN = re.compile(
    r"\bif you (?:(?:ever|really|still|do|just|only|ever do) )*"
    r"(?:are|feel|mean|want|need|wish|like|prefer|decide|plan|intend|have to|must|should"
    r"|get (?!(?:me|us|my|the|it|a)\b)|fall|grow|go\b(?! (?:with|and|to) )"
    r"|leave (?:tonight|here|now|this)|would rather|(?:ll |will )?have me|(?:do not |don t )?mind"
    r"|(?:let|allow|permit) me(?= (?:i|we|it)\b|$))\b"  # leave to do what is offered
)


def without_courtesy(words: str) -> str:
    """Words without an "if you like", on which nothing hangs."""
    return _COURTESY.sub("", words)


# Good will is heard before ill: "I'll tell the council how honest you were, my word on it" threatens nobody.
_GOODWILL = re.compile(
    r"\b(?:my word(?: on it)?$|see you (?:right|safe|paid|home|through|fed|well)|for you$|help you|protect you"
    r"|keep (?:you|your (?:name|secret|\w+) (?:out|safe))|look after (?:you|your)|reward you|thank you"
    r"|how (?:honest|helpful|good|kind|brave)|(?:did|meant) (?:no harm|well|right)|put in a (?:good )?word)\b"
)


def force_of(words: list[str]) -> str | None:
    """The force of words said to somebody; None of a plain statement or question."""
    return _force_in(" ".join(word for word in words if word.isalnum()))


@lru_cache(maxsize=256)
def _force_in(text: str) -> str | None:
    text = _COURTESY.sub("", text)
    if _DEMANDED_AFTER.search(text):
        return "threaten"
    if _DEMANDS.match(text) and re.search(r"\b(?:or|or else|otherwise) (?:i|we|you|she|he|they)\b", text):
        return "threaten"
    if _SWORN_FOR.match(text):
        return "offer"
    kindly = _GOODWILL.search(text) is not None and not re.search(r"\b(?:or|otherwise|unless|not)\b", text)
    for force, forms in _COMPILED:
        if force == "threaten" and kindly:
            continue
        if force == "offer" and _DECLINES.match(text):
            continue
        if any(form.fullmatch(text) for form in forms):
            if force == "offer" and _OF_THEIR_OWN.search(text):
                return "promise"  # "if you mean to go, I will walk with you"
            if force == "promise" and (sworn := _SWEARING.match(text)) is not None:
                return None if is_sworn_true(text[sworn.end() :].split()) else force
            return None if force == "flatter" and _NOT_FLATTERED.match(text) else force
    return None


_AFTERTHOUGHT = frozenset(
    "nobody noone it that this there they he she everybody everyone honest trust believe deal promise swear".split()
)


_BARE_OATH = re.compile(
    r"(?:(?:you have|take) )?my word(?: on it)?|(?:i|we) (?:promise|swear|vow)(?: (?:it|you|to you|to god))?"
)


def without_reason(words: list[str]) -> list[str]:
    """What is offered, promised or threatened without why: "I will walk with you, nobody should cross it alone"."""
    for at in range(2, len(words) - 1):
        said = words[at] == "," and (
            words[at + 1] in _AFTERTHOUGHT or words[at + 1 : at + 3] == ["my", "word"]
        )
        bare = _BARE_OATH.fullmatch(" ".join(words[:at])) is not None  # "you have my word: nobody will touch him"
        if said and not bare and force_of(words[:at]) in ("offer", "promise", "threaten"):
            return words[:at]
    return words


def is_leverage(scope: Scope, words: list[str]) -> bool:
    """Whether a sentence is a threat or an offer as a whole: what it says would be done is not done now."""
    if not hearers_in(scope):
        return False
    said = [word for word in words if word.isalnum()]
    if re.fullmatch(_FOR_KEEP, " ".join(said)):
        return True
    pressing = not {"if", "unless", "or", "otherwise", "return", "exchange"}.isdisjoint(said)
    pressing = pressing or _GOODS_FOR.match(" ".join(said)) is not None
    to_you = "you" in said or "your" in said or "me" in said
    return pressing and to_you and force_of(said) in ("threaten", "offer")


def is_said_outright(scope: Scope, words: list[str]) -> bool:
    """Whether a sentence is said to whoever is here, although nothing says so.

    "Don't be afraid", "I am from the king": the player tells it to nobody else.
    """
    said = [word for word in words if word.isalnum()]
    if not hearers_in(scope):
        return False
    text = " ".join(said)
    claims = errand_claimed(text) is not None or debt_claimed(text) is not None
    return (
        claims
        or force_of(said) in ("comfort", "apologize")
        or any(form.match(text) for form in (_MENACES, _WAGERS, _CLAIMS, _TO_YOU))
    )


def asks_leave(scope: Scope, words: list[str]) -> bool:
    """Whether the player asks those present whether they may do or have something."""
    return bool(hearers_in(scope)) and _LEAVE.match(" ".join(words)) is not None


def to_all(scope: Scope, words: list[str]) -> tuple[str, list[str]] | None:
    """The host or the likeliest to answer, and what is said, where the words are said to everybody."""
    here = hearers_in(scope)
    ordered = len(words) > 1 and words[1] in scope.nouns.verbs.base
    if not here or len(words) < 3 or words[0] not in _ALL or not (words[1] == "," or ordered):
        return None
    return host_of(scope.world, scope.state) or here[0], words[1 if ordered else 2 :]


def offered_thing(scope: Scope, words: list[str]) -> str | None:
    """The thing that is offered: "I'll give you MY KNIFE if ..."."""
    said = [word for word in words if word.isalnum()]
    said = said[: said.index("if")] if said[:1] in (["i"], ["we"]) and "if" in said else said
    for at, word in enumerate(said):
        if word in ("give", "pay", "bring", "trade", "swap", "offer", "have"):
            rest = [w for w in said[at + 1 :] if w not in ("you", "him", "her", "them")]
            stop = next(
                (n for n, w in enumerate(rest) if w in ("if", "for", "when", "once", "in", "and")), len(rest)
            )
            found = resolve(scope, rest[:stop], frozenset({"item"}), frozenset({"item"})) if stop else None
            to_be_found = word == "bring" and found is not None and scope.state.items.get(found.thing) != PLAYER
            if found is not None and found.fit >= 82 and not to_be_found:
                return found.thing
    return None
