"""Questions on what somebody has just said: what they mean, why, from whom, are they sure, and then? Pure."""

from __future__ import annotations

import re
from typing import Literal

from gamemaster.language.tables.form_patterns import patterns_of

FollowUp = Literal["meant", "because", "source", "sure", "onward", "choice", "insist"]
_IT = r"(?: (?:that|this|it|so|them))?"
_LEADING = re.compile(
    r"^(?:(?:and|but|so|oh|well|wait|sorry|please|hang on|bruh|bro|dude|lol|yo|hey|hm|hmm|no|yes|okay|sure|aye"
    r"|all right|fine|gladly|ah) )+(?=\w)"
)
_FORMS: tuple[tuple[FollowUp, str], ...] = (
    ("onward", r"(?:(?:yes|sure|okay|aye|fine|all right|oh) )+(?:please )?(?:go (?:on|ahead)|do)(?: then| please)*"),
    ("meant", rf"""
        (?:and )?(?:what|how) (?:do|did|would|could) you mean(?: (?:by )?.+)?|what you means?(?: .+)?
        |what(?: is| does)? (?:that|this|it) (?:supposed to |meant to )?mean(?: .+)?|meaning(?: what)?|mean what
        |what is (?:that|it) (?:supposed|meant) to mean|(?:please |can you |could you |would you )*explain(?: .+)?
        |(?:i|we) (?:do|did|can|could) not (?:quite |really )?(?:understand|follow|get|catch)(?: you|{_IT}| a word)?
        (?: (?:last )?(?:bit|part|one))?|you (?:have )?lost me(?: there)?|in what way|like what|such as(?: what)?
        |(?:of|about|from|for|with|to|than|by|like) (?:what|whom?)
        |what are you (?:saying|talking about|getting at|trying to say)|you mean .+"""),
    ("choice", r"""
        which (?:one )?is it(?: then)?|which of (?:them|the two|these) is (?:it|true)|make up your mind
        |(?:but )?you (?:just )?(?:told|said) .+ (?:and|but|then) .+"""),
    ("sure", r"""
        are you (?:quite |really |so |very |absolutely )?(?:sure|certain|serious|joking|kidding|lying)(?: .+)?
        |really|truly|honestly|seriously|is (?:that|it|this) (?:really |even )?(?:so|true|the truth|a lie|a joke)
        |(?:do )?you (?:really )?(?:swear|mean) (?:to )?(?:it|that)|do you really (?:think|believe) (?:so|that)"""),
    ("insist", r"""
        please|pretty please|(?:oh )?come on(?: then)?|go on then|answer me(?: then| please)?
        |will you|would you|won not you"""),
    ("source", rf"""
        who (?:told|says|said)(?: you)?{_IT}|says who|according to who(?:m)?
        |how (?:do|did|would|can|could) you (?:know|tell|find out)(?: .+)?
        |where did you (?:hear|learn|read){_IT}(?: from)?|where did you get(?: (?:that|it|so))?(?: from)?
        |(?:did|have) you (?:seen?|heard?){_IT}(?: (?:yourself|happen))*|were you there"""),
    ("because", rf"""
        why|why not|why so|how come|how so|what for|for what reason|why is (?:that|it|this)(?: so)?
        |why (?:would|did|does|do|is|was|has|should) (?:he|she|they|it|anyone|anybody|you)
         (?:do|say|want|think|have done|have said|done|said|doing) ?(?:that|this|it|so)?
        |why (?:do|did|would|are) you (?:say|ask|tell|think|mean)(?: me)?{_IT}"""),
    ("onward", r"""
        then|then what|what then|and|and so|so what|what (?:happened |came |comes )?(?:next|after|afterwards)
        |what happened (?:then|next|after(?: that)?|afterwards)|after that|keep talking
        |(?:go (?:on|ahead)|carry on|continue|please do|do go on|let us (?:hear|have) it|out with it
         |let me (?:hear|have)(?: it| that)?
         |(?:i|we) (?:am|are) (?:all ears|listening)|do tell|tell me)(?: then| please| now)*
        |(?:tell me|say|what|any|anything|something|what about|know) (?:some )?(?:more|else)
         (?: (?:about|of) (?:it|that))?
        |(?:i|we) (?:would (?:like|love)|want|need) to (?:know|hear|learn) (?:some )?more
         (?: (?:about|of) (?:it|that|this))?
        |more|is (?:that|there) (?:all|more|anything else|nothing else)(?: you (?:know|have))?"""),
)  # fmt: skip
# Words of these forms, which say nothing of what is asked about.
FORM_WORDS = frozenset(
    """mean meaning explain understand follow sure certain serious joking lying really truly true truth more else
    next then happened happen after say said talking yourself believe swear honestly way sort kind""".split()
)
_COMPILED = patterns_of(_FORMS)


def follow_up_of(words: list[str]) -> FollowUp | None:
    """The kind of question on what was said last that the words are, without a name called out; None of any other."""
    text = " ".join(word for word in words if word[0].isalnum())
    for said in dict.fromkeys((text, _LEADING.sub("", text))):
        for kind, form in _COMPILED:
            if form.fullmatch(said):
                return kind
    return None
