"""What is said from heart to heart: sympathy, trust, friendship, a warning, a secret kept, a hand held out. Pure.

By form alone: what it is about stays in the player's own words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from gamemaster.language.tables.form_patterns import patterns_of

Heart = Literal[
    "sympathy", "care", "trust", "friendship", "liking", "companionship", "encouragement", "warning", "secrecy",
    "invite_seat", "invite_hand", "invite_near", "invite_company", "invite_treat",
    "blessing",
]  # fmt: skip
HEARTFELT = frozenset(get_args(Heart))
# What befell somebody else is no fault of whoever is sorry about it: "I'm sorry about Maureen", "… for your loss".
OF_OTHERS = (
    r"(?:about|for) (?!that\b|this\b|it\b|all\b|any|every|earlier|before|last\b|yesterday|my\b|our\b|\w+ing\b"
    r"|the (?:mess|noise|delay|wait|mud|trouble|intrusion|interruption|misunderstanding|way)\b"
    r"|(?:(?:the|any) )?(?:what|how|things?) (?:i|we)\b|the .* (?:i|we)\b)\w+"
)
_SOMEBODY = r"(?:somebody|someone|anybody|anyone|they|people|one of (?:them|you|us|these people))"
_MAY = (
    r"(?:may|might|could|will|would|(?:wants?|means?|plans?|tried|tries|intends?|asked me|told me) to"
    r"|(?:is|are) (?:going|about|planning|trying|out) to)"
)
_LEAD = (
    r"(?:(?:oh|well|and|but|so|please|look|listen|no|yes|dear|hey|come on|(?:just )?between us|i think|i fear"
    r"|i am afraid|you know) )*"
)
_KINDLY = r"(?:dear|sweet)"
_FORMS: tuple[tuple[Heart, str], ...] = (
    ("blessing", r"""
        (?:(?:would|will|could|can) you )?(?:please )?(?:bless|absolve|shrive) (?:me|us)\b.*
        |(?:would|will|could|can) you (?:please )?pray for (?:me|us)\b.*|pray for (?:me|us)\b.*
        |(?:please )?hear (?:my|our) confession\b.*|(?:i|we) (?:ask|beg|want|need) (?:for )?your blessing\b.*
        |(?:please )?give (?:me|us) your blessing\b.*|(?:may|can|could) (?:i|we) have your blessing\b.*"""),
    ("warning", rf"""
        (?:that )?{_SOMEBODY} {_MAY}(?: be)? (?!help\b|know\b|have\b(?!.*\byour?\b)|tell (?:me|us)\b).+
        |(?!(?:i|we|you|it|this|that|there|what|who|why|how|when|where|which|if|nobody|noone|no one|nothing) )
        (?:\w+ ){{1,3}}?(?!would\b|will (?!kill|sell|hurt|take|come|find|steal)\w+){_MAY}
        \s(?:.* )?(?:you|your|yours)\b.*
        |(?:do not|never) (?:trust|believe|listen to|rely on|turn your back on|let (?:him|her|them|anybody|anyone)) .+
        |there (?:is|are) .+ (?:who|that) {_MAY} .*\b(?:you|your|yours)\b.*
        |(?!(?:i|we|you|who|what|why|how) )(?:\w+ ){{1,3}}?{_MAY} (?:try to )?(?:kill|hurt|harm
        |rob|steal|poison|attack|burn|drug|betray
        |drown|shoot|stab|tamper|fiddle)\b.*
        |(?:you (?:should|must|had better|need to) )?(?:be careful|beware|take care|look out(?! of)|be on your guard
        |watch out)
        \s(?:of|with|for|around|near|when|if|what)\b(?! (?:your|my)self).+
        |watch your (?:back|step|cup|drink|plate|food|tongue|mouth)\b.*|(?:keep|have) an eye (?:on
        |out for) your\b.*
        |(?:i want|i came|i am here|i have come) to warn you\b.*|i (?:must |have to |should )?warn you\b.*
        |you are (?:all )?in (?:great |terrible |real )?danger\b.*"""),
    ("secrecy", r"""
        (?:.+ (?:but|and) )?(?:i|we) (?:will|would|shall|do|am going to) (?:not|never) (?:ever )?
        (?:tell (?:\w+ (?:what|that|who|where|about)
        |on|anyone|anybody|a soul|them|him|her|people|who|what|that|where)|say (?:who|what|that
        |anything to|a word)
        |breathe a word|give you away|betray you|let on|repeat (?:it|that)|\w+ on you|mention (?:it|that|you))\b.*
        |(?:i|we) (?:can|will) keep (?:a|your|the|this|that|it|it a) (?:secrets?|to (?:myself|ourselves)
        |quiet)\b.*
        |(?:your|the|this) secret is safe\b.*|it (?:stays|is) between (?:us|you and me)\b.*|my lips are sealed
        |(?:i|we) (?:will )?tell (?:nobody|no one)\b.*|nobody will (?:hear|know|learn) (?:it|of it
        |about it)? ?from me"""),
    ("sympathy", rf"""
        (?:you|it|that|this|those|these|they|all (?:this|that)) must (?:still |all |really |surely )*
        (?:(?:be|have been|feel|have felt|get|weigh|hurt|grieve|break|haunt|seem)\b.*
        |(?:miss|mourn|love|have loved|have missed|long for|think of|dream of) .+)
        |(?:i am |we are )?(?:so |very |truly |really |terribly )*sorry (?:to hear\b.*|{OF_OTHERS}\b.*
        |that (?:you|your|he|she|they|it)\b.*
        |(?:you|he|she|they) (?:can|could|have|had|are|were|did|do|must|lost)\b.*|it (?:hurts|happened
        |is so)\b.*)
        |poor (?:old |little |young )?\w+|you poor(?: \w+){{0,2}}|you {_KINDLY} (?:old |little |young )?\w+
        |(?:nobody|no one|no \w+) (?:should|ought to|deserves to) (?:ever )?(?:have to )?(?:be|sit|live|go
        |carry|bear|face|wait|die|grow|hear|sleep|stand|work|suffer)\b.+
        |(?:it|that|this) can not (?:be|have been) (?:easy|pleasant|much fun)\b.*
        |(?:i|we) feel (?:so |very |really )?(?:sorry|bad|sad) for you\b.*|you deserve (?:better|more|a|some|to)\b.*
        |you (?:do|did) not deserve\b.*|what you have (?:been|gone) through\b.*|my heart (?:goes out|breaks
        |aches)\b.*
        |(?:that|it|this) is (?:so |very |really |terribly |just )*(?:sad|heartbreaking|awful|terrible|hard
        |cruel|a shame|a pity)(?: (?:for|on) you)?"""),
    ("care", r"""
        (?:i|we) (?:(?:do|am|are|will|would|shall) )?(?:always |also |just |really )*
        (?:worry|worried|care|cared|concerned|fear|be thinking|thinking|think) (?:about|for|of) (?:you
        |your safety)\b(?! (?:to|as|that|is|are|did|do|have)\b).*
        |(?:please )?(?:take (?:good )?care of|look after|mind|be (?:good|kind|gentle) to) yourself\b.*
        |(?:please )?(?:stay|keep|be) (?:safe|well)(?: (?:now|then|tonight|please|there|out there
        |down here|up here))*
        |(?:i|we) (?:hope|pray|wish) (?:that )?you(?: \w+){1,8}
        |you (?:should|must|need to|ought to) (?:rest|sleep|eat
        |sit down)\b.*"""),
    ("trust", r"""
        (?:i|we) (?:do |am |really |still |would |will |completely |fully )*(?:trust(?:ing)?|believe(?: in)?
        |count(?:ing)? on
        |rely on) you
        (?:(?: (?:more|most|now|all|completely|entirely|here|with|above|and|as|too|though|for|on|best
        |anyway))\b.*)?
        |(?:i|we) (?:am|are) not (?:afraid|scared|frightened) of you\b.*
        |(?:i|we) have (?:every |great |much )?(?:faith|trust|confidence) in you\b.*"""),
    ("friendship", r"""
        (?:(?:can|could|shall|may|will) we|let us|i (?:want|would like|hope)(?: us)? to|we (?:can|could|should
        |are|will))
        \s(?:all |both |just |still |now )?be (?:good |best |better )?friends\b.*
        |(?:we are )?(?:good |best )?friends(?: (?:then|now|again|yes|right))?
        |(?:are|will|would|could|can) you (?:(?:be|really|still) )*(?:my|a) friend(?: (?:now|then|too|of mine))?
        |i (?:am|will be|would be|want to be|can be|could be|would like to be)(?: \w+)? (?:your|a) friend\b.*
        |you have (?:got )?a friend in me\b.*
        |you are my friend\b.*"""),
    ("liking", r"""
        (?:i|we) (?:do |really |quite |rather |already )*(?:like|am fond of|are fond of) you
        (?: (?:a lot|very much|already|too|now|so much|best|most|better))*"""),
    ("companionship", r"""
        (?:(?:i|we) (?:will|shall|can|could|would gladly|would|am going to) |let me )
        (?:keep you company|(?:sit|stay|wait|be|watch|walk|stand|remain) (?:up |here |down )?(?:with|by|beside
        |next to) you)\b.*
        |you (?:will not|do not|need not|should not) (?:have to |need to )?be (?:left )?alone\b.*
        |you have (?:got )?(?:me|us)(?: now)?|you are not alone\b.*
        |(?:i|we) (?:will|shall) not (?:leave|desert|abandon) you\b.*
        |you can (?:always )?(?:talk|come|turn) to (?:me|us)\b.*|you can tell (?:me|us) anything
        |(?:i|we) (?:am|are) (?:on|at|by) your side\b.*|(?:you can )?(?:lean|count|rely|depend) on (?:me|us)\b.*
        |(?:i|we) have (?:got )?your back\b.*|(?:i|we) (?:am|are) here (?:for|with) you\b.*
        |we (?:will|shall|should|must|can|have to)(?: all)? (?:\w+ ){1,4}together\b.*
        |we are in (?:this|it) together\b.*
        |(?:do you |would you )?(?:want|need|like|fancy|care for) (?:some |a bit of |a )?
        (?:company|friend|shoulder)\b.*"""),
    ("encouragement", r"""
        you are (?:a lot |much |far |so much )?\w+(?:er| \w+) than (?:you|they|he|she|people|anybody|anyone
        |most)\b.*
        |(?:\w+ ){1,3}?(?:would|will|must) be (?:so |very )?(?:proud|glad|pleased|happy)(?: (?:of|for|with) you\b.*)?
        |you \w+ (?:so |very |really |much )*(?:well|better|\w+er)(?: than .+)?
        |(?:you|we) can do (?:it|this|that)\b.*|you (?:are doing|did|have done) (?:very |so |really )?(?:well|fine
        |great|good)\b.*
        |i (?:am|would be) (?:so |very )?proud of you\b.*|(?:be|stay) (?:brave|strong)\b.*|do not give up\b.*
        |you (?:will|are going to) (?:be (?:fine|all right|okay)|get through (?:it|this)|make it
        |manage)\b.*"""),
    ("invite_hand", r"""
        (?:take|hold|shake|squeeze|grip) my hand\b.*|put it there|(?:give|lend) me your (?:hand|arm)\b.*
        |shake hands(?: with me| on it)?|hold hands(?: with me)?
        |take my arm\b.*|let us (?:shake hands|shake on it|hold hands)\b.*|(?:give|let) me (?:a
        |give you a) hug\b.*|hug me\b.*"""),
    ("invite_seat", r"""
        (?:come (?:and |over |here |on )*)?(?:sit|rest|eat|drink|(?:stand |keep )?watch|dance|sing|pray|stand
        |have (?:a|some|another) \w+(?: \w+)?|share (?:a|some|my|this) \w+|have (?:breakfast|dinner|supper|lunch|tea)
        |(?:breakfast|dine|sup))
        \s(?:down |here |close |over here )*(?:with|by|beside|next to|close to|near) (?:me|us)\b.*
        |(?:please )?(?:have|take) a seat\b.* (?:with|by|beside) me\b.*"""),
    ("invite_treat", r"""
        (?:i|we) (?:would like|want|hope) to (?:buy|stand|treat) you\b.*|i owe you (?:a|one|my)\b.*"""),
    ("invite_near", r"come (?:a bit |a little )?(?:closer|nearer|here)(?: to me)?(?: (?:then|now))*|come to me"),
    ("invite_company", r"""
        (?:please )?(?:keep me company|(?:stay|be) (?:here |close )?(?:with|by|beside|near|to) me)\b.*"""),
)  # fmt: skip
_COMPILED = patterns_of(_FORMS)
_BEFORE = re.compile(rf"^{_LEAD}")
_WOULD_YOU = re.compile(
    r"^(?:(?:will|would|could|can) you (?:like to |care to |mind )?|(?:do you )?(?:want|care) to |let us "
    r"|why do not you )"
)
_AFTER = re.compile(
    r"(?: (?:please|too|then|though|okay|all right|will you|would you|can you|will not you|is all|you know|for me"
    r"|(?:(?:my|old|young|dear) )*(?:friend|man|woman|boy|girl|lad|lass|love|dear|sir|madam|pal|mate|kid)))+$"
)
# What goes on after a warning is told, too: "watch him", "be careful", "stay close to Hild".
_CAUTION = re.compile(
    r"(?:(?:please|just|so|and|now) )*(?:watch|mind|guard|be careful|beware|look out|take care|keep|stay|do not|never"
    r"|hold|lock|bar|bolt|shut|close|block|sleep|hide|stick|look after|be on your guard"
    r"|i would (?:keep|watch|mind|be)|you should|you had better)\b.*"
)
_DANGER = re.compile(rf"\b{_MAY}\b")
_YOURS = re.compile(r"\byour ((?:\w+ ?){1,3})")
_ENDS_A_NAME = frozenset(
    """before after when while tonight today tomorrow now soon again if and or to in on at by with for from the a an is
    was are were so because that this later here there off out up down away""".split()
)


@dataclass(frozen=True)
class FromTheHeart:
    """What is meant, and what of the hearer's own it touches ("your bedtime cup"), without the "your"."""

    kind: Heart
    of_theirs: str = ""


def heartfelt_of(text: str) -> FromTheHeart | None:
    """What plain words to somebody mean from heart to heart; None of any others."""
    bare = _AFTER.sub("", _BEFORE.sub("", text))
    for said in dict.fromkeys((text, bare, _WOULD_YOU.sub("", bare))):
        for kind, form in _COMPILED:
            if form.fullmatch(said) and (said in (text, bare) or kind.startswith("invite_")):
                return FromTheHeart(kind, _of_theirs(said.partition(" so ")[0]))
    return None


def is_caution(text: str) -> bool:
    """Whether words go on with a warning, as what to do about it."""
    return _CAUTION.fullmatch(text) is not None


def _of_theirs(said: str) -> str:
    danger = _DANGER.search(said)
    found = _YOURS.search(said, danger.end() if danger is not None else 0)
    name: list[str] = []
    for word in found[1].split() if found is not None else ():
        if word in _ENDS_A_NAME:
            break
        name.append(word)
    return " ".join(name)
