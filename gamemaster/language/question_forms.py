"""What kind of question somebody is asked, and which of its words say what it is about. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.normalization import plain, words_of

# The kinds of question. Those of the first line are put to the person themselves; the others are about something.
#   self want fear doing well opinion_of_me
#   about opinion said may will price how_many what_happened why when where who how what whether
ABOUT = "about"
_BEFORE = re.compile(
    r"^(?:(?:and|so|but|well|now|then|please|oh|hey|yes|no|okay|listen|look|say|i ask|i say|i wonder|"
    r"excuse me|pray|(?:can|could|would|will) (?:you|i) (?:please )?(?:tell|ask) (?:me|you|us)|"
    r"do you (?:happen to )?know|(?:i )?(?:want|need|would like|wish) to (?:know|ask|hear)(?: you)?|"
    r"tell me(?! (?:about|of|more|everything|something|what you know|all))|answer me|i am asking)\s+)+"
)
_OWN = (
    ("self", r"(?:who|what) (?:are|were) you(?: then| really| exactly)?|what is your (?:name|trade|job|work)|"
             r"(?:tell|talk)(?: to)? (?:me|us) (?:(?:more|something|all|everything) )?(?:about|of) (?:yourself|you|your life|your past)|"
             r"introduce yourself|what (?:are you|do they|shall i|should i|do people) (?:called|call you)|"
             r"where (?:are|do) you (?:come )?from|what do you do(?: here| all day)?|how old are you|about (?:yourself|you)"),
    ("want", r"what (?:do|would|is it|did) (?:that )?you (?:really |truly |most )?(?:want|wish|need|hope|desire|long)(?: for)?"
             r"(?: most| here| really| from life)?|what are you (?:after|hoping for|waiting for)|what matters (?:most )?to you|"
             r"what (?:can|could) i do for you|(?:do|is there anything|is there something) you (?:want|need)(?: anything| something)?"),
    ("fear", r"(?:what|who|whom) (?:are|do) you (?:so )?(?:afraid|scared|frightened|fear|dread)(?: of| most)*|"
             r"(?:what|who) (?:frightens|scares|worries|troubles) you(?: so| most)?|"
             r"are you (?:afraid|scared|frightened|worried)(?: of (?:something|anything|somebody))?|why are you (?:so )?(?:afraid|scared|frightened)"),
    ("doing", r"what are you (?:\w+ing|up to|at)(?: (?:there|here|now|on|with that|for))*|what is that you are \w+ing|"
              r"what (?:is it )?(?:that )?you are \w+ing"),
    ("well", r"how (?:are|do) you(?: (?:do|feel|fare|feeling|doing|today|sleep|keeping))*|are you (?:all right|okay|well|hurt|tired|cold|hungry|ill|sad|lonely|happy)|"
             r"what is (?:wrong|the matter|up)(?: with you)?|is (?:something|anything) (?:wrong|the matter)"),
    ("opinion_of_me", r"(?:do|did|would|can|could) you (?:even |really )?(?:like|trust|hate|fear|believe|love|know|remember) me|"
                      r"what do you think (?:of|about) me|are you (?:angry|mad|cross|afraid|happy) (?:at|with|of) me|are we friends"),
)  # fmt: skip
_FRAMES = (
    ("opinion", r"(?:what do you (?:think|make|say)|how do you (?:feel|get on)|what is your (?:opinion|view)) (?:of|about|on|with|to) (?P<t>.+)|"
                r"(?:do|does|did|would|can|could|should) (?:you|i|we) (?:even |really )?(?:like|trust|hate|love|miss|fear|get on with|believe) (?P<t2>.+)|"
                r"are you (?:afraid|scared|fond|jealous|in love|friends|angry) (?:of|with|at) (?P<t3>.+)|"
                r"(?:can|could|should) (?P<t4>.+?) be trusted"),
    ("said", r"what (?:did|has|have|does|had) (?P<t>.+?) (?:say|said|tell|told|talk|speak|mean)\b.*"),
    ("price", r"(?:what|how much) (?:would|do|will|must) (?:you|i) (?:take|want|ask|charge|give|pay)(?: you)? for (?P<t>.+)|"
              r"(?:what|how much) (?:does|would|do|is) (?P<t2>.+) cost|what is your price(?: for (?P<t3>.+))?"),
    ("may", r"(?:may|can|could|might|shall) (?:i|we) (?:please )?(?P<t>.+)|(?:am i|are we) (?:allowed|welcome|free) to (?P<t2>.+)|"
            r"(?:is it (?:all right|okay)|do you mind|would you mind) if (?:i|we) (?P<t3>.+)"),
    ("will", r"(?:will|would|can|could) you (?:please )?(?P<t>.+)|do you (?:want|care) to (?P<t2>.+)|are you (?:willing|ready) to (?P<t3>.+)"),
    ("how_many", r"how (?:many|much|long|far|old|often|deep|big|thick|high|heavy|late|soon) (?P<t>.+)"),
    ("what_happened", r"what (?:is |has |has been )?(?:happened|happening|happens|became|become|befell|going on|is going on|went on|went wrong)"
                      r"(?: (?:to|of|with|at|in|on|here|there) ?(?P<t>.*))?"),
    ("why", r"(?:why|how come|what for|for what reason)(?: (?P<t>.+))?"),
    ("when", r"(?:when|what time|since when|until when|at what time|what day)(?: (?P<t>.+))?"),
    ("where", r"(?:where|which way|in which direction|whereabouts)(?: (?P<t>.+))?"),
    ("who", r"(?:who|whom|whose|to whom|by whom)(?: (?P<t>.+))?"),
    ("how", r"(?:how|in what way)(?: (?P<t>.+))?"),
    ("about", r"(?:what|how) about (?P<t>.+)|what (?:do|does|did|can|have) (?:you|we|they) (?:know|hear|heard|remember|tell me|say) (?:about|of) (?P<t2>.+)"),
    ("what", r"(?:what|which)(?: (?P<t>.+))?"),
    ("whether", r"(?:is|are|was|were|do|does|did|have|has|had|will|would|can|could|should|must|if|whether|am|isn|aren) (?P<t>.+)"),
    ("about", r"(?:tell|teach|show|talk|speak)(?: to)? (?:me|us) (?:(?:more|everything|something|all|what) )?(?:you know )?(?:about|of|regarding)? ?(?P<t>.+)|"
              r"(?:about|of|regarding|concerning) (?P<t2>.+)"),
)  # fmt: skip
_OWN_FORMS = tuple((kind, re.compile(form)) for kind, form in _OWN)
_FORMS = tuple((kind, re.compile(form)) for kind, form in _FRAMES)


@dataclass(frozen=True)
class Question:
    """A question's kind and the words of its matter, without the frame around them."""

    kind: str
    about: tuple[str, ...] = ()
    asked: bool = True  # it has the form of a question, and is no bare noun


def question_of(text: str) -> Question:
    """What is asked, from words that are said to somebody, without their name. A bare noun is asked `about`."""
    said = " ".join(word for word in words_of(plain(text)) if word[0].isalnum())
    said = _BEFORE.sub("", said)
    said = re.sub(r" (?:please|then|now|anyway|exactly|again|really)$", "", said)
    for kind, form in _OWN_FORMS:
        if form.fullmatch(said):
            return Question(kind)
    for kind, form in _FORMS:
        found = form.fullmatch(said)
        if found:
            matter = next((part for part in found.groupdict().values() if part), "")
            return Question(kind, tuple(matter.split()))
    return Question(ABOUT, tuple(said.split()), asked=False)
