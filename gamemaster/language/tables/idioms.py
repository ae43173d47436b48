"""Whole sentences about the player, the place and the game, and what they mean. Data only."""

from __future__ import annotations

# Verb: the sentences that mean it, one a line (deeper lines continue the one above), as regular expressions over plain
# words. `<who>` is a person, `<x>` a thing, `<t>` a topic, `<hell>` an oath. What a verb in capitals comes to is
# for the scene to say (see `gamemaster.language.idiom_meanings`).
SENTENCES: dict[str, str] = {
    "ABSURD": r"""
        (?:turn|transform|change|morph|shapeshift) (?:myself )?into <x>
        (?:become|be) (?:invisible|invincible|immortal|rich|famous|a (?:god|king|wizard|dragon|vampire)|king .*|the (?:king|queen|god).*)
        (?:cast|use) (?:a |my |some |the )?(?:magic|spells?|fireball|lightning|superpowers?|cheat codes?|the force)(?: .*)?
        (?:time )?travel (?:back )?(?:to|through|in) (?:time|the future|the past|yesterday|tomorrow|space)(?: .*)?
        time travel(?: .*)?
        grow (?:wings|gills|a tail)
        (?:fly|teleport|levitate|phase|warp|apparate)(?: .*)?
        wake up from this (?:dream|nightmare|game)
        (?:order|buy|get|phone for|ring for) (?:me )?(?:a |some )?(?:pizza|takeaway|taxi|uber)(?: .*)?
        """,
    "NONE": r"""
        (?:oh )?(?:damn|fuck|shit|crap|bugger|hell|bloody hell|holy shit|wow|whoa|bruh|bro|meow|woof|haha|gosh|jesus|god|yay)(?: it| me)?
        (?:purple|potato|blah|bla|banana)(?: .*)?
        (?:test|testing)(?: (?:test|testing|one|two|three|\d+))*
        """,
    "look": r"""
        is it (?:still )?(?:\w+ing|windy|foggy|misty|clear|light|bright|stormy|sunny|icy)(?: outside| out| out there| yet)?
        (?:what is|how is|check) the weather(?: like)?(?: outside| now| today)?
        where (?:is|are) (?:every ?(?:one|body)|the others|they all|all the people)
        (?:so )?where<hell> (?:am i|are we|is this)(?: now| exactly)?
        what<hell> is this place
        what place is this
        what<hell> (?:do|can|am|would) (?:i|we) (?:see|seeing|notice)(?: here| around me| around)?
        what is (?:around(?: me| here)?|here|there|in here|nearby|in (?:this|the) (?:room|place|area))
        what(?: else)? is (?:here|around|there|nearby|in here|with me|in the room|present|
            out there)(?: with me| now)?
        who are (?:these people|they)
        (?:is|are) (?:there )?(?:any ?(?:one|body|people|thing)|some(?:one|body|thing)|
            people)(?: else)?(?: interesting| useful)?(?: (?:here|there|around|out there|home|nearby|
            in here|with me|around here))*
        describe (?:the |this |my )?(?:room|place|surroundings|area|scene|location)
        what does (?:it|this place|the (?:room|place)) look like(?: here)?
        what is going on(?: here)?
        what is happening(?: here)?
        (?:look at|check out|check|observe|examine|survey|inspect|study|take in) (?:the |my |
            this )?(?:surroundings|room|place|area|scene|scenery|everything|environment|location|
            whole place|here)
        see what is (?:here|around|there)
        am i alone(?: here)?
        what now do i see
        take stock(?: of (?:where i am|the place|my surroundings|the situation))?
        look (?:about|round) me
        look around me
        look around (?:the |this )?(?:room|place|area|here)
        look (?:left|right|both ways|up and down|everywhere|outside|forward|ahead|behind me|back|
            over my shoulder)
                open my eyes
        wake up
        what do i have here
        """,
    "inventory": r"""
        (?:list|check|show me|tell me|go over|go through|take stock of) (?:all |everything )?(?:what )?i (?:am |still )?
            (?:carry|carrying|have got|have|hold|holding)(?: (?:on|with) me)?
        take stock of (?:my )?(?:things|belongings|gear|kit|stuff|what is (?:left|on me))
        what (?:do|have|am) i (?:have|got|carrying|holding|carry|own|possess)(?: (?:on me|with me|
            in my (?:bag|pockets?|pack|backpack|hands?)))?
        what is in my (?:bag|pack|pockets?|backpack|inventory|hands?|possession)
        what have i got(?: on me)?
        (?:what|which things) (?:did|have) i (?:bring|brought|pack|packed)(?: (?:here|along|with me))?
        (?:did|have) i (?:bring|brought|pack|packed) (?:any|some)thing(?: (?:else|here|along|useful|with me))*
        what items do i have
        what am i (?:wearing|holding)
        (?:check|look (?:in|at|through)|see|show(?: me)?|open|search|count|list|go through|inspect|
            examine) (?:my |the )?(?:inventory|bag|pack|pockets?|backpack|belongings|stuff|things|gear|
            items|equipment|possessions|supplies)
        do i have (?:a|any|some)? ?(?:weapons?|tools?|items?|thing|anything)(?: useful| on me)*
        what tools do i have
        what weapons do i have
        """,
    "status": r"""
        how (?:am i|do i feel|am i doing|hurt am i|cold am i|hungry am i|tired am i|bad is it|badly (?:hurt|
            wounded|injured) am i|long (?:have i been here|do i have|is it (?:until|till) .*|
            until .*))(?: doing| feeling| holding up| now)*
        am i (?:hurt|ok|okay|alright|all right|injured|wounded|bleeding|dying|cold|hungry|tired|dead|
            freezing|shivering|alive)(?: to death| yet| now)?
        what (?:time|day|hour) is it(?: now)?
        what is the time
        what is my (?:status|health|condition|hp|score)
        is it (?:night|day|dark|morning|evening)(?: yet| now| outside)?
        how late is it
        who am i
        what am i
        what is my name
        how much (?:time|health) do i have(?: left)?
        what are my (?:skills|stats)
        how much time (?:is left|has passed)
        check (?:on )?my (?:health|wounds|injuries|status|body|condition|vitals)
        (?:look at|examine|check) my (?:wounds|hands|body|reflection|self)
        """,
    "journal": r"""
        what (?:do|have) i (?:know|learned|learnt|found out|discovered|remember|figured out)(?: (?:so far|
            now|already|yet))?
        what (?:happened|has happened)(?: so far)?
        remind me what (?:i know|happened)
        what is (?:my (?:goal|quest|mission|objective|task|purpose)(?: here| now)?|the (?:goal|story|plot|objective|
            story so far))
        what am i (?:doing here|supposed to do|supposed to be doing|looking for|here for|trying to do)
        why am i here
        what was i doing
        who can (?:i|we) trust
        who should i trust
        who have i met
        what do i know about <t>
        what have i learned about <t>
        what happened (?:to me|earlier|before|last night)
        recap.*
        how did i get here
        do i know (?:anything|something)(?: useful)?
        """,
    "hide": r"""
        (?:find|look for|seek|search for|get to) (?:a |some|any)?(?:place|where|spot|somewhere)?(?: good| safe)?
            (?:place |spot |cover|)?(?:to hide|shelter from sight|to take cover)(?: .*)?
        """,
    "WANT": r"""
        i (?:really )?(?:need|want|would like|could (?:use|do with)|must have|am looking for|wish for) (?:a|an|some|the|my|more|that|another) <x>
        (?:can|could|may|might) i (?:please )?(?:have|get|borrow|buy|see) (?:a|an|some|more|another|your|one of your) <x>
        """,
    "follow": r"""
        let <who> (?:lead|go first|guide)(?: (?:the way|me|us|first))?
        (?:go|walk|follow|run) (?:to )?(?:where|wherever) <who> (?:goes|is going|went|leads|walks|is|is headed)
        """,
    "hint": r"""
        (?:where|which way) (?:can|should|do|could|must|shall) (?:i|we) (?:go|head|start|begin)(?: first| from here| now| next| to)*
        what(?: else)? (?:can|should|could|do|must) (?:i|we) do(?: (?:here|now|next|about it|then))*
        where (?:can|should|do|could) (?:i|we) go(?: (?:from here|now|next|to))*
        what (?:now|next|are my options|are my choices|are the options)
        now what
        (?:i am|we are) (?:stuck|lost|confused|so confused|so lost|at a loss|clueless)
        i do not (?:know|understand)(?: what to do| where to go| what to do now| what is going on|
             anything)?
        (?:give me )?(?:a |some |another )?(?:hint|help|clue|tip)s?(?: please| me)?
        i need (?:a |some )?(?:hint|help|clue|advice)
        how (?:do|does|can) (?:i|this|we|this game|the game) (?:play|work|win|play this|win this|start|
            begin|use this)(?: this)?(?: game)?
        what (?:verbs|commands|words|actions) .*
        how do i (?:get out|get out of here|leave|escape|survive|get away|get warm|get in|win|do (?:this|
            that|it))(?: of here)?
        what are (?:the|my) (?:exits|options|commands|ways out|controls)
        where are the exits
        which way (?:should i go|can i go|is out|now|to go|out)
        is there a way out
        how do i (?:get|go) (?:to|in|into|inside|out|up|down)(?: .*)?
        show (?:me )?(?:the )?(?:help|hints?|options|exits|commands)
        (?:list )?(?:the )?exits
        where to(?: now| next)?
        what to do(?: now| next)?
        any (?:ideas|hints|suggestions|tips)
        is there anything (?:i can do|to do)(?: here)?
        what could i try
        (?:please )?help(?: me)?(?: out)?(?: please)?
        what (?:do|would) you suggest
        (?:is there )?(?:any ?|a |some )way (?:out|off|in|home|away|through|up|down)(?: .*)?
        help what do i do
        how to (?:play|win|survive).*
        """,
    "burn": r"""
        (?:burn|torch) (?:down )?(?:this|the|it)(?: whole| entire)?(?: (?:place|village|town|house|building|lot|thing|all))?(?: down)?(?: to the ground)?
        (?:set|light) <x> (?:on fire|alight|ablaze|aflame)
        """,
    "listen": r"""
        (?:what|who|where) (?:is|was) (?:making |causing )?(?:all )?(?:that|this|the) (?:.+ )?(?:noise|sound|racket|banging|howling)
            (?: coming from)?
        what(?: the (?:hell|fuck))? (?:is|was) (?:that|this|the) (?:noise|sound|racket|banging|rumbling|
            howling|humming)
        (?:do|can) i hear (?:anything|something|that|any .*)
        what (?:do|can) i hear
        did i (?:just )?hear (?:something|that)
        keep (?:quiet|silent) and listen
        what was that
        did you hear that
        is that (?:a )?(?:noise|sound)
        """,
    "smell": r"""
        what(?: the (?:hell|fuck))? (?:is|was) (?:that|this|the) (?:smell|stench|stink|reek|odour|odor|
            scent)
        (?:do|can) i smell (?:anything|something)
        what (?:do|can) i smell
        what does it smell (?:like|of)(?: here| in here)?
        """,
    "search": r"""
        go through (?:(?:his|her|their|the|all the|my) )?(?P<x>(?:.+ )?(?:pockets?|belongings|things|stuff|
            drawers?|chest|papers|desk|shelves|cupboard|bags?|boxes|wardrobe|rubbish|trunk))
        look for (?:any ?thing|some ?thing|stuff|clues|items|things|supplies|secrets)(?: .*)?
        is there (?:any ?thing|something) (?:useful|of use|interesting|valuable|hidden|i can use|
            worth (?:taking|having)|to (?:take|use|find))(?: here| around| nearby)?
        (?:find|look for|search for|get|seek) (?:a |some |any )?(?:clues?|way out|exit|secrets?|
            hidden .*|secret .*|tools?|treasure|loot)
        are there any (?:clues|items|weapons|tools|secrets).*
        see if (?:there is|i can find) any(?:thing|one)?.*
        what can i (?:take|use|find|pick up|grab|get)(?: here)?
        loot (?:everything|the (?:place|room|area))
        search (?:everything|everywhere|around|the (?:area|room|place|whole place|floor|ground|surroundings|
            house)|this (?:area|room|place)|here|thoroughly)
        go through (?:everything|their stuff)
        look for (?:a )?(?:tracks|footprints|prints|trail|traces)
        any(?:thing)? (?:clues|weapons|items|food|useful)(?: here| around)?
        """,
    "PEOPLE": r"""
        who(?: else)? is (?:here|around|there|nearby|in here|with me|in the room|present|out there)(?: with me| now| in (?:the|this) \w+)?
        who (?:do|can) i see(?: here)?
        who (?:am i with|all is here)
        """,
    "WAYS": r"""
        (?:go|walk|head|move|travel) (?:somewhere|anywhere|elsewhere|some ?place)(?: else| different| new)?
        """,
    "WARM": r"""
        (?:i )?(?:get|stay|keep|be|try|find|become|am trying|look) (?:to )?(?:get |stay |keep )?(?:warm|
            warmer|warmth|warm and dry|dry and warm|somewhere warm|a warm place|heat|dry|out of the cold)(?: up)?(?: (?:by|at|near|
            beside|in front of|next to|with|from) <x>)?
        warm(?: up)?(?: (?:my )?(?:self|myself|hands|feet|body|fingers|toes|bones))?(?: up)?(?: (?:by|at|
            near|over|beside|in front of|next to|with|against|around|on) <x>)?
        (?:i am|i feel|it is)(?: so| very| really| getting| too| fucking)? (?:cold|freezing|frozen|chilly|
            freezing cold|numb|freezing to death)(?: here| in here| out here)?
        i (?:need|want|must have) (?:some |a |to )?(?:warmth|heat|fire|warm up|warm place)
        (?:find|look for|seek) (?:a |some |somewhere )?(?:fire|warmth|heat|shelter|warm place|to warm up)
        huddle (?:by|near|around|next to|at) <x>
        (?:rest|stand|crouch|wait|huddle) (?:by|near|beside|at|next to|in front of|
            around) (?:the )?(?P<x>fire|hearth|stove|forge|brazier|oven|campfire|embers|fireplace)
        thaw(?: out)?
        dry (?:off|myself|my clothes)(?: (?:by|at|near) <x>)?
        hold (?:out )?my hands (?:out )?(?:to|over|by|at|near) <x>
        warm (?:my )?hands(?: .*)?
        shiver
        get closer to (?:the )?(?P<x>fire|hearth|stove)
        """,
    "FOOD": r"""
        (?:i am|i feel)(?: so| very| really| getting| fucking)? (?:hungry|starving|starved|famished|peckish)
        i (?:need|want|could (?:use|do with)|must have|would like|crave) (?:some |to |something to )?(?:food|eat|a meal|
            a snack|dinner|breakfast|something to eat)(?: something)?
        (?:find|look for|get|seek|search for|hunt for|scavenge|forage for|go find|grab) (?:some |any |
            me )?(?:food|something to eat|a meal|a bite(?: to eat)?|dinner|breakfast|lunch|grub|a snack|
            provisions)(?: here)?
        is there (?:any |some )?(?:food|thing to eat|anything to eat|something to eat)(?: here| around|
             nearby)?
        what can i eat
        do i have (?:any |some )?food
        feed myself
        where (?:can i (?:find|get)|is) (?:some |the )?(?:food|something to eat)
        """,
    "EAT": r"""
        eat(?: some| any)?(?: food| something| anything| a meal| dinner| whatever .*)?
        have (?:some |a )?(?:food|meal|bite|snack|dinner|breakfast|lunch|something to eat)
        """,
    "WATER": r"""
        (?:i am|i feel)(?: so| very| really| getting)? (?:thirsty|parched|dehydrated)
        i (?:need|want|could (?:use|do with)) (?:some |to |something to |a )?(?:water|drink|something to drink)
        (?:find|look for|get|seek) (?:some |any |a )?(?:water|something to drink|drink)
        drink(?: some| any)?(?: water| something| anything)?
        is there (?:any |some )?(?:water|thing to drink|anything to drink)(?: here)?
        have (?:a |some )?drink
        """,
    "sleep": r"""
        (?:i am|i feel)(?: so| very| really| getting)? (?:tired|sleepy|exhausted|knackered|weary|beat|
            worn out)
        i (?:need|want|could (?:use|do with)) (?:some |to |a )?(?:sleep|rest|nap|lie down)
        (?:find|look for) (?:a |some |somewhere |a place )?(?:bed|to sleep|place to sleep|to rest|
            shelter for the night)
        (?:rest|sleep) (?:for (?:the night|a (?:while|bit|few hours|moment))|until .*|till .*|here|tonight|
            through the night|a bit|a while)
        get some (?:sleep|rest|shut ?eye)
        z{2,}
        close my eyes(?: .*)?
        """,
    "wait": r"""
        (?:wait|rest(?! (?:an?|one) \w+ (?:on|against|over|to)\b)|stay|hang around|linger) (?:for )?
            (?:a |an |some |few |the |one |two |three |several |until |till |here |right here |\d+ )+.*
        wait (?:and see.*|patiently|quietly|for (?:it|him|her|them|something|someone|help|.+))
        (?:stand|sit|lie|be|keep|stay|hold|remain) (?:still|there|here|put|calm|quiet|silent|down and wait|
            around|by|and wait|alert|awake|on guard)
        take (?:a|some) (?:deep )?(?:breath|breather|time|rest|break|moment)(?: .*)?
        do (?:absolutely )?nothing(?: .*)?
        pass (?:the )?time
        nothing
        let time pass
        skip (?:to|ahead|time|until) ?.*
        (?:say|answer|reply) nothing(?: to .+)?
        keep my (?:mouth shut|peace|cool)
        (?:be|stay|remain) silent
        play dead
        think(?: (?:hard|deeply|for .*|it over|it through|things over))?
        take stock
        stay (?:here|where i am)(?: .*)?
        wait it out
        watch and wait
        """,
    "flee": r"""
        get (?:the (?:hell|fuck|heck) )?(?:out|away)(?: of (?:here|there|this place))?(?: (?:now|fast|
            quick))?
        run(?: away| for (?:it|my life)| like hell| the other way| as fast as i can| off)?(?: from <x>)?
        get away from <x>
        escape(?: from)?(?: <x>)?
        i (?:want|need|have) (?:to )?(?:get out of here|leave this place|escape|out)
        abort
        retreat(?! (?:a|one|two|three|some|few|slightly)\b)(?: .*)?
        nope
        (?:(?:no|nope) )+(?:i am )?(?:right )?out(?: of (?:here|there))?
        i am (?:out|off|leaving|outta here|out of here|gone)
        save (?:my|your)self
        run run.*
        run and hide
        """,
    "BACK": r"""
        return to where i (?:came from|was)(?: before)?
        (?:go|head|walk|run|turn|get|come|move|return|climb|retrace my steps|hurry|leg it|sneak) back
            (?: (?:the way i came|where i (?:came|was)|again|there|the same way|from where i came))?
        back
        return
        go back to (?:the )?previous .*
        retrace my steps
        """,
    "HOME": r"""
        (?:i )?(?:(?:want|wish|would like|have|need) to )?(?:go|walk|head|run|return|get|travel|ride|sail)(?: straight)?(?: back)? home
        """,
    "LEAVE": r"""
        leave(?: (?:this place|here|the (?:room|building|house|place)|now))?
        (?:go|step|walk|head|get|come|run|hurry)(?: back)? (?:out|outside|outdoors)
        exit(?: (?:the )?(?:room|building|house|place))?
        """,
    "go": r"""
        (?:go|keep|carry|press|move|continue|walk) (?:on |going |walking |moving |straight |forward |onward |onwards |ahead )*
            (?:on|going|walking|moving|straight|forward|onward|onwards|ahead)
        continue|onwards?|forwards?
        """,
}
