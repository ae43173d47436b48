"""Questions that only the player's own memory answers: "what do I know about Bersi?", "whom have I met?". Pure."""

from __future__ import annotations

import re

OF_A_MATTER = re.compile(
    r"(?:and |so |but )*(?:what|how much|anything)(?: else| all)? (?:do|have|did|had|can) (?:i|we) (?:really |even )?"
    r"(?:know|learn(?:ed|t)?|find out|found out|discover(?:ed)?|figured out|heard?|remember|recall) (?:about|of) "
    r"(?P<x>.+?)(?: (?:so far|yet|already|now|again|from before))*"
)
# "What do I know so far?"
ALL_OF_IT = re.compile(
    r"(?:and |so |but )*what(?: all| else)? (?:do|have|did) (?:i|we) (?:really |actually )?"
    r"(?:know|learn(?:ed|t)?|find out|found out|heard|discover(?:ed)?|figured out)"
    r"(?: (?:so far|already|now|yet|again|by now|until now|up to now|for (?:sure|certain)|just|only|the|most|main"
    r"|important|key|big|bits|points|parts|things|in short|briefly))*"
)
WHOM_MET = re.compile(
    r"do (?:i|we) (?:already )?know (?:any ?(?:one|body)|any of (?:them|these people))(?: (?:here|around|at all))*|"
    r"(?:and |so )*(?:who(?:m)?|which people|how many people)(?: all| else)? (?:do|have|did) (?:i|we) (?:already )?"
    r"(?:really )?(?:met|meet|know|seen|spoken (?:to|with)|talked (?:to|with))\b(?: .*)?"
)
# "Who haven't I talked to yet?", "have I met everyone?"
WHOM_NOT_MET = re.compile(
    r"(?:and |so )*(?:(?:who(?:m)?|which people|(?:is|are) there (?:any|some)(?:one|body))(?: else| here)*(?: that)?"
    r" (?:(?:have|did) not (?:i|we)|(?:have|did) (?:i|we) not|(?:i|we) (?:have|did) not)(?: yet| ever| even)*"
    r" (?:met|meet|spoken|speak|talked|talk)\b.*"
    r"|who(?:m)?(?: else)? (?:is|are) (?:there )?left to (?:talk|speak) (?:to|with)\b.*"
    r"|(?:have|did) (?:i|we) (?:really |already )?(?:met|meet|spoken|speak|talked|talk)(?: (?:to|with))?"
    r" (?:every(?:one|body)|them all|all of them)\b.*)"
)
# "Have I met Pim?"
WHETHER_MET = re.compile(
    r"(?:and |so |but )*(?:have|had|did) (?:i|we) (?:(?:ever|already|actually|even|not) )*(?:met|meet) "
    r"(?P<x>.+?)(?: (?:before|yet|already|so far|at all|or not|ever))*"
)
# "How many rooms have I been in?"
WHERE_BEEN = re.compile(
    r"(?:and |so )*(?:how many|which|what)(?: of the)? (?:rooms|places) (?:have|had|did) (?:i|we) (?:already )?"
    r"(?:been (?:in|to|at)|been|seen|visited|visit|see)\b(?: (?:so far|already|yet|now))*"
    r"|where(?: all| else)? have (?:i|we) (?:already )?been(?: (?:so far|already|yet))*"
)
OF_LATE = re.compile(
    r"(?:and |so )*(?:did|has|have) (?:something|anything) (?:\w+ )?happen(?:ed)?(?: .*)?"
    r"|what (?:has )?happened (?:last night|in the night|overnight|during the night"
    r"|while i (?:was asleep|slept|was sleeping))"
)
# What the player was told of a matter, by somebody or by anybody: "what was I told about the drone again?".
TOLD = re.compile(
    r"(?:and |so |but )*(?:"
    r"(?:what|anything)(?: else| all| exactly)? (?:was|were|have|had|did) (?:i|we)(?: been| get| ever)* told"
    r" (?:about|of)"
    r"|(?:anything|all|everything)(?: that)? (?:i|we) (?:have|was|were|had)(?: been)? told (?:about|of)"
    r"|what(?: else| exactly)? (?:did|has|have|had) (?P<who>.+?) (?:ever |just |really )?(?:say|said|tell|told"
    r"|mention(?:ed)?|claim(?:ed)?|explain(?:ed)?|warn(?:ed)?)(?: (?:me|us|to (?:me|us)))? (?:about|of|on|regarding)"
    r"|(?:did|has|have|had) (?P<whether>.+?) (?:ever |just |really )?(?:say|said|tell|told|mention(?:ed)?)"
    r"(?: (?:me|us|to (?:me|us)))?(?: (?:anything|something|a word|much|more))?(?: to (?:me|us))? (?:about|of)"
    r"|what (?:was|is) (?:that|it|this|all that)(?: (?:thing|stuff|bit|again))* about"
    r") (?P<x>.+?)(?: (?:so far|yet|already|now|again|before))*"
)
# "What are the three rules he told me?"
GIVEN = re.compile(
    r"(?:and |so |but )*(?:what|which) (?:is|are|was|were) (?:the |those |these |that )?(?P<x>.+?)(?: that| which)?"
    r" (?P<who>he|she|they|it|somebody|someone|\w+) (?:told|gave|taught|named|mentioned|explained|warned|spoke|talked)"
    r"(?: to)?(?: (?:me|us))?(?: (?:about|of)(?: (?P<of>(?!again\b).+?))?)?(?: again)?"
)
SUSPECTS = re.compile(
    r"(?:and |so |but )*who(?:m|se)?(?: all| else)? (?:do|did|should|can|could|would|must) (?:i|we) (?:really )?"
    r"suspect\b(?: .*)?|(?:and |so )*who (?:are|is) (?:my|our|the) (?:\w+ )?suspects?\b(?: .*)?"
)
# "Sum up what the Warden told me", "keep my notes: the socks, the voice", "give me the short version, please".
SUMMARY = re.compile(
    r"(?:(?:please|and|so|now|just|(?:can|could|would|will) you|i (?:would like|want|need)|let (?:me|us) have) )*"
    r"(?:(?:(?:give|show|make|write|tell|keep|read|take|hold|go over)(?: (?:me|us|back|up|down))* )?"
    r"(?:(?:a|an|the|my|our|me|some|all|quick|short|brief|little|full) )*"
    r"(?:summary|recap|overview|rundown|short version|notes|story so far)"
    r"|summari[sz]e|sum(?: (?:it|this|that|things|everything))?(?: all)? up|recapitulate|recap|catch (?:me|us) up"
    r"|fill (?:me|us) in|bring (?:me|us) up to date)\b(?P<x>.*)"
)
# "Was I told when the lights went out?"
WAS_TOLD = re.compile(
    r"(?:and |so |but )*(?:was|were|have|had|has) (?:i|we|anybody|anyone) (?:been |ever )*told (?P<x>.+)"
)
NOTED = re.compile(
    r"what (?:do|does|is|have) (?:my|our) (?:notes?|notebook|journal|diary) (?:say|says|tell me|read)"
    r" (?:about|of|on) (?P<x>.+)"
)
# What was said before is asked after by its words: "who said that the boat leaks?"
WHO_SAID = re.compile(
    r"(?:and |so |but )*who(?: was it (?:that|who)| (?:has|had|just|first|exactly))*"
    r" (?:said|mentioned|claimed)(?: (?:that|of|about))? (?P<x>.+)"
)
_NOT_TELLERS = frozenset({"i", "we", "you"})


def is_of_own_mind(words: list[str], *, talking: bool = False) -> bool:
    """Whether words ask what only the player knows. Amid a talk, what happened in the night is asked of the other."""
    text = " ".join(word for word in words if word[0].isalnum())
    forms = (
        OF_A_MATTER,
        ALL_OF_IT,
        WHOM_NOT_MET,
        WHOM_MET,
        WHETHER_MET,
        WHERE_BEEN,
        SUSPECTS,
        WHO_SAID,
        WAS_TOLD,
        NOTED,
        *(() if talking else (OF_LATE,)),
    )
    return any(form.fullmatch(text) for form in forms) or told_of(text) is not None


def is_for_a_summary(words: list[str]) -> bool:
    """Whether words ask for what is known in short."""
    return SUMMARY.fullmatch(" ".join(words)) is not None


def told_of(text: str) -> tuple[str, str] | None:
    """Who is said to have told the player something, perhaps nobody in particular, and of what; None for all else."""
    for form in (TOLD, GIVEN):
        found = form.fullmatch(text)
        named = found.groupdict() if found is not None else {}
        who = named.get("who") or named.get("whether") or ""
        if found is not None and who not in _NOT_TELLERS:
            return who, found.groupdict().get("of") or found["x"]
    return None
