"""What a statement does: it accuses, brings news, proposes, gives a name, tells of a feeling. By form. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.names.noun_index import Scope
from gamemaster.language.tables.feelings import FELT
from gamemaster.language.tables.form_patterns import patterns_of
from gamemaster.language.tables.function_words import GREETING_STARTS
from gamemaster.language.tables.verb_forms import skip_adverbs
from gamemaster.language.talk.addressee import hearers_in, last_partner
from gamemaster.language.talk.forces.claims import debt_claimed, errand_claimed, standing_claimed
from gamemaster.language.talk.forces.heartfelt import HEARTFELT, Heart, heartfelt_of
from gamemaster.language.talk.forces.speech_forces import BAD, force_of

Force = (
    Heart
    | Literal[
        "greet",
        "named",
        "feeling",
        "accuse",
        "observe",
        "quote",
        "propose",
        "claim",
        "news",
        "opinion",
        "offer",
        "leave",
        "assure",
        "order",
        "truth",
        "remark",
        "console",
        "forgive",
        "praise",
        "concern",
        "judge",
        "drop",
        "reason",
        "own",
        "accept",
        "decline",
        "retract",
        "confess",
        "undertake",
        "errand",
        "standing",
        "due",
    ]
)
_NAMED = re.compile(
    r"(?:my name is|i am called|call me|they call me|people call me) (?P<name>\w+)"
    r"|(?:^|\b(?:hello|evening|morning|day) )i am "
    r"(?P<who>(?!not |now |still |only |just |here |from |with |one |off "
    r"|actually |really |truly |secretly |basically |simply |merely |\w+(?:ing|ed) )[a-z]{3,})"
    r"(?= (?:a|an|the|of|off|from|son|daughter)\b)"
)
_VERY = r"(?:(?:so|very|really|just|a bit|a little|quite|too|still|all|also|such|more|new and) )*"
_I_FEEL = rf"(?:i|we) (?:am|are|feel|felt|get|got|was|have been) {_VERY}"
_MINE = r"(?:my|our) (?:\w+ ){0,2}?"
# A feeling of the player's, by how it is said of oneself.
_FEELINGS: tuple[tuple[str, str], ...] = (
    *((kind, rf"{_I_FEEL}(?:{'|'.join(sorted(words))})\b.*") for kind, words in FELT.items()),
    ("grief", rf"""
        (?:i|we) (?:have )?lost (?!my (?:temper|way|mind|footing|balance|place|patience|nerve
        |head|grip|voice)\b)(?:my|our|six|five|four|three|two|all|every|a|some)\b.*
        |(?:i|we) (?:miss|mourn|grieve for|weep for|could not save|buried)\b.*
        |{_MINE}\w+ (?:is|are|was|were) (?:dead|gone|lost|drowned|killed|murdered|never coming back)\b.*
        |{_MINE}\w+ (?:(?:all |just |have |has |simply )*(?:died|drowned|froze|never came back|did not come back
        |went down|vanished|disappeared|perished|starved))\b.*
        |{_MINE}\w+ (?:left|went|walked) .*\bone (?:after (?:the other|another)|by one)\b.*
        |{_MINE}(?:\w+ ){{1,8}}and (?:then|now) (?:he|she|they|it) (?:just |simply )?
        (?:was not|were not|is not|are not|was gone|were gone|is gone|are gone|vanished|disappeared)\b.*
        |(?:it|this|tonight|today) is (?:my|our) first \w+ (?:away from|without) (?:my|our|her|him|them)\b.*
        |(?:i|we) (?:have not|had not|never) (?:seen|heard from) (?:my|our) \w+ (?:since|in|for)\b.*
        |(?:i am|we are) (?:the )?(?:only one|last(?: one)?|all that is) (?:left|of us|who lived|that lived|alive)\b.*
        |{_MINE}\w+ (?:(?:has |have )?(?:left|deserted|walked out on|threw out|forgot) (?:me|us))\b.*"""),
    ("fear", r"(?:this|that|it|he|she|you) (?:frightens?|scares?|terrif(?:y|ies)|worr(?:y|ies)) me\b.*"
        r"|i do not want to die\b.*"),
    ("anger", rf"""
        {_I_FEEL}(?:mad at|sick of|fed up)\b.*|i hate (?:this|you|it|them|him|her|all)\b.*
        |(?:this|that|it) (?:makes|made) me (?:sick|angry|furious|mad)\b.*|how dare (?:you|they|he|she)\b.*"""),
    ("joy", r"(?:this|that|it) is (?:wonderful|great news)\b.*"),
    ("weariness", rf"{_I_FEEL}(?:worn out|dead on my feet)\b.*"),
    ("pain", rf"""
        (?:i|we) (?:have )?(?:just )?(?:burned|burnt|cut|hurt|twisted|sprained|bruised|scalded|pricked|bumped|hit)
        \s(?:myself|my)\b.*
        |{_I_FEEL}(?:ill|sick|seasick|unwell|wounded|bleeding|dizzy|faint|feverish|in pain|injured)\b.*
        |{_MINE}\w+ (?:hurts?|aches?|is bleeding|are bleeding|(?:is|are) killing me|is throbbing|stings?)\b.*
        |(?:it|that) (?:still |really )*(?:hurts|stings|aches)\b.*|ow+\b.*|ouch\b.*"""),
    ("loneliness", r"i (?:want to go|wish i were|wish i was) home\b.*"),
    ("jest", r"(?:a |an |my |the )?(?:joke|riddle|pun)\b.*|(?:ha ?)+(?: .*)?|haha\w*(?: .*)?|lol\b.*"
        r"|(?:i am |i was )?(?:just |only |of course )?(?:joking|kidding|teasing|jesting|pulling your leg)\b.*"
        r"|(?:it|that) (?:was|is) (?:just |only )?(?:a |my )?(?:little |bad |poor )?(?:joke|jest)\b.*"
        r"|you should (?:see|have seen) your face\b.*|(?:ha )?got you\b.{0,8}"),
)  # fmt: skip
_COMPILED = patterns_of(_FEELINGS)
# Deeds that nobody is told of to their face without blame.
_BLAMED = frozenset(
    """lied stole stolen killed murdered tore torn hid hidden took taken burned burnt broke broken cheated betrayed
    poisoned pushed drowned stopped sank left let forged hurt kidnapped ruined started caused put cut tricked framed
    faked deceived robbed struck hit stabbed strangled locked lost abandoned named sold ate drank wasted spoiled
    wrecked drugged dragged threw forgot failed""".split()
)
_TOLD_BY_THEM = frozenset("said told mentioned promised swore claimed spoke warned just".split())
_BLAME = re.compile(
    r"you (?:are|were) (?:lying|hiding|stealing|cheating|the one|behind|a part|in on|guilty|responsible|to blame)\b.*"
    r"|it (?:was|is) you\b.*|you did (?:it|this|that)\b.*|you know (?:very well|full well|perfectly well|what you)\b.*"
    r"|i know (?:it was you|what you did|you did|that you)\b.*|i (?:accuse|blame) you\b.*"
)
_TELLING = re.compile(
    r"^(?:so |and )?(?:did|do) you know (?:that )?"
    r"(?=(?!where|what|who|why|how|when|if|me\b|you\b)\w.* (?:is|are|was|were|has|had|can|did)\b)"
)
# "I think that Ulf did it" brings news of Ulf.
_HELD = re.compile(
    r"(?:i|we) (?:think|believe|suspect|reckon|know|bet|guess|hear|heard|saw|see|found|learned)(?: out)?(?: that)?"
    r" (?P<what>(?!i |we |it$|that$|so$).+ .+)"
)
# What was said before is taken back as untrue; a wrong of one's own is owned to; one's word is given without an oath,
# and gone back on.
_RETRACTING = re.compile(
    r"(?:i|we) (?:have )?(?:just |only )?(?:lied(?! to (?:him|her|them|the)\b)|(?:was|were|have been) lying"
    r"|made (?:it|that|this|all of (?:it|that))(?: all)? up"
    r"|did not (?:tell|say) (?:you )?the (?:whole )?truth|(?:was|were) not (?:being )?(?:honest|truthful)"
    r"|told you a (?:lie|story|tale))\b.*"
    r"|(?:it|that|what i (?:said|told you)) (?:was|is) (?:all )?(?:just )?(?:a lie|not true|untrue|not the truth"
    r"|made up|false)\b.*"
)
_CONFESSING = re.compile(
    r"(?:i|we) (?:have |had |also |once |really |admit (?:that )?i |confess (?:that )?i |must confess (?:that )?i "
    r"|am the one (?:who|that) |accidentally )*"
    r"(?:stole|stolen|killed|murdered|betrayed|cheated|poisoned|robbed|deserted|deceived|tricked|framed|forged"
    r"|smashed|wrecked|ruined|dropped|spilled|spilt|spoiled|broke|broken|burned down|gave (?:you|him|her|them) away"
    r"|lied to (?:him|her|them|the)"
    r"|told (?:the )?(?!you\b|me\b)\w+ (?:\w+ )?(?:about|that you|of|your|what|everything|the truth))\b"
    r"(?! (?:my|our)\b).*"
    r"|(?:it|that) (?:was|is) (?:me|i)\b(?! (?:am|was|have|think)\b).*|it (?:is|was) (?:all )?my fault\b.*"
    r"|(?:i|we) (?:did it|confess)\b.{0,20}"
    r"|(?:i|we) (?:have )?left .+ (?:unlocked|unguarded|unattended|unwatched|to die|to drown|to burn)\b.*"
    r"|(?:i|we) (?:have )?(?:forgot|forgotten|neglected|failed) to (?:lock|bar|shut|close|watch|guard|warn|save)\b.*"
    r"|(?!you ).+ (?:because of me|(?:by|through) my (?:own )?(?:fault|doing)|on my account)"
)
_UNDERTAKING = re.compile(
    r"(?:i|we) (?:will|shall|am going to|are going to|am about to) (?!not\b|never\b)\w+.*|count me in\b.*"
    r"|you (?:will|shall) have (?:my|it|the|your|that|all)\b.*"
)
_BACKING_OUT = re.compile(
    r"(?:i|we) (?:can not|could not|am not able to|will not be able to|am too \w+ to|no longer (?:can|want to|will)"
    r"|(?:have )?changed my mind|take (?:it|that|my word) back|have (?:broken|forgotten) my (?:word|promise)"
    r"|(?:broke|forgot) my (?:word|promise)|(?:did not|have not|will not|am not going to) .+)\b.*"
)
_OF_ONESELF: tuple[tuple[Force, re.Pattern[str]], ...] = (
    ("retract", _RETRACTING),
    ("confess", _CONFESSING),
    ("truth", re.compile(r"(?:do not|never|stop|no more) (?:lie|lying|lies)\b.*|(?:be honest|the truth)\b.*")),
    ("order", re.compile(
        r"(?:do not|never|stop|stay|wait|look|listen|tell|keep|be|go|leave|get|hold|trust|believe)\b.*"
    )),
    ("opinion", re.compile(
        r"(?:i|we) (?:do not |never |really |just )*(?:trust|like|hate|believe|love|fear|respect|pity|blame) \w+.*"
    )),
    ("assure", re.compile(r"(?:you can |please )?(?:trust|believe) me\b.*"
        r"|(?:i|we) (?:will|shall|would|do|did) (?:not|never)\b.*"
        r"|(?:i|we) (?:mean|want|bring|intend|seek|wish|bear)(?: \w+){0,2} no \w+.*"
        r"|(?:i|we) have no (?:wish|mind|desire|intention|quarrel|grudge)\b.*"
        r"|(?:i|we) (?:am|are) not (?:here|going) to\b.*|(?:i|we) (?:come|came) in \w+\b(?! hand).*"
        r"|(?:there is )?no (?:need|call|cause|reason|harm|violence|trouble|offence|fight|fighting|blood)\b.*")),
    ("offer", re.compile(r"(?:i|we) (?:can|could|would) (?!not|never)(?:\w+ )+(?:you|her|him|them|it)\b.*"
        r"|(?:i|we) (?:will|shall) (?:\w+ )?(?:give|pay|lend|sell|trade|buy) (?:you|her|him|them)\b.*")),
    ("undertake", _UNDERTAKING),
    ("leave", re.compile(r"let (?:me|us) (?!help\b).+")),
    ("claim", re.compile(r"(?:i|we) (?:am|are) (?:the|a|an|from|sent|here|new|your|not)\b.*")),
)  # fmt: skip
_TOGETHER = re.compile(
    r"let us (?P<a>.+)"
    r"|(?:maybe |perhaps )?we (?:should|could|must|ought to|have to|need to|can|might)(?: all)? (?P<b>.+)"
    r"|let me (?P<c>help .+)|(?:how about|what if) we (?P<d>.+)"
)


# What everybody who stands here knows as well as the player: the night, the weather, the place.
_AROUND = (
    r"(?:night|day|evening|morning|afternoon|hour|weather|wind|winter|summer|season|sky|sea|air|snow|rain|storm|fog|"
    r"place|house|room|fire|view|world|life|times?)"
)
_REMARK = re.compile(
    rf"(?:(?:it|this|that|there) (?:is|was|has been|will be|looks like|seems) )?(?:going to be )?(?:what )?"
    rf"(?:a |an |such |quite |rather |very |so |some )*(?:\w+ ){{1,2}}{_AROUND}"
    rf"(?: (?:ahead|of it|for it|for this|tonight|today|outside|out|here|again|though|is not it|this|that|it|is|was))*"
    rf"|the {_AROUND} (?:is|looks|seems|feels|smells|sounds|has|will) (?:\w+ ?){{1,4}}"
    r"|(?:(?:it|this) (?:is|was|feels|seems|looks|has been) )?(?:(?:very|so|rather|too|quite|a bit|awfully|pretty) )*"
    r"\w+ (?:in here|out here|up here|down here|out there|here|tonight|today|out|outside)"
)
_ACCEPTED = re.compile(
    r"(?:(?:yes|yeah|yep|okay|sure|fine|right|alright|all right|of course|certainly) ?)*"
    r"(?:deal|agreed|i (?:agree|accept)(?: to that| to it)?|(?:it|that) is a deal|you have (?:got )?a deal|done|sold"
    r"|fair enough|you are on|sounds good|that is fair|shake on it|gladly|sure|okay|yes|yeah|of course)(?: then)?"
)
_DECLINED = re.compile(
    r"(?:no (?:thanks|thank you|deal|way)|(?:i )?(?:refuse|decline)|not for that|too (?:dear|much|expensive)"
    r"|(?:no )?(?:please )?(?:you )?(?:can )?keep (?:it|them|that|(?:your|the) \w+)(?: for yourself)?"
    r"|(?:no )?(?:i|we) (?:do not|no longer|would not) (?:need|want|care for|drink|eat|smoke)"
    r"(?: (?!to\b|you\b|trouble\b|harm\b|war\b)\w+){0,4}"
    r"(?: (?:now|after all|any ?more))?(?: (?:thank you|thanks))?|(?:no )?not for me|(?:no )?i will pass"
    r"|(?:no )?i would rather not"
    r"|(?:no )?(?:i|we) (?:could|can) not (?:possibly )?(?:take|accept) (?:it|that|them|this)"
    r"|i (?:would|will) not do that)(?: (?:no deal|thanks|then|too (?:dear|much)))*"
)
_ASSURING = re.compile(r"(?:you can |you may |please )?(?:trust|believe) me\b")


# Kindness, by its forms: what it is not, who else would have, that it is over.
_CONSOLING = re.compile(
    r"(?:it|that|this|its|thats|all|everything)(?: (?:is|was|will be))? (?:all right|alright|okay"
    r"|not (?:your|anybody s|anyone s) fault"
    r"|nobody s fault|not (?:so|that|as) bad|over now)\b.*"
    r"|(?:it|that|this) (?:could|might|would) (?:have )?happen(?:ed)? to \w+\b.*"
    r"|(?:anybody|anyone|any of us|any \w+|everybody|everyone|we all|who) (?:could|might|would) have\b.*"
    r"|(?:we|they) all (?:make|have|fall|fail|slip)\b.*"
    r"|(?:everybody|everyone) (?:makes|has|falls|fails|slips|sleeps)\b.*"
    r"|(?:do not|you must not|you need not|you should not|stop) (?:\w+ )?"
    r"(?:blam|torment|tortur|punish|hat)\w+ yourself\b.*"
    r"|do not be (?:so |too )*hard on yourself\b.*"
    r"|(?:there is )?no shame in\b.*|(?:you have )?nothing to be ashamed of\b.*"
    r"|(?:you|it|that) (?:are|were|was|is) not (?:to blame|at fault|responsible|your (?:fault|doing))\b.*"
    r"|none of (?:it|this|that) (?:was|is) your (?:fault|doing)\b.*"
    r"|you did (?:what you|all you|everything you|your best|nothing wrong|(?:the )?right(?: thing)?)\b.*"
    r"|you could not have (?:known|done|helped|saved|stopped)\b.*|nobody (?:blames|would blame|will blame) you\b.*"
    r"|(?:i|we) (?:am|are) here for you\b.*|i (?:understand|feel for you|know (?:how|what) (?:you|it|that)\b.*"
    r"(?:feel|feels|is|like|mean))\b.*"
    r"|(?:you are|he is|she is) (?:only|just|still) (?:human|a (?:man|woman|child|boy|girl))\b.*"
)
_FORGIVING = re.compile(
    r"(?:(?:i|we|she|he|they|god|everybody) )?(?:have |has |do |would |can |will |already )*"
    r"(?:forgive|forgives|forgave|forgiven|pardon|pardons)\b(?! (?:me|us)\b)"
    r"(?: (?:you|it|that|him|her|all|everything))?.*"
    r"|(?:you|all|that|it) (?:are|is) (?:all )?(?:forgiven|forgotten)\b.*|no hard feelings\b.*"
    r"|(?:i|we) (?:do not|would not|never|can not) (?:blame|hold)\b.*\b(?:you|it against you)\b.*"
    r"|(?:i|we) (?:am|are) not (?:angry|mad|cross)\b.*"
)
_FINE = (
    r"(?:wonderful|lovely|beautiful|pretty|delicious|splendid|amazing|gorgeous|great|good|nice|fine|cosy|cute|sweet"
    r"|handsome|impressive|fantastic|marvellous|brilliant|superb|neat|clever|charming|tasty|heavenly)"
)
_MUCH = r"(?:(?:very|really|so|quite|rather|pretty|just|such|absolutely|truly|most|a|an|the|some) )*"
_PRAISING = re.compile(
    rf"(?:what )?{_MUCH}{_FINE} (?!of |to |for |than |if |morning|afternoon|evening|day|night|morrow)\w+(?: \w+)?"
    r"(?: (?:of yours|you have|you have got|there|here))*"
    rf"|(?:that|this|these|those|your|the) (?:\w+ ){{1,3}}(?:smell|look|taste|sound|is|are|feel)s? {_MUCH}{_FINE}\b.*"
    rf"|(?:that|this|it|these|those) (?:smell|look|taste|sound)s {_MUCH}{_FINE}\b.*"
    r"|(?:i|we) (?:\w+ )?(?:like|love|admire) (?:your|this|that|the|these|those|what you) .+"
    r"|you are (?:all right|alright|okay|a good (?:sort|egg|one|lad|lass)|one of the good ones)\b.*"
    r"|(?:well|nicely|beautifully|bravely) (?:done|said|played|sung|spoken|put)\b.*"
    # To be said to lack a failing is praise: "you don't scare easily".
    r"|you (?:do not|never) (?:scare|frighten|complain|give up|lie|quit|miss|forget|shirk|cheat|fool)\b.*"
)
_UNWELL = (
    "|".join(sorted(word for words in FELT.values() for word in words))
    + "|pale|cold|hungry|thirsty|parched|ill|sick|unwell|hurt|upset|tense|shaken|thin|frozen|troubled|unhappy|awful"
    "|terrible|beat"
    "|worn out|done in|done for|down|low|lost|starved|bruised|rough|peaky|feverish|in pain|a mess"
)
_CONCERNED = re.compile(
    rf"you (?:look|seem|sound|appear|must be) (?:(?:so|a bit|a little|very|really|rather|quite|all|half|pretty|too|"
    rf"awfully|dead|such|like you are) )*(?:{_UNWELL})\b.*"
)
# What somebody else is like, said of a person: "he seems a bit of a crook".
_JUDGING = re.compile(
    rf"(?:\w+ ){{1,3}}?(?:is|are|seems?|looks?|sounds?|strikes me as|must be|was) "
    rf"(?:like )?(?:(?:a bit|bit|a little|quite|rather|very|really|so|such|too|not|no|always|kind|sort) (?:of )?)*"
    rf"(?:(?:a|an|the) )?(?:\w+ )?(?:{BAD}|{_FINE}|crooks?|wrong un|strange|odd|weird|creepy|nasty|mean"
    rf"|kind|lovely|brave"
    rf"|honest|decent|dangerous|harmless|trustworthy|shifty|suspicious|crazy|sly|rude|friendly|guilty|innocent)\b.*"
)
_DROPPING = re.compile(
    r"(?:(?:no|oh|well|hm|hmm|okay|ah|actually|fine|fair enough|all right|then|so) )*"
    r"(?:(?:just )?(?:forget (?:it|that|about it|i (?:said|asked)\b.*)"
    r"|never ?mind(?: .*)?|(?:it is |that is )?(?:all )?water under the bridge|drop it|skip it"
    r"|be (?:that way|like that)|(?:you )?(?:keep|have) your (?:\w+ )?secrets?|keep (?:it|that) to yourself"
    r"|do not tell me"
    r"|suit yourself|have it your way|as you (?:wish|please|will)|let it go|it is nothing"
    r"|it was nothing|it does not matter|no matter|nvm))"
    r"(?: (?:then|now))?"
)


# With one of these a thing that one will do is for whoever hears it, or for another time: a promise without an oath.
_TO_YOU_OR_LATER = re.compile(
    r"\b(?:you|your|yours|back|return|tomorrow|tonight|later|soon|again|first|until|till|before|by|watch|guard)\b"
)


def is_given_word(text: str) -> bool:
    """Whether what one says one will do binds one to whoever hears it: "I'll bring you a bottle tomorrow"."""
    return _UNDERTAKING.fullmatch(text) is not None and _TO_YOU_OR_LATER.search(text) is not None


def backs_out(text: str) -> bool:
    """Whether somebody says of themselves that they will not, cannot or did not: it may be what they promised."""
    return _BACKING_OUT.fullmatch(text) is not None


_OF_PEOPLE = frozenset("i you he she we they me my your his her our their let".split())


_KINDLY: tuple[tuple[Force, re.Pattern[str]], ...] = (
    ("reason", re.compile(r"(?:because|for|in case|so that|since|cause) .+")),
    ("console", _CONSOLING),
    ("forgive", _FORGIVING),
    ("concern", _CONCERNED),
    ("praise", _PRAISING),
)
_ONES_OWN = frozenset({"i", "we", "my", "our"})
_LONGEST_GREETING = 4  # words
_NO_SUBJECTS = _ONES_OWN | {"it", "that", "this", "there", "you", "what", "these", "those"}


# Forces of a statement that is answered beside a question in the same breath.
STATED_BESIDE = frozenset({"feeling", "console", "forgive", "concern"})


@dataclass(frozen=True)
class Statement:
    """What somebody is told: with what force, and of what (a feeling, a name, what is proposed)."""

    force: Force
    about: str = ""


def statement_of(words: list[str]) -> Statement:
    """The force of a statement to somebody, in words without their name; what is none of the others is `news`."""
    return _statement_in(" ".join(word for word in words if word[0].isalnum()))


@lru_cache(maxsize=256)
def _statement_in(text: str) -> Statement:
    text = _TELLING.sub("", text)
    said = text.split()
    if feeling := feeling_of(text):
        return Statement("feeling", feeling)
    if not _CONCERNED.fullmatch(text) and (heart := heartfelt_of(text)) is not None:
        return Statement(heart.kind, text)
    if errand_claimed(text) is not None:
        return Statement("errand", text)
    if debt_claimed(text) is not None:
        return Statement("due", text)
    if standing_claimed(text) is not None and not _NAMED.search(text):
        return Statement("standing", text)
    if (seen := _AS_IT_LOOKS.match(text)) is not None:
        return _of_you(text[seen.end() :].split())
    after = text.rpartition(" but ")[2]
    if after != text and (meant := statement_of(after.split())).force in HEARTFELT | {"console", "forgive"}:
        return meant  # "I don't drug anybody, but I'm not angry with you"
    if _DROPPING.fullmatch(text):
        return Statement("drop", text)
    if _ACCEPTED.fullmatch(text):
        return Statement("accept", text)
    if _DECLINED.fullmatch(text):
        return Statement("decline", text)
    if found := _NAMED.search(text):
        return Statement("named", (found["name"] or found["who"]).capitalize())
    if said[:1] and said[0] in GREETING_STARTS:
        if len(said) <= _LONGEST_GREETING:
            return Statement("greet")
        said = said[1:]  # "hey, I wanted Jory to come too"
        text = " ".join(said)
    for force, form in _KINDLY:
        if form.fullmatch(text):
            return Statement(force, text)
    if _BLAME.fullmatch(text):
        return Statement("accuse", text)
    if _REMARK.fullmatch(text) and _OF_PEOPLE.isdisjoint(said):
        return Statement("remark", text)
    if _ASSURING.match(text):
        return Statement("assure", text)
    if said[:1] == ["you"] and _UNDERTAKING.fullmatch(text):
        return Statement("undertake", text)
    if said[:1] == ["you"]:
        return _of_you(said)
    if found := _TOGETHER.fullmatch(text):
        return Statement("propose", next(part for part in found.groups() if part))
    if found := _HELD.fullmatch(text):
        held = found["what"].split()
        if _BLAME.fullmatch(found["what"]):
            return Statement("accuse", found["what"])
        return _of_you(held) if held[0] == "you" else Statement("news", found["what"])
    for force, form in _OF_ONESELF:
        if form.fullmatch(text):
            return Statement(force, text)
    if said[:1] and said[0] not in _NO_SUBJECTS and _JUDGING.fullmatch(text):
        return Statement("judge", text)
    return Statement("own" if said[:1] and said[0] in _ONES_OWN else "news", text)


# "It looks like you've been up since four" is said of them.
_AS_IT_LOOKS = re.compile(
    r"(?:it|that) (?:looks|seems|sounds|feels) (?:to me )?(?:(?:like|as if|as though|that) )?(?=you \w+)"
)


def is_said_of_them(scope: Scope, words: list[str]) -> bool:
    """Whether a sentence tells somebody who can hear it of themselves: "you took it", "you old fool"."""
    if len(words) < 3 or not hearers_in(scope):
        return False
    if words[0] in ("we", "how", "what", "maybe", "perhaps"):
        return last_partner(scope.state) in scope.people and statement_of(words).force == "propose"
    if words[0] != "you":
        return False
    forces = (
        ("accuse", "quote", "observe") if last_partner(scope.state) in scope.people else ("accuse", "quote")
    )
    return statement_of(words).force in forces or force_of(words) is not None


def feeling_of(text: str) -> str:
    """The feeling that somebody tells of themselves: "i am so scared" is fear; empty for anything else."""
    said = re.sub(
        r"^(?:(?:oh|well|but|and|god|look|mate|please|sorry) )+", "", " ".join(words_of(plain(text)))
    )
    said = re.sub(r" (?:that is all|is all|too|right now|tonight)$", "", said.replace(" ,", ""))
    return next((kind for kind, form in _COMPILED if form.fullmatch(said)), "")


def _of_you(said: list[str]) -> Statement:
    """ "You tore this page" accuses; "you said so" goes back to their words; "you look tired" is an observation."""
    at = skip_adverbs(said, 1)
    if said[at : at + 1] in (["have"], ["had"], ["did"]):
        at = skip_adverbs(said, at + 1)
    verb = said[at] if at < len(said) else ""
    if verb in _TOLD_BY_THEM:
        return Statement("quote", " ".join(said[at + 1 :]))
    if verb in _BLAMED:
        return Statement("accuse", " ".join(said))
    return Statement("observe", " ".join(said))
