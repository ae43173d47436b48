"""What one thing a question wants to be told, a person, a place, a time, a reason, a number; which text has it."""

from __future__ import annotations

import re

from gamemaster.language.names.normalization import content_of, plain, words_of
from gamemaster.language.names.noun_index import name_words
from worlds.per_world import per_world
from worlds.schema import World

# What one listens for is no reason: the verb has a "for" of its own.
_FOR_OF_A_VERB = (
    r"(?:listening|looking|waiting|watching|searching|hunting|fishing|digging|calling|asking|feeling|praying|hoping"
    r"|reaching|aiming|(?:you|he|she|they|we|i) (?:listen|look|wait|watch|search|hunt|call|ask|pray|hope))"
)
_FORMS = (
    ("why", r"\bwhy\b|\bhow come\b|\bfor what\b|\bwhat (?:made|makes|stopped|drove)\b"
            rf"|\bwhat (?!(?:\w+ ){{0,4}}?{_FOR_OF_A_VERB} for$)(?:\w+ ){{0,4}}for$"),
    ("how_many", r"\bhow (?:many|much|old|long|deep|far|often|big|high|tall|wide|heavy|late)\b"),
    ("when", r"\bwhen\b|\b(?:what|which) (?:time|hour|day|night|week|year|month|morning|evening)\b|\bsince when\b"),
    ("where", r"\bwhere\b|\bwhich (?:way|place|room|house)\b"),
    ("who", r"\b(?:who|whom|whose)\b|\bby what name\b|\bwhat (?:man|woman|person|name)\b"),
    ("how", r"\bhow\b"),
    ("what", r"\bwhat\b|\bwhich\b"),
)  # fmt: skip
_KINDS = tuple((kind, re.compile(form)) for kind, form in _FORMS)
_NUMBER = (
    r"\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundreds?|thousands?|dozens?|half"
)
_SIGNS = {
    "who": re.compile(
        r"\b(?:nobody|no one|everybody|everyone|myself|himself|herself|themselves|(?:my|his|her|their|your) (?:\w+ )?"
        r"(?:mother|father|sister|brother|son|sons|daughter|wife|husband|boy|boys|girl|men|man|friend|uncle|aunt)"
        r"|by me|(?:he|him|she|her|they|them) (?:that|who)|mother|father|mum|dad)\b|^(?:i|me|mine)\b"
    ),
    "where": re.compile(
        r"\b(?:in|at|on|under|behind|below|above|by|beside|inside|outside|near|over|to|from|round|into|through|off)"
        r" (?:the|a|an|my|his|her|their|our|your|its|that|this)\b|\b(?:here|there|upstairs|downstairs|home|up|down"
        r"|city|town|village|abroad|north|south|east|west|nowhere|anywhere|somewhere|everywhere|overhead|indoors"
        r"|outside|next door)\b"
    ),
    "when": re.compile(
        rf"\b(?:(?:once|twice|every) (?:an? |the )?(?:day|night|week|month|year|hour)"
        rf"|yesterday|today|tonight|ago|since|always|never|dawn|dusk|noon|midnight|sunrise|sunset|easter|christmas"
        rf"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|last (?:week|month|year|night|spring|summer|autumn|winter)"
        rf"|(?:{_NUMBER}|many|few|some) (?:\w+ )?(?:minutes|hours|days|nights|weeks|months|years|summers|winters)"
        rf"|(?:at|past|by|till|until|about|round) (?:oh )?(?:{_NUMBER})|o'?clock|in the (?:night|morning|evening)"
        r"|in (?:spring|summer|autumn|winter)|1\d\d\d|soon|lately|candlemas|michaelmas|yule|lent"
        r"|january|february|april|june|july|august|september|october|november|december|in (?:march|may)"
        r"|(?:before|after|till|until|when|while) (?:the|an?|my|his|her|their|our|your|this|that|he|she|they|i|we|it)"
        r"|this (?:morning|evening|year|week|month|spring|summer|autumn|winter))\b"
    ),
    "why": re.compile(
        r"\b(?:because|since|so that|in case|otherwise|or else|afraid|fears?|owes?|debt|wants?|wanted|needs?|needed"
        r"|would (?:not|never)|for (?:the|my|his|her|their|our|fear|want|money)|if (?:he|she|they|i|we|it)\b.*)\b"
    ),
    "how_many": re.compile(rf"\b(?:{_NUMBER}|none|all of|few|many|nobody|everybody)\b"),
}  # fmt: skip


def asked_kind(words: str) -> str:
    """The one thing a question wants; "whether" where it wants a yes or a no, or nothing that a form tells."""
    text = " ".join(word for word in words_of(plain(words)) if word[0].isalnum())
    for kind, form in _KINDS:
        found = form.search(text)
        if found is not None and (found.end() == len(text) or len(text[: found.start()].split()) < _LEAD):
            return kind
    return "whether"


_WHO_DID = re.compile(
    r"(?:(?:and|so|but|then) )*who (?:else )?(?:really |actually |ever |always |usually )?"
    r"(?P<verb>(?!(?:is|was|are|were|does|did|has|had|can|could|would|will|should|knows?|said|says|made|makes|goes|went"
    r"|comes|came|gets|got|else|here|in|on)\b)\w+)\b(?P<rest>.*)"
)
_DOER = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[A-Z]\w+) (?:\w+ly |have |has |had |always |still |often )?(\w+)"
)


def tells_doer(words: str, text: str) -> bool:
    """Whether a text says of somebody what a question asks who did: "who set the scales?", "I set the scales …"."""
    found = _WHO_DID.fullmatch(words)
    if found is None:
        return False
    verb, more = content_of(found["verb"]), content_of(found["rest"])
    for sentence in re.split(r"(?<=[.!?])\s+", _GESTURE.sub(" ", text)):
        done = any(content_of(one[1]) & verb for one in _DOER.finditer(sentence))
        if done and (more & content_of(sentence) or "you" in found["rest"].split()):
            return True
    return False


_GESTURE = re.compile(r"\*[^*]*[.!?][^*]*\*")  # a title is no gesture
_AT_A_NAME = re.compile(r"\b(?:in|at|near|from|to|past|off|round|by|under|over|on|beyond) [A-Z]\w+")
_LEAD = 2  # words before that of a question: "works nights when he works" asks for no time


@per_world
def _people_by_name(world: World) -> frozenset[str]:
    """The names of people, as words in a row."""
    people = world.characters.values()
    return frozenset(
        " ".join(name_words(name)) for one in people for name in (one.name, *one.aliases) if name
    )


def suits(world: World, kind: str, text: str) -> bool:
    """Whether a text holds what a kind of question wants: somebody named for "who", a time for "when"."""
    text = _GESTURE.sub(" ", text)
    if kind == "where" and _AT_A_NAME.search(text):
        return True
    said = " ".join(words_of(plain(text)))
    sign = _SIGNS.get(kind)
    if sign is not None and sign.search(said):
        return True
    return kind == "who" and any(f" {name} " in f" {said} " for name in _people_by_name(world))
