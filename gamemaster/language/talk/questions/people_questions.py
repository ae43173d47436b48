"""Questions to somebody about people: who minds whom, whom they like, what they are to each other, who is about. Pure.

Whom the words name is left in the player's words; `narration/understudy/answers/in_character/about_people.py` answers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gamemaster.language.tables.form_patterns import patterns_of

PeopleKind = Literal[
    "likes_you", "closest", "trusted", "disliked", "minds", "is_your", "everybody", "where_all"
]
_LEAD = re.compile(
    r"^(?:(?:and|so|but|well|now|then|oh|hey|please|tell me|say|listen|look|yes|no|okay"
    r"|(?:can|could|would|will) you tell me|do you know|i wonder) )+"
)
_LATELY = (
    r"(?: (?:now|here|then|these days|today|tonight|at night|really|anyway|though|most|of all|right now|just now"
    r"|at (?:this|the) (?:minute|moment|hour)|(?:in|on|of|at|around) (?:this|the|your) \w+|any ?more"
    r"|(?:now )?(?:since|while|when|that|after|with|if) .+))*"
)
_MIND = (
    r"(?:minds?|looks? after|looking after|takes? (?:good )?care of|taking care of|cares? for|raises?|brings? up"
    r"|feeds?|watche?s? over|protects?|cooks for|keeps? an eye on|stands? up for)"
)
_SOME = r"(?:anyone|anybody|someone|somebody|no one|nobody)"
_GROUND = r"(?: (?:in|on|at|around|up|down|there|here|about|awake|alive|aboard|left|still))*"
_PLACE = r"(?: (?:this|the|your) \w+(?: \w+)?)?"
_FORMS: tuple[tuple[PeopleKind, str], ...] = (
    ("likes_you", rf"""
        (?:do|does|did|is|are|was|were|has|have) (?P<who>(?!you |i |we )(?:\w+ ){{1,4}}?)(?:really
        \s|even |still |ever |always )*
        (?:like|love|trust|hate|fear|respect|believe|mind|despise|care (?:for|about)|fond of|afraid of
        |scared of|angry with
        |angry at|jealous of|(?:good|kind|nice|cruel|mean|unkind|friendly|close) to|in love with) you{_LATELY}
        |(?P<any>who)(?: (?:else|here|would|does|really))* (?:likes?|loves?|trusts?|miss(?:es)?
        |cares? (?:for|about)) you{_LATELY}
        |(?:what does|how does) (?P<who_else>(?:\w+ ){{1,4}}?)(?:think (?:of|about)|feel about
        |treat) you{_LATELY}"""),
    ("trusted", rf"""
        (?:who|whom|which of (?:them|you)) (?:do|can|could|would|should|may) (?:you|i|we
        |one) (?:really |most )*(?:trust|rely on
        |count on|believe|turn to){_LATELY}
        |who can be trusted{_LATELY}|is there {_SOME}(?: else)?(?: here)?(?: (?:that|whom?))? (?:you|i
        |we) can (?:trust|rely on
        |turn to){_LATELY}"""),
    ("disliked", rf"""
        (?:who|whom|which of (?:them|you)) (?:do|would|can) you (?:really |most )*(?:hate|dislike|mistrust
        |distrust|not (?:like
        |trust)|like (?:least|the least)){_LATELY}
        |who is (?:hard|cruel|mean|unkind|harsh|rough|nasty) (?:on|to|with) you{_LATELY}
        |who is (?:the )?(?:worst|meanest|nastiest|cruellest|unkindest)\b.*"""),
    ("closest", rf"""
        (?:who|whom|which of (?:them|you|the \w+)) (?:do|would) you (?:really |most )*(?:like|love|care for
        |get on with|get along with
        |talk to|prefer|miss)(?: (?:best|better|the best|the most|well with))?{_LATELY}
        |who (?:is|are|was) (?:the )?(?:nicest|kindest|best|dearest|closest|gentlest|good|kind|nice)\b(?! at\b).*
        |who (?:is|are) your (?:best |closest |dearest |only )*(?:friends?|favou?rite)\b.*
        |(?:do|have) you (?:have |got )?(?:any |a |many |some )*(?:friends?)\b.*|is {_SOME} (?:kind|good
        |nice) to you\b.*"""),
    ("minds", rf"""
        who (?:is it (?:that )?|(?:here |else |will |does |is )*)?{_MIND} (?P<whom>(?:(?!now
        \s|here |since )\w+ ?){{1,4}}?){_LATELY}
        |who puts (?P<to_bed>(?:\w+ ?){{1,4}}?) to bed{_LATELY}
        |(?:is there|has|have) (?:\w+ )?{_SOME}(?: here| else| left)*(?: (?:who|that|to))? {_MIND}
        \s(?P<by_some>(?:(?!now |here |since )\w+ ?){{1,4}}?){_LATELY}
        |(?:(?:do|does) (?P<having>(?:\w+ ){{1,3}}?)have|(?:has|have) (?P<holding>(?:(?:the|your|that) )?\w+)(?: got)?)
        \s{_SOME}(?: else)?(?: (?:left|to {_MIND} \w+))?{_LATELY}
        |(?:who|whom) (?:does|has|do|have) (?P<got>(?:\w+ ){{1,3}}?)(?:have|got|left)(?: left)?{_LATELY}"""),
    ("is_your", rf"""
        (?:is|was) (?P<one>(?!it |this |that |there |what )(?:\w+ ){{1,4}}?)(?:really
        \s|still |not )*your (?P<role>\w+(?: \w+)?){_LATELY}
        |(?:is|was) (?P<like>(?!it |this |that |there |what )(?:\w+ ){{1,4}}?)(?:really |still |like )*
        (?:a|an|the) (?P<what>\w+) (?:of yours|to you){_LATELY}
        |are you (?P<of>(?:\w+ ){{1,3}}?)(?:s )?(?P<own>\w+){_LATELY}"""),
    ("where_all", r"""
        where (?:is|are) (?:each|all|every one|the rest|everybody|everyone|the others|they all|all the others)\b.*
        |where does (?:each|everybody|everyone)\b.*|where (?:each|every) (?:one|of)\b.*
        |where (?:everybody|everyone|they all|the others) (?:is|are)\b.*
        |(?:and )?(?:where|how) (?:is|are) (?P<both>.+ and .+)"""),
    ("everybody", rf"""
        who (?:else|all) (?:is|are){_GROUND}{_PLACE}{_LATELY}
        |who (?:is|are) (?:still )?(?:awake|aboard|around|about|left){_LATELY}
        |who (?:is|are) (?:who|everybody
        |everyone|all these people)\b.*
        |who (?:else )?(?:is|are) (?P<way>upstairs|downstairs|above|below|overhead|underneath|up there
        |down there){_LATELY}
        |(?:give|tell) me (?:all )?(?:the|their|everybody s|everyone s|your|some) names\b.*
        |(?:give me )?names(?: please)?
        |what are (?:they|you all|they all|the others) called|(?:what are )?(?:their|all your) names
        |(?:tell|talk to) me about (?:them|everyone|everybody|the (?:others|rest|people)|people|your people
        |the folk)\b.*
        |is {_SOME} else{_GROUND}{_PLACE}{_LATELY}|(?:are there|is there) (?:any
        |{_SOME})(?: other)?(?: people)?(?: else)?{_GROUND}{_PLACE}{_LATELY}
        |who else (?:works?|lives?|sleeps?|stays?|eats?)\b.*"""),
)  # fmt: skip
_COMPILED = patterns_of(_FORMS)


@dataclass(frozen=True)
class PeopleQuestion:
    """What is asked about people: of whom, in the player's words, as what, which way off."""

    kind: PeopleKind
    whom: str = ""
    role: str = ""


_NOBODY_NAMED = frozenset("there it what this that these those here".split())


def people_question_of(text: str) -> PeopleQuestion | None:
    """The question about people that plain words to somebody are, without their name; None of any other."""
    for kind, form in _COMPILED:
        found = form.fullmatch(text) or form.fullmatch(_LEAD.sub("", text))
        if found is None:
            continue
        groups = {name: (part or "").strip() for name, part in found.groupdict().items()}
        role = (
            groups.pop("role", "") or groups.pop("own", "") or groups.pop("what", "") or groups.pop("way", "")
        )
        whom = next((part for part in groups.values() if part), "")
        if whom in _NOBODY_NAMED:
            continue
        return PeopleQuestion(kind, whom, role)
    return None
