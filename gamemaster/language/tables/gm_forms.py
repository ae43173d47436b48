"""The forms of the questions that are the Game Master's, by kind: data for `language/talk/gm_questions.py`."""

from __future__ import annotations

import re

from gamemaster.language.tables.function_words import DIRECTIONS

PARTS = {
    "<here>": r"(?: (?:from (?:up |down |out )?(?:here|there)|up here|down here|"
    r"here|there|around|around here|round here|around me|nearby|in here|out here|now|exactly|again|today|"
    r"outside|yet|still|so far))*",
    "<i>": r"(?:i|we)",
    "<direction>": rf"(?:{'|'.join(map(re.escape, DIRECTIONS))})",
}
# Kind of question: its forms, one a line (deeper lines continue the one above); the first that fits counts.
# `<x>` is what it is about.
_FORMS: tuple[tuple[str, str], ...] = (
    ("lasted", r"""
        how (?:long|much time) (?:did|has) (?:that|this|it|all (?:that|this)) (?:just |really )?(?:eat|eaten|cost|use|
            used|waste|wasted|burn)(?: (?:up|me|us))*<here>
        how (?:long|much time) did (?:that|this|it|(?:all )?(?:that|this)(?: \w+)?|my \w+) (?:just |really )?
            (?:take|last)(?: (?:me|us|up|in all))*<here>
        (?:that|this|it|all (?:that|this)) (?:just )?(?:took|lasted)(?: (?:me|us))? how long<here>
        (?:did|has) (?:that|this|it|all (?:that|this)) (?:just |really )?(?:take|cost|taken)(?: (?:me|us))?
            (?: (?:any|much|a lot of|long|very long|time))+<here>
        how (?:long|many (?:hours|minutes)) (?:was|were|did) <i> (?:just |really |actually )?(?:\w+ing|asleep|out|
            gone|away|there|unconscious|at (?:it|that)|up there|down there|in there|out there|sleep|wait|stand|sit|
            walk|rest|talk|work|listen|spend)\b.*
        (?:did|was|were|has|have|had) (?:i|we|it|that|this|all (?:that|this))\b.*
            (?:half an hour|(?:an?|one|two|three|four|five|six|ten|twenty|thirty|several)(?: whole| full| good)?
            (?: hours?| minutes?)|\d+ (?:hours?|minutes?|mins)|an hour|hours|that long|so long|all (?:that|this) time)
            (?: (?:already|now|just now|there|here|or so|with .+|on .+|at .+|in .+))*
    """),
    ("spoke", r"""
        who (?:was it (?:that|who) )?(?:just )?(?:answered|spoke|called|called out|shouted|replied|whispered)
            (?: (?:me|us|back|first|last|then|there|just now|to me))*<here>
        whose voice (?:is|was) (?:that|it|this)<here>
    """),
    ("danger", r"""
        how (?:safe|dangerous|risky|bad) is (?:it|this|this place)<here>
    """),
    ("possible", r"""
        (?:will|would|does|do|can|could|is) <x> (?:going to |still |really )*(?:hold|bear|support|take|carry)
            (?: (?:me|us|my weight|our weight))\b.*
        (?:will|would|does) <x> hold<here>
        (?:is it|would it be) (?:a (?:good|bad) idea|foolish|reckless|unwise|stupid|suicide)(?: for me)? to <x>
        (?:is|are) (?:the|that|this|these|those) <x> (?:safe|dangerous|risky)<here>
        (?:is|would) there (?:be )?(?:a|any|some) (?:\w+ )?(?:way|chance) (?:for me |of me )?
            (?:to|(?:that )?<i> can) <x>
        how (?:dangerous|safe|risky|wise|hard|easy|difficult) (?:is|would) it (?:be )?(?:for me )?to <x>
    """),
    ("goal", r"""
        what (?:else )?(?:can|could|should) <i> do (?:in|out|up|down|around|right|over) (?:here|there)
        what (?:is there|can (?:one|you) do) to do<here>
    """),
    ("ways", r"""
        (?:which|what) (?:of (?:these|the|those) )?(?:buildings?|houses?|doors?|ways?|places?|rooms?|exits?)
            (?: here)? (?:is|are|stands?|looks?) (?:the )?(?:closest|nearest|open|shut|locked|unlocked)\b.*
        (?:is|are) (?:any|one|all|each|either|some) of (?:them|these|those|the \w+) (?:still )?(?:open|shut|closed|
            locked|unlocked|ajar)<here>
    """),
    ("mood", r"""
        what (?:do|are|did|does|is) (?:they|people|the others|every ?one|every ?body|each of them|(?:all|any) of them)
            (?: all)?(?: (?:look|seem|appear) (?:like they are|as if they are|to be))? (?:do|doing|up to|
            busy with)<here>
    """),
    ("senses", r"""
        what (?:all )?(?:do|can|could) <i> (?:see|hear|smell|feel|notice|taste)
            (?:(?: and| or)? (?:see|hear|smell|feel|taste))+<here>
    """),
    ("rules", r"""
        how (?:do|does|can) (?:i|we|this game|the game|this) (?:play|work|win)\b.*
        what (?:verbs|commands|words|actions)\b.*|what can i (?:type|say here)
    """),
    ("place", r"""
        what (?:all |else )?(?:can|do|could) <i> see (?:in|of|around|about) (?:this|the) (?:place|room|area
            |building)<here>
    """),
    ("known", r"""
        what (?:was|were)(?: there)? (?:in|on|at|inside|under|behind) <x>(?: again)?
    """),
    ("people", r"""
        who is who<here>
        (?:what|how) (?:do|does) (?:every ?(?:one|body)|(?:the|these|those) (?:other )?(?:people|others|men|women
            |folk)|all of (?:them|these people)|each of them)<here> (?:all )?look(?: like)?<here>
        describe (?:every ?(?:one|body)|(?:the|these|those) (?:other )?(?:people|others|men|women|folk))<here>
        who am i (?:talking|speaking) (?:to|with)<here>
        (?:does|do|did) (?:any ?(?:one|body)|some ?(?:one|body)|any of (?:them|these (?:people|men))|one of them|
            they(?: all)?|the others|all of them)(?: else)?<here> (?:look|seem|appear|act|sound)s?\b.*
        (?:who|which of them)(?: else)?<here> (?:looks?|seems?|sounds?|appears?|is acting|acts) .+
    """),
    ("self", r"""
        (?:who|what) am i(?: supposed to be| meant to be)?(?: in (?:this|the) \w+)?<here>|
            what (?:is|was) my (?:name|trade|job)<here>|
            how do <i> look<here>|
            (?:who|what) did i (?:say|tell \w+) (?:that )?(?:i was|my name (?:is|was))|
            who (?:am|do|did) <i> (?:working|work) (?:for|with)<here>|
            who (?:is|are) (?:my|our) (?:client|employer|boss)s?<here>|
            what (?:do|did) (?:they|people|i) call (?:me|myself)<here>|what (?:do|am) i (?:look like|wearing)
        (?:what|which) skills (?:do|have) <i> (?:have|got)<here>|
            what are my skills|what am i good at|what do i remember (?:of|about) myself
    """),
    ("arrival", r"""
        (?:how|why) (?:did|have) <i> (?:even |actually |ever )?(?:come|came|get|got|end|ended|wind|wound|land|landed|
            arrive|arrived|wake up|woken up)(?: (?:up|to be|in|into|at|on|to|stuck|washed up))*
            (?: (?:here|this (?:\w+ )?(?:place|mess|room|situation|rock|town|house|ship|island)))<here>
        how did <i> (?:come to be|get|end up|wind up|land) (?:up |down )?(?:in|on|at|aboard) this \w+(?: \w+)?<here>
        how did <i> (?:get|come) to this \w+(?: \w+)?<here>
        what (?:was|were) <i> doing before (?:this|now|all this|i (?:came|got|arrived|woke up)(?: \w+){0,2})<here>
        what (?:happened|was it that happened) (?:to me )?before (?:this|now|all this|i (?:came|got|arrived|woke up)
            (?: \w+){0,2})<here>
        (?:what|who) (?:brought|brings|led|sent|dragged) (?:me|us)(?: to)? (?:here|this (?:\w+ )?place)<here>
    """),
    ("duty", r"""
        how (?:long|much longer|soon|many hours)(?: is (?:it|there|left))? (?:until|till?|til|before|to) my <x>
            (?:start|begin|end|finish|come|is over|is due)s?<here>
    """),
    ("time", r"""
        (?:what|which) (?:time|hour|day)(?! (?:did|does|do|will|would|was|were|has|had|can|could|should)\b)\b.*|
            how late is it.*|what is (?:the |todays )?(?:time|hour|date)(?: today)?
            (?: (?:by|on|according to) (?:the|this|that|my|his|her) .+)?<here>
        (?:what time|when) (?:does|will|would) (?:it|the (?:sun|night|day)) (?:get|go|grow|be|turn|become
            |set|rise|come|fall|end|start)(?: (?:properly |really |fully )?(?:dark|light|night|down|up))*<here>
        what time (?:does|do) my \w+ (?:say|show|tell|read|make it)s?<here>
        is it (?:(?:still|already|nearly|almost|getting|growing) )*(?:night|day|dark|darker|light|lighter|morning|
            evening|late|early|midnight|noon|dusk|dawn)(?: .*)?
        how (?:long|much longer|much time) (?:have i been|has it been|is it|do <i> have|until|till?|
            is (?:there )?left|before (?:it is|it gets|the (?:dark|sun|morning|day)|dawn|dark|night|light|morning|noon|
            midnight|day|sun\w*)|(?:have|had) <i> (?:got|left)|are we|am i)\b.*
        (?:am i|are we|is it) (?:already |still |too |nearly |almost )*(?:out of time|late|in time|on time|
            running (?:out of time|late))<here>
        (?:is there|have <i> (?:got )?|do <i> (?:still )?have) ?(?:still |any |enough |much |more )*
            time(?: left)?<here>(?: (?:to|for) .+)?
        (?:how much|any) time (?:left|to go)<here>
        how (?:much time|long) (?:has|did) (?:passed|gone by|elapsed|it (?:been|take))<here>(?: since .+)?
        when (?:is|does|will) (?:the )?(?:dawn|sun|sunrise|sunset|night|morning|tide|dusk|
            it (?:get|grow) (?:dark|light)|it be)\b.*
        how (?:much|many hours of) (?:more )?(?:day ?light|light|day|night|darkness)(?: is there| is
            | do <i> (?:still )?have| have <i>(?: still)?(?: got)?)?(?: left)?<here>
    """),
    ("weather", r"""
        how (?:cold|warm|hot|dark|bright|damp|wet|quiet|loud) is it<here>
        is it (?:still |really |always |very |too |that |so |getting |any )?(?:cold|colder|warm|warmer|hot|cool|chilly|
            freezing|damp|wet|dry|draughty|stuffy|smoky|quiet|noisy|loud)<here>
        does it look like (?:rain|snow|a storm|a thaw|fog)(?: or .+)?<here>
        (?:what|how) is the weather.*|is it (?:(?:still|really|actually|already|even) )*(?:snowing|
            raining|storming|windy|foggy|cold outside|clear)\b.*
    """),
    ("danger", r"""
        (?:is it|are we|am i)(?: still)? (?:safe|in danger|in any danger|in trouble)<here>
        (?:is there|are there) (?:any )?(?:danger|threats?)<here>
        (?:what|who|whom) (?:should|must|do|ought) <i> (?:to )?(?:be )?(?:careful of|wary of|afraid of|fear|beware of
            |watch out for|look out for|worry about|worried about)\b.*
    """),
    ("death", r"""
        what (?:if|happens if|happens when|would happen if|will happen if) <i> (?:die|am killed|get killed|freeze to
            death|drown)\b.*
    """),
    ("what_if", r"""
        (?:what|and)(?: exactly)? (?:if|(?:happens?|(?:would|will|could|might|may) happen)(?: (?:to|with) \w+)?
            (?:,? (?:then|there))? (?:if|when|after|once|unless)) .*|suppos(?:e|ing) .*
        (?:if|assuming|say) <i> .+? (?:what|would|will|could|can|might|does|do|how|who|which|shall|should|is|are) .*
        (?:would|will|could|might|does|do) .+ (?:notice|mind|miss|hear|see|object|care|wake|know|work
            |be (?:angry|cross))(?: \w+){0,3} if <i> .*
        what (?:would|will|could|might) <x> (?:do|say|think) if <i> .*
        who (?:would|will|could|might) <i> (?:meet|see|find|run into|come across)(?: there)? (?:if|when|should) <i> .*
        (?:would|could|will|does|do) <x> (?:do (?:anything|something|much|any good)|help|work|be (?:any |of any )?
            (?:use|good|enough)|stop it|hurt it|hold) (?:against|on|with|for|to) .*
        (?:can|could|might|may|will|would|do) <i> (?:still |ever )?(?:be|get) (?!to\b|in\b|out\b|up\b|back\b)\w+
            (?:(?: \w+)* (?:if|while|when|unless|in|at|here|there|by)\b.*)?
    """),
    ("ways", r"""
        (?:which way|how (?:do|can|could|would|should|might) <i> (?:get|go|come|climb|walk)|how far(?: is it)?|
            how long(?: is it| does it take)?(?: to walk| to get)?|(?:where|what) is the (?:way|path|road|quickest way))
            (?: is it| back| up| down| in| out| over| across| from here)* (?:to|into|onto|inside) <x>
        how far (?:is|are|away is|off is) <x>
        (?:which way|in which direction|what direction) (?:is|are|lies|lie) <x>
    """),
    ("things", r"""
        what(?: all| else)? (?:is|are)(?: there)? in (?:here|this (?:room|place))
    """),
    ("known", r"""
        what(?: all| else)? (?:is|are)(?: there)? in there
    """),
    ("ways", r"""
        (?:is|are) <x> (?:still |already )?(?:locked|unlocked|shut|open|closed|barred|unbarred|bolted|ajar)<here>
        what (?:is|lies) (?:up|down|over|along) (?:the|that|those|this|these) <x>
        what (?:is|are|lies) (?:up|down|out|over|through|past|beyond) there<here>
        (?:what|which|where) (?:is|would be) the (?:\w+ )?(?:way|path|route|road)
            (?: (?:back|out|home|in|up|down|off))+<here>
        how (?:do|can|could|would|should) <i> (?:get|go) (?:out|away|off|back)(?: (?:of|from) (?:here|this place))?
        (?:do|have) <i> (?:still )?(?:have|got) (?:a|an|any|some|another)(?: \w+){0,2} (?:ways?|paths?|routes?|roads?|
            means|chance) (?:of getting |to get )?(?:up|down|out|in|over|across|through|back|off|away|there|to)\b.*
        what (?:is|lies|would be) (?:through|beyond|past|on the other side of) <x>
        (?:what (?:is|lies)|where) (?:behind|through) (?:the |that |this |those |these )?(?:\w+ )?
            (?:door|gate|curtain|hatch|arch)s?<here>
    """),
    ("cover", r"""
        (?:where|how) (?:can|could|would|might) (?:<i>|some(?:body|one)|any(?:body|one)|one|they|an? \w+) (?:\w+ )?
            hide\b.*
        (?:is|are) there (?:any ?(?:where|place)s?|some ?(?:where|place)|a place|places)\b.*
            \b(?:hide|hidden|hiding)\b.*
        (?:could|can|might|is|are) (?:any|some)(?:body|one) (?:be |possibly )*(?:hide|hiding|hidden)\b
            (?! (?:something|anything|things|it|the|from)\b).*
        any ?(?:where|place)s? .*\bhide\b.*
    """),
    ("how_to", r"""
        where (?:can|could|should|do|might|may|am) <i> (?:supposed to |meant to |to )?
            (?:sleep|rest|lie down|eat|drink|get warm|warm up|warm \w+|get dry|dry off|get something to \w+|find food|
            find something to \w+|get food|find shelter|shelter|spend the night|stay)\b.*
        (?:is there |have you got |got )?any ?where (?:warm|dry|safe|to (?:sleep|rest|eat|sit|lie down|stay))\b.*
    """),
    ("where_is", r"""
        what (?:did|have) i (?:just )?(?:put|leave|left|lay|laid|hide|hidden|place|placed|set|stash|stashed) (?:on|in|
            under|behind|beside|by|next to|near|at) <x>
        (?:and )?(?:where is )?(?:the )?other(?: one)?(?: is)?(?: where)?<here>
        where (?:did|has|have) <x> (?:go|gone|went|get to|got to|run|run off to)<here>
    """),
    ("where_is", r"""
        where (?:can|could|would|will|do|might|should|shall) <i> (?:find|see|meet|look for|go for) <x>
        (?:where|when) (?:did|have) <i> (?:last |just |first )?(?:see|seen|meet|met|leave|left|notice|noticed|
            spot|spotted) <x>(?: (?:again|last))?
    """),
    ("senses", r"""
        what (?:is|was) (?:that|this|the) (?:noise|sound|smell|knocking|scratching|voice)<here>
    """),
    ("health", r"""
        how (?:am i|do i feel|hurt am i|bad(?:ly)? (?:hurt |wounded |injured )?(?:am i|is it|is my \w+))\b.*
        (?:am i|are we) (?:badly |still |very )?(?:hurt|ok|okay|alright|all right|injured|wounded|bleeding|
            dying|dead|alive)\b.*
        what is (?:wrong|the matter|happening) with (?:me|us|my \w+)(?: .*)?
        (?:am i|are we) (?:about to|going to) (?:die|freeze|bleed|drown|starve|faint|collapse)\b.*
        what (?:are|is) my (?:wounds?|injur\w+|health|condition|hp|status)|how (?:many|much) (?:wounds|
            health)\b.*
    """),
    ("needs", r"""
        (?:do|should) <i> (?:really )?(?:need to |have to |ought to )?(?:eat|drink|sleep|rest|warm up|get warm)
            (?: (?:something|soon|now|yet|tonight|today|a bit))*
        (?:am i|are we) (?:very |so |too |still )?(?:cold|hungry|tired|freezing|thirsty|starving|warm|
            sleepy)\b.*
        (?:am i|are we) (?:getting|growing|becoming) (?:colder|hungrier|weaker|warmer|worse|better|cold|hungry|
            tired|thirsty|numb)\b.*
        how (?:cold|hungry|tired|thirsty|warm|sleepy|wet) am i\b.*
        (?:do|am) <i> (?:feel|feeling) (?:cold|hungry|tired|freezing|thirsty|warm|sleepy)<here>
    """),
    ("to_ask", r"""
        what (?:else )?(?:should|could|can|do|might|would|ought) <i> (?:to )?(?:ask|say to|talk to|speak with|tell) <x>
            (?: about)?<here>
    """),
    ("goal", r"""
        (?:do|have) <i> (?:really |actually |even |still |ever )*(?:have |got )?(?:any|some|a|an|other|no) (?:\w+ )?
            (?:dut(?:y|ies)|tasks?|jobs?|work|orders|obligations?|chores?|instructions|errands?)\b.*
        (?:am i|are we) (?:\w+ ){0,2}(?:stuck|lost|at a loss|confused|clueless)\b.*
        what (?:is|are) (?:going on|happening|up|we doing)<here>(?: (?:in|with|of) (?:this|the) (?:game|story|place))?
        what happens (?:now|next)|what (?:is|else is) there (?:left )?to do<here>
        what (?:(?:do|did|have|must|will) <i> (?:still |really |even |actually )*(?:have|need|got|get)? ?to do|
            (?:am i|are we) here (?:for|to do)|(?:do|did|have) <i> come here (?:for|to do))<here>
        what is (?:my|our) (?:mission|errand|quest|goal|objective|aim)<here>
        (?:is|are) there (?:any ?thing|some ?thing|things|stuff) (?:else |left )?(?:i can |for me to |to )do<here>
    """),
    ("measure", r"""
        how (?:much|many)(?: of)?(?: (?:the|my|those|these))? ?<x>(?: (?:do|have|did) <i>)
            (?: (?:got|have|still|already))*(?: left| still| remaining| to go| over| yet| on me)+
        how (?:much|many)(?: of)?(?: (?:the|my|those|these))? <x>(?: (?:do|have) <i>)(?: still)? (?:got|have|carry)
            (?: (?:on|with) me)?<here>
        how (?:much|many) (?:do|have|did) <i>(?: (?:got|have|still))*(?: left| still| remaining| on me)+
        how (?:much|many)(?: of)?(?: (?:the|my|those|these))? <x> (?:is|are)(?: there)?(?: still)? left<here>
        how (?:is|are) my <x>(?: doing| holding)?<here>
    """),
    ("inventory", r"""
        how much (?:do|have) <i> (?:have|got)(?: got)?(?: so far| by now| on me| with me)?
        (?:how much|what) (?:do|have) <i> (?:have|got)\b.* clues(?: .*)?
        what (?:do|have|am) <i> (?:have|got|carrying|holding|carry|own|possess|brought|on me|keep)\b.*<here>
        what <i> (?:still )?(?:have got|have|am carrying|carry|am holding)(?: left)?(?: (?:on|with) me)?
        what (?:is|have <i> got) in (?:my|our) (?:bag|pack|pockets?|hands?|belt|backpack|inventory|possession)|
            what have <i> got
        (?:am i|are we) (?:still )?armed<here>
        (?:am i|are we) (?:still )?(?:wearing|carrying|holding) (?:a |an |the |my |any )?<x>
        (?:do|have) <i> (?:still )?(?:have|got|carry|own) (?!to\b|(?:an?|any|some|the|enough|much)? ?(?:idea|clue
            |chance|choice|reason|right|time|say|doubt|plan|hope|way|memory|notion|business|sense)s?\b)
            (?:a |an |any |the |my |some )?<x>
        (?:what|which) (?!(?:time|choice|option|chance|reason|right|way|idea|hope|business|difference)s?\b)
            \w+(?: \w+)? (?:do|have) <i> (?:still |even )?(?:have|got|carry|own)(?: (?:on|with) me| left)?<here>
        what (?:do|have) i still (?:have|got|carry|carrying)(?: on me| with me| left)?|what is left in my \w+
        (?:is|are) (?:the |my )?<x> (?:still )?(?:in|on) (?:my (?:hands?|bag|pack|pockets?)|me)
        which (?:one |of (?:them|the two|those) )?(?:do|did|have|am) <i> (?:have|got|bring|brought|carry|carrying|
            take|taken)
    """),
    ("company", r"""
        (?:is|are) <x> (?:(?:still|really|even|actually) )?(?:coming|following|joining)
            (?: (?:me|us|with (?:me|us)|along|too|after (?:me|us)|or not))*
    """),
    ("standing", r"""
        (?:can|could|should|do) <i> (?:really |still )?trust <x>
        how did <x> strike (?:me|us)
        what (?:do|did|should|can) <i> make of <x>
        (?:does|do|did|will|would|has|have) <x> (?:even |really |still )?(?:like|mind|trust|hate|fear|love|respect|
            believe|resent|blame|forgive|forgiven|care about|think (?:well|ill) of) (?:me|my|us|if i)\b.*
        (?:is|are) <x> (?:angry|cross|annoyed|pleased|happy|friends|afraid|scared|wary|suspicious)
            (?:at|with|of|by) me\b.*
        what does <x> (?:think|make|feel) (?:of|about) me\b.*|how does <x> feel (?:about|toward|towards) me\b.*
    """),
    ("debts", r"""
        what (?:do|did) <i> owe(?: to)? <x>
        do <i> owe <x>(?: anything| something| money)?
        what does <x> owe me\b.*
        what do <i> owe<here>
        who(?:m)?(?: all| else)? do <i> (?:still )?owe\b.*
        what do <i> owe (?:to )?(?:who|whom|everybody|people|anyone)<here>
        what (?:did|have|had) (?:we|<i>)(?: all| two| both)? (?:agree|agreed|settle|settled|shake|shaken|deal|
            bargain)\b.*
        what (?:is|was|are|were) (?:the|our|my|that) (?:\w+ )?(?:deals?|bargains?|agreements?|debts?|promises?)<here>
            (?: (?:with|to) .+)?
        (?:at |for )?what price|what do <i> have to do for it
    """),
    ("watched", r"""
        (?:is|are) (?:anyone|anybody|someone|somebody|they|<x>) (?:still )?(?:watching|following|looking at|
            listening to) (?:me|us)\b.*
        who(?: all| else)? is (?:looking|staring|watching|glaring|peering)(?: at)? (?:me|us)<here>
        (?:can|could|does|do|did|has|have|will|would|might) <x> (?:still )?(?:see|hear|notice|spot|watch|seen|heard|
            noticed|spotted) (?:me|us)\b.*
        (?:does|do|did|has|have) <x> (?:notice|noticed|spot|spotted) (?:what|that|my|any of) .*
        would (?:any(?:one|body)|some(?:one|body)|they) (?:here )?(?:see|mind|notice|object|care|hear)<here>(?: if .*)?
        (?:does|do|did|has|have) <x> (?:know|known|notice|noticed|realise|realised|realize|suspect|see|seen)
            (?: that| how| what)? (?:i|me) (?!am\b|was\b)\w+.*
        (?:did|does|has|have) (?:any(?:one|body)|some(?:one|body)) (?:else )?(?:see|seen|notice|noticed|mind|
            object)<here>
        am i (?:still )?(?:seen|hidden|watched|noticed|visible|being watched|being followed|out of sight|in sight)\b.*
    """),
    ("senses", r"""
        does (?:it|anything|(?:this|the) \w+) (?:smell|sound|stink|reek)\b.*
        (?:what|whom|who) (?:else )?(?:do|can|could) <i> (?:hear|smell)\b.*
        what (?:woke|wakes|has woken|has waked|roused) (?:me|us)(?: up)?<here>
        (?:did|has|have) (?:it|something|anything|someone|somebody|anyone|anybody|that) (?:just )?(?:wake|woken|woke|
            rouse|roused) (?:me|us)(?: up)?<here>
        what (?:did|have) <i> (?:just )?(?:hear|heard|smell|smelled|smelt)<here>
        (?:do|can|could) <i> (?:hear|smell) (?!you\b|what\b|it\b|him\b|her\b|them\b).*
        what does it (?:sound|smell) like\b.*
    """),
    ("threat", r"""
        what (?:does|can|could|will|would|might) <x> do (?:to|with) (?:me|us|a|an|the|people|somebody|someone|men)\b.*
        what (?:does|can|could|will|would|might) <x> do<here>
    """),
    ("heard", r"""
        (?:so )?what (?:is|was|were|are) <x> (?:on about|going on about|talking about|saying|getting at)<here>
        (?:remind me |so )?what (?:did|has|have) (?:<x> )(?:say|said|tell|told|promise|mean|want)\b.*
        who (?:was it (?:that|who) )?(?:(?:has|had|just|first) )*(?:told|spoke to|warned) (?:me|us) (?:about|of) <x>
        (?:remind me |tell me again )(?:what|of what|about) <x>|what (?:did|have) i promised?(?: <x>)?|
            what (?:was|is) it (?:that )?i (?:have |had )?promised?(?: .+)?|
            what was (?:i told|said)\b.*
    """),
    ("known", r"""
        what (?:do|have|did) <i> (?:just )?(?:know|learn(?:ed|t)?|found out|find out|discovered|figured out|
            heard)(?: (?:about|of) <x>)?<here>
        (?:would|do|could|might|should) <i> (?:already |even |perhaps |really |happen to )?
            (?:know|recogni[sz]e|have heard(?: of)?|remember|have any idea|be able to tell)(?: of| about)? <x>
        what (?:just )?(?:happened|happens|has happened)(?: to me)?(?: so far| earlier| before| last night)?|(?:do|
            have) i (?:know|met|seen|heard of) <x>
        who have i met<here>|who can <i> trust
        (?:remind me )?(?:of )?(?:the story|what has happened) so far
    """),
    ("goal", r"""
        what (?:else )?(?:should|must|do|can|could|ought|am|was|were) <i>(?: s\w+osed to| meant to| to)? (?:do|doing|
            be doing|trying to do|try|looking for|follow up|look into)(?: (?:here|now|next|about it|then|again
            |in (?:this|the) (?:story|game|place|world)|(?:in|on|at) this \w+|first|meanwhile|all night
            |(?:till?|until|before)(?: \w+){0,4}))*
        what (?:am|are|was|were) <i> (?:supposed|meant) to (?:be )?(?!be\b|say\b|call\b|have\b)\w+
            (?: (?:out|for|after|about|up|into|at|to|of|with|it|this|that|all this))*<here>
        what (?:am|are) <i> not (?:seeing|noticing|looking at)<here>
        what (?:am|are|was|were|did|have) <i> (?:still )?(?:miss|missing|missed|overlook|overlooking|overlooked|forget|
            forgetting|forgotten)<here>(?: (?:in|at|on|about) .+)?
        (?:did|have|am) <i> (?:miss|missed|missing|overlook|overlooked|overlooking)(?: anything| something)?
            (?: else)?<here>
        what (?:have|did) (?:not <i>|<i> not) (?:look|looked|search|searched|examine|examined|check|checked|tried|try)
            (?: at| into)?<here>
        (?:is there )?(?:anything|something|what)(?: else)?(?: that)? i (?:have |might have |may have )?(?:missed|
            overlooked|forgot|forgotten)<here>(?: (?:in|at|on|about) .+)?
        what (?:now|next)|now what|what (?:is|are) (?:my|our|the) (?:situation|position|predicament|options?|
            choices|plan|next step|(?:open )?questions|leads|loose ends)(?: .*)?
        why (?:am i|are we) (?:even |really )?here<here>
        what is (?:this|it|all this|that)(?: all| game| story)* about(?: then| anyway)?|what is (?:my|the) (?:goal|
            quest|mission|objective|task|purpose|point|story|plot)\b.*
        what (?:did|was) <i> (?:come here for|come for|here for|looking for|after|doing)
    """),
    ("place", r"""
        (?:so )?where (?:the hell |on earth |exactly )?(?:am i|are we|is this)(?: (?:now|exactly|again|
            right now))*|what (?:(?:kind of |sort of )?place )?is this(?: place)?<here>
        (?:what|which) (?:floor|room|place|street|road|town|village|city|deck|building|level|country|house|corner
            |part of (?:the )?\w+) (?:am|are) <i>(?: (?:on|in|at))?<here>
        what (?:else )?(?:do|can|would|could) <i> (?:see|hear|smell|notice|make out|find)<here>
        what does (?:it|this place|the (?:room|place)) look like.*|what is going on.*|what is happening.*|
            what is it like.*
        how (?:big|large|small|wide|high|long|deep|roomy|spacious|crowded) is (?:this|the) (?:\w+ )?(?:room|place|house
            |hall|yard|cave|chamber|cellar|building|deck|cabin|shop|kitchen)<here>
    """),
    ("people", r"""
        who(?: else)? (?:is|are) (?:staying|living|lodging|sleeping|sheltering|waiting|working)<here>
        who(?: else| all)? (?:is|are|(?:might|may|could|would|will|can) be)(?: all| else)?(?: about| out)?
             (?:in|on|at|aboard|around) (?:the|this|that|here)\b.*|how many (?:other |more )?(?:people|men|women|folk
             |souls)\b.*\b(?:here|in|on|at|aboard)\b.*
        who (?:is|are) (?:every ?body|every ?one)(?: else)?<here>
        who(?: else| all)? (?:is|are|can i see)(?: else)?(?: about(?! to))?<here>(?: (?:besides|apart from|
            other than|with) .+)?|who else is (?:on|in|at|up|down) .+|who (?:are|is) (?:these|those|they|
            all these)(?: people)?<here>
        (?:is|are) (?:there )?(?:any ?(?:one|body|people)|some(?:one|body)|people)(?: else)?\b.*|
            am i (?:all )?alone\b.*
        how many (?:other |more )?(?:people|men|women|folk|souls|others|of (?:them|us|you))
            (?: (?:are|is|live|lives|work|works|sleep))?(?: there)?(?: all together| altogether| in all| in total)?
            (?: (?:here|around|in here|on (?:this|the) \w+|in (?:this|the) \w+|
            at (?:this|the) \w+))*|where (?:is|are) (?:every ?(?:one|body)|all the people|
            (?:all )?(?:the|my) other(?:s| \w+s))<here>
    """),
    ("ways", r"""
        (?:where|which way) (?:can|could|should|do|might|would) <i> (?:go|leave|get out|head)\b.*
        how many (?:exits?|ways?|doors?)(?: out)?(?:(?: are| is)?(?: there)?| (?:has it|does (?:it|this \w+) have
            |lead (?:out|off|away)))<here>
        (?:what|which|where)(?: \w+)? (?:are|is|lead|leads|go|goes) (?:the |my )?(?:exits?|ways?|doors?|
            paths?|roads?|out|outside)\b.*
        which (?:doors?|ways?|paths?|roads?|exits?)\b(?! (?:did|has|had|was) (?!i\b|we\b)).*|
            where (?:do|does) <x> (?:lead|go|end|come out)(?: to)?
        what (?:is|lies) (?:to the |in the |up |down |out )?(?:<direction>)(?: (?:of )?(?:here|me|us|this))?<here>
        (?:is|are) there (?:a |an |any |another )?(?:other |back )?(?:ways?|exits?|paths?|roads?|
            doors?)(?: (?:out|in|up|down|off|to|through|from|back|over)\b.*)?
    """),
    ("gains", r"""
        (?:did|have) <i> (?:just |really |already |ever |now )?(?:find|found|get|take|taken|pick up|picked up|catch|
            caught|steal|stolen|win|won) <x>
    """),
    ("sight", r"""
        (?:can|could|do) <i> (?:still |already |even |also )?(?:see|spot|make out|notice|catch sight of) (?!(?:that|how|
            why|what|where|who|if|you)\b)<x><here>
    """),
    ("duty", r"""
        (?:do|did|have|must|should|am) <i> (?:really |still |even )?(?:have |need |got |supposed |meant |bound |
            obliged )?to <x><here>
        (?:what times?|what hour|when|until when|till when|from when|how long)(?: (?:does|do|did|is|will|would))? my <x>
            (?:start|begin|end|finish|last|over|due|up)s?<here>
    """),
    ("looks", r"""
        (?:did|have) <i> (?:just |really |already |ever |now )?(?:see|look at|looked at|search|searched|examine|
            examined|check|checked|read) <x>
    """),
    ("deeds", r"""
        (?:did|have) <i> (?!(?:bring|brought|pack|packed) (?:any|some)thing\b)(?:just |really |already |ever |now )?<x>
        what (?:did|have) i (?:just )?(?:do|done)(?: last)?<here>
        (?:did|has) (?:it|that|this) (?:just |really )?(?:work|worked|help|helped|succeed|succeeded|break|broken|
            hold|held|go|gone|do anything|done anything|change|changed)\b.*
        (?:was|were) (?:i|that|it|we) (?:successful|a success|any use|any good|in vain)\b.*
    """),
    ("own_state", r"""
        (?:am|are) <i> (?:(?:still|now|already|really|even|safely|properly) )*(?:tied|untied|bound|wet|
            dry|dirty|muddy|held|drunk|naked|barefoot|caught|stuck to \w+|hung|roped|lashed|strapped|chained|anchored|
            hitched|fastened|hooked|attached|wrapped|covered|soaked|drenched|smeared|stained|painted|bandaged|disguised|
            gagged|blindfolded|trapped|hidden|burned|singed|scratched|bruised)
            (?: (?:up|on|in|to|by|with|down|off|at|onto) ?.*)?<here>
    """),
    ("how_to", r"""
        how (?:do|can|could|would|should|might|shall) (?:i|we|one|somebody|a person) <x>
        what (?:do|can|could|would|should|might) (?:i|we|one) use (?:to|as) <x>
    """),
    ("possible", r"""
        (?:can|could|might|may|would|will|should|shall|am i able to|is it possible(?: for me)? to|
            would it be possible to) <i> (?:still |ever |really |just |also )?<x>
        (?:is it (?:safe|dangerous|risky|possible|wise|worth it)|would it (?:work|help|hurt|be safe)|am i (?:able|
            allowed))\b.*
        (?:what|and) would it take .*
    """),
    ("things", r"""
        what (?:is|are) (?:lying|lies) (?:about|around)(?: in)?<here>
        what (?:is|are|lies|have we got|is there|else is)(?: there)? (?:on|in|under|behind|inside|beneath|
            by|beside|next to|near) <x>
        (?:is|are) there (?:any|some)(?:thing|one)?<here> (?:worth|useful|i can|for me|of use|good|valuable)\b.*
        what(?: else)? (?:is|are)(?: there)?<here>|what can i (?:take|use|eat|pick up|grab|get|wear)<here>|
            what things\b.*
        (?:what|which) (?:kinds? of |sorts? of )?<x> (?:is|are) (?:there|here|in (?:this|the) (?:room|place|house|
            hall))<here>
        (?:is|are) there (?:a |an |any |some )?(?:thing |things )?<x>
    """),
    ("leader", r"""
        who (?:commands|rules|leads|runs|owns|decides|is in charge|is in command|is responsible)\b.*
        (?:who|which(?: one)? of (?:them|these)) (?:is|are) (?:(?:the|their) )?(?:leader|boss|master|mistress|chief|
            chieftain|head|lord|lady|host|owner)<here>
    """),
    ("who_is", r"""
        (?:and |so )?who (?:is|was|are) (?:that |this |the )?<x>
    """),
    ("where_is", r"""
        where (?:is|are|was|were|(?:did|have|had) i (?:just )?(?:put|leave|left|drop|dropped|lay|laid|hide|
            hidden|stash|stashed)) (?:my |the )?<x>(?: (?:again|now|then))?
        (?:what about |how about )?(?:the |my )<x>
    """),
    ("possible", r"""
        do <i> <x>
    """),
    ("known", r"""
        how (?!long\b|often\b|come\b|about\b)\w+ (?:is|are|was|were) my <x>
        what (?:colou?r|size|shape|kind|sort)(?: of \w+)? (?:is|are) my <x>
        (?:is|are) my <x> (?:still |very |too |even |any )*(?!here\b|there\b|in\b|on\b|with\b)\w+
    """),
    ("why", r"""
        why (?:is|are|am|was|were|can|do|does|did|has|have|would|will|should) .*|how come .*
    """),
)  # fmt: skip


def _pattern(form: str) -> re.Pattern[str]:
    """A form as a pattern; its first `<x>` is what the question is about."""
    for name, part in PARTS.items():
        form = form.replace(name, part)
    first, *others = form.split("<x>")
    return re.compile(first + "(?P<x>.+?)" + ".+?".join(others) if others else first)


GM_FORMS = tuple(
    (kind, _pattern(line.strip()))
    for kind, block in _FORMS
    for line in re.sub(r"\n {12}", "", block).split("\n")
    if line.strip()
)
