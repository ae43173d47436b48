"""Whole sentences said to people or about them, and what they mean. Data only."""

from __future__ import annotations

# Verb: the sentences that mean it, one a line (deeper lines continue the one above), as regular expressions over plain
# words. `<who>` is a person, `<x>` a thing, `<t>` a topic, `<hell>` an oath.
SENTENCES: dict[str, str] = {
    "examine": r"""
        (?:is|are) (?:the|this|that|my) <x> (?:locked|open|shut|closed|broken|empty|full|lit|heavy|
            loose|sharp|hot|frozen)
        (?:what|how) (?:do|does|did) <who> look(?: like)?
        what (?:is|are) (?!you\b)<who> (?:wearing|carrying|holding|doing)
        """,
    "talk": r"""
        (?:i )?(?:surrender|yield|submit)(?: to <who>)?
        what is up(?: <who>)?
        how are you(?: doing| feeling| today| holding up)?(?: <who>)?
        how (?:is it going|goes it|do you do|are things)(?: <who>)?
        (?:good (?:morning|evening|day|afternoon|night)|nice to meet you|pleased to meet you|well met|
            long time no see)(?: <who>)?
        (?:hello|hi|hey|yo|hiya|greetings)(?: there| again| all| everyone)?(?: <who>)?
        (?:say|shout|call|yell) (?:hello|hi|hey|greetings|good (?:morning|evening|day))(?: to <who>)?
        (?:goodbye|bye|farewell|see you(?: later)?|good night|take care)(?: <who>)?
        introduce myself(?: to <who>)?
        say (?:goodbye|bye|farewell|good night)(?: to <who>)?
        """,
    "call": r"""
        (?:hello )?(?:is )?(?:any ?(?:one|body)) (?:there|home|here|out there|around)
        hello is any ?(?:one|body) (?:there|here|home)
        shout (?:hello|hello\?|for help)
        (?:call|cry|shout|scream|yell)(?: out)? for (?:help|aid)
        help help.*
        knock knock
        make (?:some |a )?noise
        hello (?:hello|anyone|anybody)(?: there| here| home)?
        """,
    "apologise": r"""
        (?:i am |i am so |i am very |so )?sorry(?: about (?:that|this|it|before|everything))?(?: <who>)?
        forgive me(?: <who>)?
        (?:say|tell|tells?) (?:<who> )?(?:that )?(?:i am |i was )?(?:so |very |
            truly )?sorry(?: to <who>)?(?: (?:for|about) .*)?
        my (?:bad|apologies)(?: <who>)?
        i did not mean (?:to|it|that).*
        pardon me
        excuse me(?: <who>)?
        """,
    "thank": r"""
        (?:many )?thanks?(?: you)?(?: (?:so|very) much| a lot)?(?: for (?:that|it|everything|your .+|the .+|
            all .+))?(?: (?P<who>(?!for ).+))?
        much obliged
        i appreciate (?:it|that|your .+)
        say thanks?(?: you)?(?: to <who>)?
        """,
    "recruit": r"""
        (?:ask|tell|get|convince|persuade|invite|beg|order|force|urge|want|bring|make|
            have) <who> (?:to )?(?:come(?: along)?(?: with (?:me|us|you))?|follow(?: (?:me|us|you))|join(?: (?:me|
            us|my .*|up))?|go with (?:me|you)|accompany me|travel with (?:me|you)|tag along|
            come .* with (?:me|you)|leave with (?:me|you)|
            walk with (?:me|you)|run away with (?:me|you)|escape with (?:me|you)|be my companion|
            help me(?: .*)?|be my (?:ally|
            friend and follow me)|fight (?:with|alongside|beside|for) me|go (?:there |out )?with me)
        (?:come|walk|run|leave|go|escape|travel)(?: along)? with me(?: <who>)?
        follow me(?: <who>)?
        join me(?: <who>)?
        (?:bring|take|lead) <who> with (?:me|us|you)
        (?:i (?:want|need|would like) )<who> (?:to|on) (?:come with (?:me|you)|join me|help me|follow me|my side)
        team up with <who>
        lead <who> (?:to|out|away).*
        """,
    "dismiss": r"""
        (?:ask|tell|order|get|convince|persuade|beg|want) <who> (?:to )?(?:stay(?: (?:here|put|behind|back|
            there|away))?|wait(?: (?:here|there|for me|outside|behind))?|stop following(?: me)?|
            leave me(?: alone)?|go away|go home|leave|get lost|stay .*|wait .*|remain(?: here)?|
            not (?:to )?follow(?: me)?|go back|keep (?:back|away))
        (?:stay|wait|remain|stop) (?:here|there|following me|behind)(?: <who>)
        leave <who> (?:behind|here|alone)
        send <who> (?:away|home|back|off)
        """,
    "charm": r"""
        make <who> (?:laugh|smile|happy|feel better|like me|trust me)
        (?:make|become|be|get|stay) (?:good |best |to be )?(?:friends|friendly|nice|pals|buddies|polite|
            chummy|kind)(?: (?:with|to) <who>)?
        (?:get|make|have|let|want|convince|persuade) <who> (?:to )?(?:trust|like|love|respect|warm to|
            open up to|be friends with|befriend) (?:me|us)(?: more)?
        (?:gain|earn|win|get) <who> (?:trust|respect|friendship|favour|favor|affection|heart|confidence|
            approval|love|good will|goodwill)
        win <who> (?:over|around|round)
        (?:get|be) (?:on|in) <who> (?:good side|good books|good graces)
        cosy up to <who>
        tell <who> (?:that )?(?:she|he|they) (?:is|are|looks?) (?:so |very |really )?(?:beautiful|pretty|
            handsome|kind|nice|brave|strong|clever|wise|lovely|great|good|amazing).*
        (?:tell <who> )?i (?:love|like|admire) (?:you|her|him|them)(?: very much| a lot)?
        compliment <who>(?: on .+)?
        you are (?:so |very |really |quite |just )?(?:beautiful|pretty|handsome|kind|nice|brave|strong|clever|wise|
            lovely|great|amazing|sweet|gorgeous|cute|funny|good)(?: <who>)?
        (?:i )?(?:raise|lift) (?:my|a|the) (?:cup|glass|horn|mug|jug|drink) to <who>
        can we be friends(?: <who>)?
        i want to be (?:your )?friends?(?: with <who>)?
        let us be friends(?: <who>)?
        (?:try|improve|fix|work) .*relationship with <who>
        (?:compliment|praise|admire|flatter) <who> (?:work|skill|cooking|craft|beauty|wisdom|courage|house|
            hall|hair|eyes)
        """,
    "comfort": r"""
        (?:tell|say to) <who> (?:that )?(?:it (?:is|will be) (?:going to be )?(?:ok|okay|fine|alright|
            all right)|everything (?:is|will be).*|not to (?:worry|be afraid|cry)|do not (?:worry|cry|
            be afraid))
        give <who> a (?:big )?(?:hug|cuddle)
        it (?:is|will be|is going to be) (?:ok|okay|all right|alright|fine)(?: <who>)?
        do not (?:worry|cry|be (?:afraid|scared|sad))(?: <who>)?
        hold <who> hand
        """,
    "accuse": r"""
        (?:tell|say to) <who> (?:that )?i know (?:what|that|you|he|she|it).*
        i know (?:what you (?:did|have done|are|are up to)|that you|you (?:did|killed|stole|murdered|lied|
            are)).*
        you (?:are (?:a |the )?(?:liar|murderer|thief|killer|traitor|lying)|killed .*|murdered .*|stole .*|
            did (?:it|this)|lied.*)
        call <who> an? (?:liar|murderer|thief|killer|traitor|coward)
        (?:confront|accuse|blame|charge|denounce|expose) <who> (?:of|for|with|about|over) <t>
        (?:tell|say to) <who> (?:that )?(?:he|she|they|you) (?:is|are) (?:a |the )?(?:liar|murderer|thief|
            killer|traitor|lying)(?: .*)?
        say (?:that )?<who> (?:is|did|killed|stole|murdered) <t>
        """,
    "tell": r"""
        (?P<t>yes|no|okay|sure|agreed|deal|maybe|of course|certainly|never)
        (?P<t>i (?:agree|accept|refuse|disagree|understand))
        (?:say|answer|reply) (?P<t>yes|no|okay)(?: to <who>)?
        """,
    "persuade": r"""
        (?:turn|set) <who> against <t>
        (?:get|make|keep|have) <who> (?:drunk|tipsy|sleepy|talking|to talk|talk|to open up|to agree|to listen|listen)
        """,
    "insult": r"""
        (?:fuck|screw|damn|curse) (?:you|him|her|them)(?: <who>)?
        (?:go )?(?:fuck|screw) (?:off|yourself|you)(?: <who>)?
        go to hell(?: <who>)?
        you (?:are |are such )?(?:an? )?(?:bastard|idiot|fool|coward|pig|bitch|asshole|moron|dog|ugly.*|
            stupid.*|scum|swine)
        your (?:so )?(?:ugly|stupid|dumb|fat|pathetic|useless)(?: <who>)?
        (?:tell) <who> (?:to )?(?:fuck off|go to hell|piss off|shut up|get stuffed|get fucked|screw (?:him|
            her)self)
        (?:call) <who> (?:an? )?(?:bastard|idiot|fool|pig|bitch|asshole|moron|names|ugly|stupid|fat)
        shut up(?: <who>)?
        (?:i )?(?:hate|despise) (?:you|<who>)
        flip <who> off
        give <who> the finger
        (?:make|pull) (?:a )?faces? at <who>
        """,
    "deceive": r"""
        (?:tell|feed|give|spin) <who> (?:a |some |another )(?:lie|lies|false story|story that is not true|
            made up story|white lie|tall tale)(?: about <t>)?
        lie to <who>(?: (?:about|and say|that) <t>)
        pretend (?:to be|that|i am) <t>
        trick <who> into <t>
        convince <who> with a lie
        play dumb
        pretend to <t>
        act (?:like|as if|dumb|innocent).*
        set <who> up
        frame <who>(?: for .+)?
        """,
    "promise": r"""
        (?:i )?(?:promise|swear|vow|pledge)(?: to)? (?P<who>\S+(?: \S+)?) (?:that|to|not|my) .+
        (?:i )?(?:promise|swear|vow|pledge)(?: to)? <who> i (?!never (?!will\b)|(?:did|have|had|was|am|saw|do)\b).+
        promise (?:to )?(?:free|help|protect|save|return|come back|bring|take|keep|never|rescue) <x>
        give <who> (?:my|a) (?:word|oath|promise).*
        (?:tell|say to) <who> (?:that )?i (?:promise|swear|vow) .*
        """,
    "threaten": r"""
        (?:put|hold|press|set|lay) (?:the |a |my )?(?:knife|blade|sword|axe|spear|dagger|point) (?:to|at|against|on)
            <who>s? (?:throat|neck|chest|belly|back)
        """,
    "attack": r"""
        (?:throw|swing|land|aim) a (?:punch|kick|fist|blow) at <who>
        push <who> (?:in|into|down|off|over) .+
        (?:cut|slit) <who> throat
        (?:kick|punch|hit|slap|stab|knee|smack) <who> in (?:the|his|her|their) .+
        give <who> a (?:slap|punch|kick|beating)
        put an? (?:arrow|knife|spear|axe|sword|bullet) (?:in|into|through) <who>
        take <who> down
        kick <who> (?:ass|butt|arse)
        beat the (?:shit|crap|hell) out of <who>
        get (?P<who>him|her|them)
        make <who> bleed
        """,
}
