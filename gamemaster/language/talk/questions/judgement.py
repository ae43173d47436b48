"""Questions that want a judgement or an overview: "what should I beware of?", "do they like me?", "what's wrong here?".

Each is known by what it turns on, whatever stands around that. They are the Game Master's, who sums up what the player
has seen and heard. Pure.
"""

from __future__ import annotations

import re

_PARTS = {
    "<i>": r"(?:i|we)",
    "<me>": r"(?:me|us)",
    "<them>": r"(?:any ?(?:one|body)|some ?(?:one|body)|every ?(?:one|body)|they|(?:the )?others|people|these people"
    r"|those people|any of (?:them|these \w+)|(?:these|those|the) (?:folk|men|women|locals))"
    r"(?: all| here| around here| else)*",
    "<so>": r"(?:(?:even|really|actually|still|truly|already|honestly|definitely|just) )*",
    "<away>": r" (?:while|when|since) (?:i|we) (?:was|were|am|are|left|went|(?:have|had) been)"
    r"(?! asleep\b| sleeping\b)(?: .*)?",
    "<beware>": r"(?:careful|wary|beware|afraid|scared|frightened|avoid|watch out|look out|watch for|worr(?:y|ied)"
    r"|mistrust|distrust|guard against)",
}
# Kind of question: its forms, one a line (deeper lines continue the one above); the first that fits counts.
_KINDS: tuple[tuple[str, str], ...] = (
    ("overview", r"""
        what (?:is|are|was) (?:all )?(?:the|my|our|this|that) (?:\w+ )?(?:trouble|problem|matter|issue|deal|crisis
            |emergency|fuss|mess|premise|setup|stakes?)\b(?! with (?!this|here))(?: .*)?
        what (?:is|are) <them> (?:so )?(?:worried|upset|nervous|afraid|scared|frightened|excited|tense|waiting for
            |on about)\b.*
        what (?:is|has gone|went) wrong (?:here|in this|with this|around)\b.*
        (?:where|how) do (?:things|we|i|matters) stand\b.*
        where (?:am|are) <i> (?:up to )?(?:in|with) (?:the|this|our) (?:story|game|plot|quest|case|tale)\b.*
    """),
    ("danger", r"""
        (?:what|whom?|where|which \w+|(?:is there )?any(?:thing|one|body))(?: \w+){0,3} <i> (?:\w+ ){0,4}<beware>\b.*
        what is the worst(?: thing)?(?: that)? (?:can|could|might|may|would) happen\b.*
        (?:is there )?any ?thing(?: else)?(?: that)? <i> (?:should|ought to|need to|must|had better) know\b.*
    """),
    ("trusted", r"""
        whom?(?: all| here| else)* (?:can|could|should|may|might|would) <i> <so>(?:trust|believe|rely on|count on)\b.*
        which (?:one )?of (?:them|(?:these|the|those) \w+)\b.* (?:trust|believe|lying|lies?|hiding|honest)\b.*
        (?:is|are|does|do|did|has|have) <them> <so>(?:hiding|lying|lied?|keeping|holding (?:something )?back|up to)\b.*
        who(?: here)? (?:is|seems?|looks?|could be|might be|sounds?) (?:the (?:most|least) |\w+ )?(?:lying|hiding
            |suspicious|shifty|guilty|trustworthy|dangerous|honest)\b.*
    """),
    ("standing", r"""
        (?:does|do|is|are|will|would) <them> <so>(?:like|dislike|hate|trust|fear|resent|angry|cross|pleased|glad|happy
            |annoyed|want)\b.*\b<me>\b.*
        (?:am|are) <i> <so>(?:\w+ )?(?:welcome|wanted|liked|trusted|unwelcome|popular)\b.*
        how (?:do|does) <them> (?:feel|stand)\b.*\b<me>\b.*
        what (?:do|does) <them> (?:think|make) of <me>\b.*
        what (?:is|are) my (?:relationships?|relations?|standing|reputation)\b.*
    """),
    ("mood", r"""
        what (?:is|was) (?:the|this) (?:\w+ )?(?:mood|atmosphere|vibe|feeling|ambience|tone)\b.*
        how (?:does|do) (?:it|this place|this|the (?:room|place|hall|house)|things) (?:feel|seem)\b(?! to you).*
    """),
    ("in_time", r"""
        (?:do|have) <i> <so>(?:have |got )?(?:(?:the|enough|any|much) )*time\b(?! is).*
        is there <so>(?:(?:enough|any|much) )*time\b.*
        (?:am|are) <i> (?:(?:already|too|running) )*(?:late|out of time)\b.*|how (?:am|are) <i> (?:doing )?for time\b.*
        how (?:long|much time|much longer) (?:do|have) <i> (?:have|got|left)\b.*
        how urgent is (?:it|this)\b.*|what is the (?:deadline|hurry|rush)\b.*|should <i> hurry\b.*
    """),
    ("meanwhile", r"""
        (?:what|anything)(?: has| did| else)* (?:happen(?:ed)?|go on|went on|changed?|i miss(?:ed)?)(?: here)?<away>
        (?:did|has|have) (?:something|anything)(?: \w+)? (?:happen(?:ed)?|changed?)(?: here| in here)?<away>
    """),
    ("what_if", r"""
        (?:what|how) (?:are|is|were) (?:the|my|our) (?:odds|chances?|likelihood|probability|risks?)\b.*
        how (?:likely|probable|risky) (?:is|would|will) (?:it|that|this)\b.*
    """),
    ("things", r"""
        what (?:else )?(?:do|can|could) <i> (?:see|use|find|take|have)\b.* (?:helps?|useful|handy|of use)\b.*
    """),
    ("inventory", r"""
        what (?:do|did|have) <i> (?:come|came|arrive|set out|start|leave|travel|turn up)(?: here| out| in)? with\b.*
    """),
    ("leader", r"""
        who is (?:the )?(?:\w+ )?(?:in charge|in command|the boss|boss)(?: of .+)?(?: here| around here)*
        whose (?:place|house|inn|hall|home|farm|land|shop|kitchen|bar) (?:is|are) (?:this|it|that)
    """),
    ("goal", r"""
        what (?:else )?(?:should|must|do|can|could|ought|would|might) <i> (?:to )?(?:do|try|look at|look for|see to)
            (?: first| now| next| right away| about (?:it|this|that|all this))\b.*
        where (?:should|do|could|can|would|must) <i> (?:start|begin|even start)\b.*
        (?:how )?(?:am|are) <i> <so>(?:doing|getting on)(?: (?:alright|all right|okay|ok|well|fine|good|badly|right))*
            (?: (?:so far|here|yet|at this))*
        what is <so>left to (?:do|see to|finish|find out)\b.*
        what <so>(?:has|have|needs?|is left) to be done\b.*
        (?:what|where) (?:is|would be) (?:the|a|my) (?:best|good|sensible|smart|smartest|wise|wisest|obvious|clever|safe
            |safest|right) (?:way|place|thing|move|plan|course|bet)
            \b(?! (?:out|in|up|down|through|off|from|into|back|home)\b).*
        any (?:advice|tips?|hints?|ideas?|suggestions?|clues?)\b(?! (?:of|what|who|where|why|how|when|if)\b).*
        did <i> miss (?:any|some)thing\b.*
    """),
    ("self", r"""
        (?:am|are) <i> <so>(?:(?:supposed|meant) to be )?(?:an?|some (?:kind|sort) of)
            (?! (?:bit|little|lot|fool|idiot)\b)(?: \w+){1,3}
        what do <i> do for (?:a living|work|money)\b.*|what (?:kind|sort) of \w+ am <i>\b.*
    """),
)  # fmt: skip


def _pattern(form: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        form = form.replace(name, part)
    return re.compile(rf"(?:(?:and|so|but|well|wait) )*(?:{form})")


_FORMS = tuple(
    (kind, _pattern(line.strip()))
    for kind, block in _KINDS
    for line in re.sub(r"\n {12}", "", block).split("\n")
    if line.strip()
)

_I = _PARTS["<i>"]
_HOW = _PARTS["<so>"]
# What only the player's own knowledge can answer, since they say so: "from what I've learned so far".
_GROUNDS = re.compile(
    r"(?: ,)? (?:from|given|going by|based on|judging (?:by|from)|considering) (?:all |everything |what )*(?:that )?"
    rf"{_I} (?:have |already |\w+ve )*(?:know|learn\w*|see|seen|saw|hear\w*|found|noticed)\b[^,]*"
    rf"|(?: ,)? (?:or|and) (?:do|did|have|would|could|can) {_I} (?:not )?{_HOW}(?:know|tell|say)"
    r"(?: (?:that|it|this|so))?(?: (?:yet|either|for sure|for certain))*$"
)

_FATE = re.compile(
    r"(?:is|are|was|were) (?P<who>.+?) (?:really |actually |truly |definitely |still )*"
    r"(?:dead|alive|drowned|killed|murdered|missing|gone|lost|safe|all right|alright|okay)(?: or (?:alive|dead|not))?"
)
_SURE = re.compile(r"(?: ,)? (?:for (?:sure|certain|real|a fact)|definitely)(?= |$)")


# "What does the customer look like?"
LOOKS_OF = re.compile(
    r"(?:(?:and|so|but) )*what (?:does|do|did) (?P<who>(?!it\b|this\b|that\b|i\b|we\b).+?) look like(?: again)?"
)


def judgement_asked(text: str) -> str | None:
    """The kind of judgement that a whole question asks for; None for all else."""
    return next((kind for kind, form in _FORMS if form.fullmatch(text)), None)


def without_grounds(words: list[str]) -> tuple[list[str], bool]:
    """A question without the words that say it is asked of the player's own knowledge, and whether it had any."""
    text = " ".join(words)
    kept = _GROUNDS.sub("", text).strip(" ,")
    return (words, False) if kept == text or not kept else (kept.split(), True)


def fate_asked(text: str) -> tuple[str, bool] | None:
    """Of whom it is asked whether they are dead or alive, and whether it is asked for certain; None for all else."""
    plainly = _SURE.sub("", text)
    found = _FATE.fullmatch(plainly)
    return (found["who"], plainly != text) if found is not None else None
