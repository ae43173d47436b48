"""What kind of question somebody is asked, and which of its words say what it is about. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gamemaster.language.names.normalization import plain, words_of

# The kinds of question. Those of the first line are put to the person themselves; the others are about something.
#   self want fear doing well honest observed would yes invited hypothetical others advice
#   opinion_of_me who_leads who_here bond trust_me kept
#   about opinion said may will price how_many what_happened why when where who how what whether
ABOUT = "about"
_BEFORE = re.compile(
    r"^(?:(?:and|so|but|well|now|then|please|oh|hey|yes|no|okay|listen|look|say|i ask|i say|i wonder|"
    r"excuse me|pray|between (?:us|ourselves|you and (?:me|i))|in confidence|"
    r"(?:can|could|would|will) (?:you|i) (?:please )?(?:tell|ask) (?:me|you|us)|"
    r"do you (?:happen to )?know|(?:i )?(?:want|need|would like|wish) to (?:know|ask|hear)(?: you)?|"
    r"tell me(?! (?:about|of|more|everything|something|what you know|all|an?|another|some))|answer me|i am asking)\s+)+"
)
# Alternatives are parted by bars; a line may break at any of them.
_OWN = {
    "self": r"""
        (?:who|what) (?:are|were) you|who (?:might|may) you be
        |(?:and )?what is (?:your (?:name|trade|job|work)|yours)|(?:and )?yours
        |what was your name|(?:have you )?got a name|do you have a name
        |(?:tell|talk)(?: to)? (?:me|us) (?:(?:more|something|all|everything) )?(?:about|of)
         (?:yourself|you|your life|your past)|introduce yourself
        |what (?:are you|do they|do people|shall i) (?:called|call you)
        |where (?:are|do) you (?:come )?from|what do you do(?: here| all day)?
        |how old are you|about (?:yourself|you)""",
    "want": r"""
        what (?:do|would|is it|did) (?:that )?you (?:really |truly |most )?(?:want|wish|need|hope|desire|long)
        (?: for)?(?: most| here| from life)?(?: of all| in (?:the (?:whole )?world|all the world|life))?
        (?: (?:from|of|with) (?:me|us))?
        |what are you (?:after|hoping for|waiting for)|what matters (?:most )?to you
        |what (?:can|could) i do for you
        |(?:do|is there (?:any|some)thing) you (?:want|need)(?: anything| something)?""",
    "fear": r"""
        (?:what|who|whom) (?:are|do) you (?:so )?(?:afraid|scared|frightened|fear|dread)(?: of| most)*
        |what is (?:wrong|the matter) with you
        |what is (?:it that is )?(?:eating|troubling|bothering|got into|come over) you
        |(?:what|who) (?:frightens|scares|worries|troubles) you(?: so| most)?
        |what are you (?:so )?(?:nervous|jumpy|worried|anxious|uneasy|on edge|tense) (?:about|of|for)
        |why (?:are you|do you look|do you seem) (?:so )?
        (?:afraid|scared|nervous|jumpy|worried|anxious|uneasy|on edge|tense)
        |are(?: not)? you (?:not )?(?:ever |never |at all |even |a (?:bit|little) )*(?:afraid|scared|frightened|worried)
        (?: of (?:something|anything|somebody|anybody|anyone|someone))?(?:<where>)*
        |(?:do|did) you (?:ever |never |not |sometimes |always |at all )*(?:get|feel|become)(?: a bit| a little| ever)?
         (?:afraid|scared|frightened|worried|nervous)(?:<where>)*
        |(?:does|do) (?:any|some)(?:thing|one|body) (?:ever |here |really )?(?:frighten|scare|worry|trouble) you
        (?:<where>)*
        |is there (?:any|some)(?:thing|one|body) (?:that )?you (?:are (?:afraid|scared|frightened) of|fear|dread)
        (?:<where>)*
        |what (?:is|do) (?:it )?(?:that )?you (?:are )?(?:most |really )?(?:afraid of|scared of|fear|dread)
        (?: most)?""",
    "doing": r"""
        what (?:needs|wants|has to be|is to be|must be|is there to|is left to) (?:doing|done|be done|do)(?: here| now)*
        |is there (?:any |some )?(?:work|chores?|tasks?|jobs?)(?: (?:to do
        |(?:that )?you (?:want|need|would like) done|here|for me
        |i (?:can|could|should) do|tonight|today))*
        |what (?:work|chores?) (?:is|are) there(?: to do| here| for me)*|what is your (?:work|duty|task)(?: here)?
        |what (?:are|were) you (?:(?!called|hiding|saying|talking|thinking)\w+ing|up to|at)
        (?: (?:there|here|now|for|at|to|with .+|in .+|over .+|by .+))*|what is that you are \w+ing
        |what (?:is it )?(?:that )?you are \w+ing(?: (?:there|here|now|(?:to|with|at|for|in|over|about) .+))*""",
    "well": r"""
        how (?:is|are) (?:business|things|life|work|trade|everything|it going|your (?:day|night|work|evening))
        (?:<where>)*
        |how (?:are|do) you(?: (?:do|feel|fare|feeling|doing|today|sleep|keeping))*
        |are you (?:all right|alright|okay|well|hurt|tired|cold|hungry|ill|sad|lonely|happy)
        |what is (?:wrong|the matter|up)|what is up with you|is (?:some|any)thing (?:wrong|the matter)
        |what is on your mind""",
    "honest": r"""
        are you (?:lying|telling (?:me )?the truth|being honest|honest|sure|certain|serious|joking)
        (?: (?:to|with) me| about (?:it|that))?
        |is (?:that|it|this) (?:really )?(?:true|so|the truth|a lie)|do you (?:swear|mean) (?:it|that)""",
    "observed": r"""
        (?:am|was) i (?:wrong|right|mistaken|not right)(?: (?:about|in|to) .*)?
        |(?:is|was) (?:that|it|this) (?:wrong|right)
        |do you deny (?:it|that)|(?:do|would) you (?:agree|not agree)(?: with me)?""",
    "would": r"""(?:promise|swear to) (?:me|us)\b.*|(?:swear|promise) (?:it|that)|give (?:me|us) your word\b.*""",
    "yes": r"""(?:so )?(?:is|was) that a yes(?: .*)?|(?:so )?(?:you|do you) (?:agree|accept)(?: then)?""",
    "invited": r"""
        (?:would|do) you (?:like|want|care|wish) to (?:see|hear|read|taste|try|have|share|look|join|borrow|come in)\b.*|
        (?:would|do) you (?:like|want|care for|fancy) (?:me to |some |a |an |any |another |something |my |one of my ).*
        |(?:shall|may|can|could) i (?:get|bring|fetch|make|offer|pour|help|carry|give) you\b.*
        |(?:shall|can|may) i help(?: (?:you|with|in) .*)?|(?:shall|may|can|could) i .+ for you\b.*
        |shall i (?:carry|lift|stand|hold|mind|watch|mend|fix|fetch|sweep|wash|clean|shift|finish|take over|sew|tie|stir
        |guard) (?:your|that|those|these|the)\b.*
        |(?:do you )?(?:want|need) (?:any |some |my |a )?(?:help|hand)(?: .*)?
        |(?:is there )?any(?:thing| way) i can (?:do|help)(?: .*)?""",
    "trust_me": r"""
        (?:why |how )?(?:should|can|could|do|may|would) (?:i|we) (?:even |really |know (?:that )?(?:i|we) can )?
        (?:trust|believe|rely on|count on) you|can you be trusted
        |are you (?:to be trusted|trustworthy|(?:really )?on my side)
        |(?:whose|which|what) side are you on
        |are you (?:(?:a |my )?friend or (?:a |my )?(?:foe|enemy)|with me or .+)""",
    "kept": r"""
        what (?:are|were|have) you (?:hiding|been hiding|not telling(?: me| us)?
        |keeping (?:from|back)(?: me| us)?|got to hide)
        |are you (?:hiding|keeping) (?:something|anything)(?: from (?:me|us)| back)?|what is your secret
        |(?:do|have) you (?:have |got )?(?:a secret|any secrets|something to hide|anything to hide|secrets)
        |is there (?:something|anything) (?:that )?you are (?:hiding|not telling)(?: me| us)?""",
    "advice": r"""
        (?:is there )?any ?thing (?:else )?(?:that )?(?:i|we) (?:should|ought to|must|need to) (?:know
        |watch (?:out )?for|look out for|(?:be )?(?:afraid|scared|wary|careful|beware|worried|fear)(?: of| about)?
        |avoid)\b.*
        |(?:what|who|whom) (?:should|must|ought) (?:i|we) (?:to )?(?:be )?
        (?:afraid of|scared of|wary of|careful (?:of|about|with)
        |worried about|fear|avoid|beware of|watch out for|look out for|stay away from|keep away from)\b.*
        |(?:is there )?any ?thing (?:else )?(?:that )?you (?:would like|want|wish|need|have|care|ought) to
         (?:tell|say to|show) (?:me|us)\b.*
        |(?:have|do) you (?:have |got )?any ?thing to (?:tell|say to) (?:me|us)\b.*
        |what (?:have|do) you (?:got |have )to (?:tell|say to) (?:me|us)\b.*
        |what would you (?:do|say|suggest|advise)(?: (?:in my (?:place|shoes|position)|if you were me|next|now))*
        |what do you (?:suggest|advise|recommend)(?: .*)?
        |(?:have|did) you (?:seen?|heard?|noticed?) any ?thing
        (?: (?:strange|odd|unusual|weird|funny|suspicious|new|out of the ordinary|interesting))
        (?: (?:lately|tonight|today|last night|around here|here|recently))*
        |what (?:should|must|ought|do) (?:i|we) (?:to )?(?:know|watch for|look out for|be careful of|beware of)\b.*
        |(?:(?:is|are) there |have you (?:got |heard )?|do you have |got )?any
         (?:advice|news|gossip|stories|warnings?|tips)(?: .*)?
        |what is (?:new|the news)(?: .*)?
        |what (?:can|could|would) you tell (?:me|us)(?: about (?:this place|here|it all))?
        |what (?:all |else )?do you (?:all )?know(?: about (?:this place|all (?:of )?this|it all))?
        |(?:tell|share with) (?:me|us) (?:all |everything )?(?:what |that )?you know
        |tell (?:me|us) (?:something|anything|everything)
        |tell (?:me|us) (?:a|an|another|some|any) (?:old )?(?:story|stories|tale|tales|joke|secret|news)(?: .*)?
        |what (?:is|has been) (?:going on|happening)(?: (?:here|tonight|around here|in this \w+))*""",
    "opinion_of_me": r"""
        (?:do|did|would|can|could) you (?:even )?(?:like|trust|hate|fear|believe|love|know|remember) me|are we friends
        |what do you think (?:of|about) me|are you (?:angry|mad|cross|afraid|happy) (?:at|with|of) me""",
    "who_leads": r"""
        who (?:is )?(?:commands|rules|leads|runs|owns|decides|in charge|in command|responsible)(?: .*)?
        |(?:who|which(?: one)? of you) (?:is|are) (?:(?:the|your) )?
        (?:leader|boss|master|mistress|chief|chieftain|head|lord|lady|host|owner)(?: .*)?""",
    "who_here": r"""
        who (?:is|are) (?:all )?(?:here|there|everybody|everyone|you all|these(?: people)?|they|those(?: people)?)
        (?: here)?
        |who (?:else )?(?:is|are) (?:in )?here""",
    "others": r"""
        who (?:else |all )?(?:is|are) (?:there )?(?:else )?(?:in|on|aboard|around|up|down) (?:(?:the|this|that) )?\w+
        (?: (?:tonight|now|today|with you|besides you))*
        |who (?:else |all )?(?:lives?|works?|stays?|sleeps?|dwells?|serves?)(?: (?:in|on|at|around|up|down))*
        (?: (?:here|there|(?:this|the) \w+(?: \w+)?))(?: with you| beside you| too)*
        |how many (?:of you |people |others |men |keepers |folk )*(?:are there|are you|live here|work here|are here)
        (?: here| in all| altogether| on .+| in .+)*
        |(?:who|where) (?:is|are) (?:(?:all |both )?(?:the|your|of the) )?(?:\w+ )?
        (?:others?|two|three|mates|friends|people|rest|keepers|fellows|family|neighbours|crew|colleagues|lot|gang)
        (?: of (?:you|them|the \w+))?(?: at| now| tonight| today)*
        |where (?:is|are) (?:everybody|everyone|they all|you all|everybody else|everyone else)(?: at| now| tonight)*""",
    "hypothetical": r"""
        (?:and |but |so )?(?:if|suppose|supposing|say) (?!i may|i might|i can|i could|you).+?
        (?:would|will|could|can|do|are) you\b.*""",
}  # fmt: skip
# `<t>` is the matter.
_FRAMES = (
    # "Who do you like in the series?" is no question of whom they are bound to.
    ("bond", r"""(?!.* (?:in|at|on|for|to) (?!(?:this|here)\b))(?:
        (?:who|whom|which (?:one )?of (?:them|these people))(?: else)? (?:here )?(?:do|can|could|would|did|should)
         (?:you|i|we) (?:really |even |most |still )?(?=(?:trust|rely|believe|like|love|hate|dislike|distrust|suspect
        |respect|admire|fear|owe)\b)<t>
        |(?:who|whom) are you (?:most |so |really )*(?=(?:fond|afraid|scared|frightened)\b)<t>
        |is there any(?:one|body) (?:here |else )*(?:that |who |whom )?(?:you|i)(?: can| could)?
         (?=(?:trust|like|love|hate|fear|owe)\b)<t>)"""),
    ("opinion", r"""
        (?:what do you (?:think|make|say)|how do you (?:feel|get on)|what is your (?:opinion|view))
        (?: of| about| on| with| to) <t>
        |(?:do|does|did|would|can|could|should) (?:you|i|we) (?:even )?(?:like|trust|hate|love|miss|fear|believe
        |get (?:on|along) with) <t>
        |are you (?:afraid|scared|fond|jealous|in love|friends|angry) (?:of|with|at) <t>
        |(?:can|could|should) <t> be trusted|what (?:is|was) (?!it |this |that |there )<t> like"""),
    ("propose", r"""
        (?:why (?:do|should) not|why not|shall|how about|what about|what if) (?:we|you and i|the (?:two|three) of us)
         (?:all |both )?<t>|let us (?:all |both )?<t>"""),
    ("said", r"what (?:did|has|have|does|had) <t> (?:say|said|tell|told|talk|speak|mean)\b.*"),
    ("price", r"""
        (?:what|how much) (?:would|do|will|must) (?:you|i) (?:take|want|ask|charge|give|pay)(?: you)? for <t>
        |(?:what|how much) (?:does|would|do|is) <t> cost|what is your price(?: for <t>)?
        |what (?:do|would|will) you want (?:for it|back|in (?:return|exchange)(?: for <t2>)?)"""),
    ("may", r"""
        (?:may|can|could|might|shall) (?:i|we) (?:please )?<t>
        |(?:if|whether) (?:i|we) (?:may|can|could|might) <t>|(?:am i|are we) (?:allowed|welcome|free) to <t>
        |(?:is it (?:all right|okay)|do you mind|would you mind) if (?:i|we) <t>"""),
    ("will", r"""
        (?:will|would|can|could) you (?:please )?<t>|(?:if|whether) you (?:will|would|can|could) <t>
        |do you (?:want|care) to <t>|are you (?:willing|ready) to <t>"""),
    ("how_many", r"how (?:many|much|long|far|old|often|deep|big|thick|high|heavy|late|soon) <t>"),
    ("what_happened", r"""
        what (?:is |has |has been )?(?:happened|happening|happens|became|become|befell|going on|went on|went wrong)
        (?: (?:to|of|with|at|in|on|here|there) ?<t>?)?"""),
    ("why", r"(?:why|how come|what for|for what reason)(?: <t>)?"),
    ("when", r"(?:when|what time|since when|until when|at what time|what day)(?: <t>)?"),
    ("where", r"(?:where|which way|in which direction|whereabouts)(?: <t>)?"),
    ("who", r"(?:who|whom|whose|to whom|by whom)(?: <t>)?"),
    ("how", r"(?:how|in what way)(?: <t>)?"),
    ("about", r"""
        (?:what|how) about <t>
        |what (?:do|does|did|can|have) (?:you|we|they) (?:know|hear|heard|remember|tell me|say) (?:about|of) <t>"""),
    ("what", r"(?:what|which)(?: <t>)?"),
    ("whether", r"""
        (?:is|are|was|were|do(?! not)|does|did|have|has|had|will|would|can|could|should|must|if|whether|am) <t>"""),
    ("about", r"""
        (?:tell|teach|show|talk|speak)(?: to)? (?:me|us) (?:(?:more|everything|something|all|what) )?(?:you know )?
        (?:about|of|regarding)? ?<t>|(?:about|of|regarding|concerning) <t>"""),
)  # fmt: skip


_WHERE = r" (?:(?:up|out|down|in|over) here|here|there|at all|at night|in the dark|alone|sometimes|ever|then|tonight)"


def _pattern(form: str) -> re.Pattern[str]:
    """A form as one pattern; each `<t>` becomes a group of its own."""
    parts = re.sub(r"\n {8}", "", form).replace("<where>", _WHERE).split("<t>")
    return re.compile(parts[0] + "".join(f"(?P<t{at}>.+){part}" for at, part in enumerate(parts[1:])))


_OWN_FORMS = tuple((kind, _pattern(form)) for kind, form in _OWN.items())
_FORMS = tuple((kind, _pattern(form)) for kind, form in _FRAMES)


@dataclass(frozen=True)
class Question:
    """A question's kind and the words of its matter, without the frame around them."""

    kind: str
    about: tuple[str, ...] = ()
    asked: bool = True  # it has the form of a question, and is no bare noun


# "What do you think happened?" asks what happened.
_IN_YOUR_VIEW = re.compile(
    r"^(who|what|where|why|how|when) do you (?:really |honestly )?(?:think|reckon|suppose|guess|believe|imagine) "
    r"(?=(?:he|she|it|they|happened|did|is|was|killed|took|made|really|caused|has|will)\b)"
)


# "What does a man like you fear?" asks what they fear.
_LIKE_YOU = re.compile(r"\b(does|is|has|would|can) (?:a|an|any|some)(?: \w+){1,2}? like (?:you|yourself)\b")
_OF_YOU = {"does": "do", "is": "are", "has": "have", "would": "would", "can": "can"}


def question_of(text: str) -> Question:
    """What is asked, from words that are said to somebody, without their name. A bare noun is asked `about`."""
    said = " ".join(word for word in words_of(plain(text)) if word[0].isalnum())
    said = _BEFORE.sub("", said)
    said = _IN_YOUR_VIEW.sub(r"\1 ", said)
    said = _LIKE_YOU.sub(lambda found: f"{_OF_YOU[found[1]]} you", said)
    said = re.sub(r"^(who|what|where|why|how) even (?=\w)", r"\1 ", said)
    said = re.sub(
        r"(?<! the)(?<! a)(?<! this)(?<! that)(?<! your)(?<! my) (?:lady|lad|mate|friend|man|dude|bro|pal|boss|kid)$",
        "",
        said,
    )
    said = re.sub(r" (?:please|then|now|anyway|exactly|again|really|though|tho|sir|madam)$", "", said)
    for kind, form in _OWN_FORMS:
        if form.fullmatch(said):
            return Question(kind)
    for kind, form in _FORMS:
        found = form.fullmatch(said)
        if found:
            matter = next((part for part in found.groupdict().values() if part), "")
            return Question(kind, tuple(matter.split()))
    return Question(ABOUT, tuple(said.split()), asked=False)
