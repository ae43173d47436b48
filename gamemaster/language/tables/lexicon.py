"""What English words mean to a story: synonyms of the verbs every world has, small words, directions. Data only."""

from __future__ import annotations

# Canonical verb: words and phrases a player may use for it. Inflections are made from them (see `gamemaster.language.names.verb_index`).
SYNONYMS: dict[str, str] = {
    "look": """
        look, l, look around, look about, look round, gaze around, glance around, have a look, take a look around, have
        a look around, survey, scan, observe, look here, take in, describe, see, watch, get my bearings, look outside,
        look at everything, look at the room, look at the place, look around me, examine room, examine area, examine
        surroundings, view surroundings, observe surroundings, what is here, whos here, take a gander, have a gander,
        have a butchers, eyeball the place, scan the room, scan the area, scan the horizon, peer around, look all
        around, look about me, take stock of my surroundings, see what is around, what is going on,
        have a good look around, have another look around, take another look around, get a look around,
        look again, looksie, check the place out, check out the place, suss out the place, nose around,
        have a nosey, show me around, peer into the darkness, observe my surroundings, take in the view,
        admire the view, lok, luk, luk around, get my surroundings, what can i see""",
    "examine": """
        examine, x, ex, exa, inspect, look at, look closely at, look closer at, study, check, check out, watch, view,
        peer at, peer in, peer into, peer down, peer through, look in, look into, look inside, look inside of, look
        under, look behind, look on, look down, look up at, look through, look over, look out of, stare at, gaze at,
        scrutinise, scrutinize, take a look at, have a look at, take a closer look at, glance at, appraise, assess,
        describe, eye, observe, look underneath, look beneath, look between, check on, spot, l at, get a closer look
        at, see, look out over, regard, look upon, look across, look towards, look toward, look to, gawk at, ogle, size
        up, investigate the look of, count, peep at, scope out, case, look out, peek at, peek in, peek into, peek
        under, glimpse, sketch, measure, weigh, compare, check over, peek, peep, peek through, look past, cop a look
        at, smell and look at, get a look at, verify, eyeball,
        have a good look at, have a closer look at, have another look at, take another look at, take a peek at,
        take a peek in, take a peek inside, take a peek under, have a peek at, have a peek in, have a gander at,
        take a gander at, give a look over, give a once over, run my eye over, cast an eye over,
        cast my eyes over, keep an eye on, peer over, peer under, peer behind, peer inside, peek inside,
        peek behind, peek over, peek out, peek out of, look along, look beside, look near, look above,
        look below, look round, look up, look up into, look deeper into, look more closely at,
        look carefully at, look hard at, squint at, zoom in on, take in the sight of, have a nosey at,
        shine a light on, focus on, check inside, check under, check behind, check in, look at again, re examine,
        take a good look at, take a long look at, take a look inside, have a look inside,
        have a look in, have a look under, have a look behind, take a look in, take a look under,
        take a look behind, have a look through, take a look through, peer out, peer out of, peer between""",
    "search": """
        search, hunt, look for, look around for, search for, find, seek, seek out, hunt for, rummage, rummage in,
        rummage through, rifle through, rifle, riffle through, rummage around, rummage around in, ransack, frisk,
        forage, forage for, scavenge, scavenge for, investigate, explore, sift through, poke around, poke around in,
        poke about, scour, look everywhere, search through, search in, search under, search behind, search around, turn
        over everything, turn out, look out for, feel around, feel under, feel behind, check for, scan for, snoop,
        snoop around, snoop around in, dig through, comb, pat down, locate, feel around in, hunt around, scout, scout
        out, scout around, look high and low for, root around, root around in, root through, look around in, try to
        find, fish around, fish, fish in, fish for, go fishing, hunt down, look about for, feel for, turn over, track
        down, find out where, go find, dredge, trawl,
        search inside, search beneath, search around in, search among, look among, look amongst, ferret about,
        ferret around, hunt through, poke through, paw through, turn upside down, rake through,
        delve into, scour through, give a search""",
    "listen": """
        listen, listen to, listen at, listen in, listen in on, listen for, hear, eavesdrop, eavesdrop on, overhear,
        hearken, hark, put my ear to, put an ear to, lay my ear to, press my ear to, press my ear against, put my ear
        against, put my ear on, pay attention to, be quiet and listen, listen out for, prick up my ears,
        have a listen, have a listen at, have a listen to, give a listen, listen through, listen behind,
        lend an ear, lend an ear to, strain my ears, strain to hear, listen out, listen in at, listen hard,
        cock an ear""",
    "smell": """
        smell, sniff, sniff at, sniff around, scent, inhale, take a whiff of, breathe in, smell around, take a sniff of,
        have a sniff, have a sniff of, have a whiff of, catch a whiff of, smell at, get a whiff of,
        take a sniff at, smell the air, sniff the air""",
    "touch": """
        touch, feel, tap, caress, fondle, poke, prod, handle, rub, run my hand over, put my hand on, put my hands on,
        lay my hand on, reach for, reach out to, reach into, put my hand in, stick my hand in, pet, stroke, pat, hold
        hands with, nudge, tickle, warm my hands at, warm my hands by, warm my hands over,
        run my fingers over, run my hands over, put my palm on, press my hand to, run my fingers along""",
    "taste": """
        taste, lick, sample, take a lick of, try a bit of""",
    "go": """
        go, get below, get above, get upstairs, get downstairs, get across, get through, get around, get over, walk, move, head, travel, proceed, enter, go to, go into, go in, go inside, go through, go out, go toward,
        return, return to, cross, step, stroll, wander, march, stride, visit, leave, exit, depart, approach, advance,
        journey, get to, get in, get into, get inside, get out, get out of, goto, make my way, make for, set off, set
        out, pass, pass through, come, run, run to, sprint, dash, rush, hurry, hasten, race, jog, leg it to, hike,
        trek, wade, take me to, bring me to, take me back to, go over to, go back, head back, go on, keep going, carry
        on, continue, go see, drive, crawl, squeeze, squeeze through, duck, duck into, pop, pop into, saunter, trudge,
        ski, skate, slide, sail, step into, step onto, step out, step outside, mosey, be off to, off to, go via, move
        on, press on, push on, go for, take the path, take the road, follow the path, follow the road, follow the
        track, follow the trail, get going, nip, get back, walk over, stumble, limp, edge, amble, venture, swing by,
        barge, barge into, burst into, storm into, break into a run to, leg it over, skedaddle to, hop over to, get
        onto, get on to, trot, slip through, go forth, board, embark, disembark, make a dash for, make a run for, scoot
        over to, make tracks for, tiptoe around to, bounce, split, peace out, vamoose, head out, get outta, drop by,
        drop in on, hit up, scurry, scamper, shuffle, descend into, pop over to, pop round to, drop down, trundle,
        swing round to, roll up to, rock up to, sidle, row, row to, paddle to, sail to, ride to, get moving, make it to,
        swing over to, nip over to, nip to, toddle off to, wander over to, wander off to, wander into,
        bugger off to, head off to, head on over to, head over to, head in, head into, head inside, head up,
        head up to, head down to, head for, make my way to, make my way over to, make my way into,
        find my way to, get myself to, get my arse to, take myself to, go along, go along to, go across,
        go across to, go around to, go round to, go up to, go down to, go by, step through, step inside, step in,
        step up to, step back, walk in on, walk into, walk up to, walk out, walk onto, walk out onto,
        walk through, come in, come inside, come back to, crawl into, crawl through, crawl to, plod, tramp,
        traipse, troop, lurch, stagger, hobble, ramble, roam, bimble, wend my way to, double back,
        double back to, turn back, cut across, cut through, set foot in, set foot on, set forth, set off for,
        set out for, strike out for, push off, slope off to, let myself in, let myself into,
        duck out, duck inside, skip to, zoom to, yomp, shoot off to, run over to, run into, run back to,
        run up to, run down to, dash to, dash into, race to, rush to, rush into, hurry to, hurry back to,
        pay a visit to, slip out, slip out of, slip inside, slip into""",
    "follow": """
        follow, pursue, chase, chase after, go after, run after, tail, track, trail, shadow, go with, walk with,
        accompany, come with, tag along, tag along with, keep up with, catch up with, catch up to, stalk, leave with,
        walk behind, stick with, stay close to, stay with, go along with, escort, track down, hunt down, keep after,
        walk after, sneak after, join, go where, keep close to, stay behind, keep on the trail of, hurry after, walk
        alongside, walk beside, go behind, catch, head after, let lead, let lead the way""",
    "climb": """
        climb, climb up, climb down, climb over, climb into, climb onto, climb in, scale, clamber, clamber up, clamber
        over, clamber down, ascend, descend, scramble, scramble up, scramble down, get on, get down, shin up, shimmy,
        shimmy up, shimmy down, abseil, mount, rappel, climb through, climb aboard, climb out, climb out of, ride,
        mount up, straddle, hop on, hop onto, jump onto,
        go up the ladder, climb on, climb on top of, climb back up, climb back down, climb back, get up on,
        get up onto, get on top of, get down from, clamber onto, clamber into, clamber out, clamber aboard,
        haul myself up, pull myself up, hoist myself up, hop up on, shinny up, shinny down, step up onto,
        scrabble up, swarm up, monkey up, slide down, let myself down, lower myself, lower myself into,
        lower myself down""",
    "swim": """
        swim, dive, dive in, dive into, go swimming, paddle, bathe, plunge into, swim in, swim across, swim to""",
    "jump": """
        do a backflip, backflip, somersault, do a somersault, cartwheel, do a cartwheel, do a flip, do a star jump,
        jump, leap, hop, vault, jump in, jump into, jump over, jump off, jump on, jump down, jump up, leap over, jump
        across, bound, leap into, leap across, leap off, hurl myself into, throw myself into, throw myself off, dive
        off, dive through, leap on, leap down, jump through, jump out of, jump aboard, jump across to, hurdle, bounce,
        step off, leap out of, leap through, jump up and down""",
    "flee": """
        flee, run away, run off, escape, bolt, leg it, gtfo, get away, get the hell out, get the fuck out, get out of
        here, get the hell out of here, get the fuck out of here, retreat, run for it, run for my life, scram, fall
        back, run like hell, make a run for it, hightail it, run from, run away from, flee from, escape from,
        skedaddle, make a break for it, nope out, back away, back off, withdraw, dodge, evade, get away from, turn and
        run, leg it from, bugger off, clear out, beat it, take to my heels, leg it out of, peg it, do a runner,
        bail, nope the fuck out, vamoose, scarper, high tail it, escape through, escape out of, get lost, get clear of,
        outrun, surrender ground, run back, do one, split,
        make myself scarce, make a swift exit, make my escape, make a getaway, get the heck out of here,
        take flight, run like the wind, leg it away, run and do not look back, turn tail, hoof it, book it,
        beat a retreat, show a clean pair of heels, cheese it, do a bunk, hook it, run the other way,
        run screaming, get my arse out of here, get my ass out of here, get out while i can, get out now,
        break away, shake off, lose my pursuers, leg it the other way, bolt out, bolt from, run out,
        get away quick""",
    "hide": """
        hide, hide in, hide under, hide behind, take cover, conceal, lie low, keep low, get out of sight, crouch,
        crouch behind, crouch down, duck behind, duck under, go into hiding, blend in, keep out of sight, lay low, hide
        inside, hide among, take cover behind, get under, get behind, stay out of sight, cower, cower behind, find
        cover, duck down, make myself small, press myself against, slip behind, slip under, slide under, roll under,
        crawl under, crawl behind, get down, drop down, drop to the ground, hit the deck, shelter behind, shelter
        under, squat, squat behind, disappear, vanish,
        get into cover, hide out, hide out in, hide myself, hide myself in, hide myself behind,
        hide myself under, hide beneath, hide beside, hide near, take refuge, take refuge in, keep my head down,
        crouch in, crouch under, crouch beside, duck down behind, tuck myself behind, tuck myself under,
        squeeze behind, squeeze under, squeeze in behind, get in under, bury myself in, cover myself with,
        conceal myself, conceal myself in, conceal myself behind, burrow into, hole up in, dive behind,
        dive under, flatten myself against, camouflage myself""",
    "sneak": """
        sneak, sneak past, sneak into, sneak in, sneak out, sneak around, sneak up on, sneak by, sneak behind, sneak
        to, creep, creep past, creep up, creep up on, creep into, creep in, tiptoe, tip toe, slink, skulk, slip past,
        slip by, slip away, prowl, move quietly, go quietly, walk quietly, move silently, go
        unseen, sneek, steal away, steal past, stay in the shadows, keep to the shadows, spy, spy on, lurk, sneak over
        to, sneak after, go unnoticed, sneak through, sneak away, creep to, creep over to, creep through, creep out,
        pass unseen, tread, tread carefully, tread softly, tread lightly, mind my step, watch my step, sneak back, slide past, edge past, get past, get by, squeeze past, crawl past, steal into, sneak
        down, sneak up, sneak over, walk softly, go silently, move unseen, bypass, evade, avoid, infiltrate, sneak off,
        sneak inside, sneak along, sneak across, tiptoe into, tiptoe past, sneak home, slip off, slip away from, stay hidden,
        sneak along behind, pad, pad past, pad over to, ghost past, steal across, inch past, inch towards,
        creep inside, creep around, creep by, creep along, creep down, creep back, creep away, steal down,
        steal up, steal up to, ease past, slide by, slink past, slink away, slink off, slink into,
        move stealthily, go stealthily, go on tiptoe, walk on tiptoe, sneak round, sneak my way,
        sneak my way into, give the slip, tiptoe to, tiptoe up, tiptoe out, tiptoe over to, tiptoe through,
        tiptoe around""",
    "wait": """
        wait, z, rest, do nothing, pass time, pass the time, stay, stay put, stay here, linger, hang around,
        hang out, bide my time, relax, kill time, wait around, wait for, wait until, wait till, take a break,
        stand by, chill, chill out, remain, idle, loiter, wait here, wait a while, keep watch,
        stand watch, wait and see, meditate, rest up, have a rest, take a breather, take five, skip time, stand
        around, let time pass, sit tight, warm up, recover, listen and wait, twiddle my thumbs, count sheep,
        rest my legs, take shelter, shelter, sit and wait, sit around,
        lounge, lounge around, laze about, laze around, dawdle, dally, tarry, put my feet up, bide
        a while, cool my heels, wait it out, hang about, hang fire, take stock of things, let some time go by,
        let the time pass, do sod all, do fuck all, do jack, chillax, zone out, wait patiently""",
    # What is shown and passes no time: see `gamemaster.language.clauses.expressions`.
    "express": """
        stand there, sit here, sit still, hold on, hang on, hold my horses, pause, stop, catch my breath, breathe, calm down, keep still, hold still, stand still,
        freeze, lean, lie back, sit back, settle back, lean on, lean against, stand, stand up, get up, moan, groan, sob, yawn, burp, faint, pee,
        piss, take a piss, take a leak, shit, vomit, throw up, concentrate, focus, exercise, stretch my legs,
        mope, sulk, panic, freak out, count to ten, vibe, brood, contemplate, scream internally, laugh, sigh,
        shiver, huddle, twiddle my fingers, daydream, stare into space, fart, hum, hum a tune, hum to, hum
        along, get to my feet, rise, drop to,
        fall to, sink to, sink down, collapse, flop down, lie flat, stop dead, pull up short""",
    "sleep": """
        sleep, go to sleep, go to bed, nap, take a nap, have a nap, doze, doze off, lie down, get some sleep, get some
        rest, sleep in, sleep on, sleep by, go bed, snooze, slumber, camp, make camp, set up camp, lie on, lie in, bed
        down, turn in, call it a night, crash, have a kip, kip, hit the hay, hit the sack, catch some zs, lay down,
        take a rest, sleep until, sleep till, get some shuteye, lie down on, lie down in, catch some sleep, spend the
        night,
        get my head down, get forty winks, have forty winks, catch forty winks, get some kip, get some zs,
        get some zzz, rest my eyes, rest my head, lay my head, settle down for the night, pass out, pass out on,
        curl up, curl up in, curl up on, curl up by, bunk down, doss down, retire, retire for the night,
        sleep beside, sleep under, sleep near, sleep next to, take forty winks, have a lie down,
        have a lie down on, take a lie down, have a snooze, take a snooze, take a kip, get comfy and sleep,
        hit the hay in, go beddy byes""",
    "take": """
        take, get, grab, pick up, pickup, collect, acquire, fetch, snatch, retrieve, obtain, gather, scoop up, scoop,
        pocket, seize, lift, carry, keep, pick, claim, t, grab hold of, get hold of, gather up, bag, hoist, take hold
        of, take up, bring, help myself to, take with me, bring along, take along, yoink, catch, pluck, arm myself
        with, stash, get ahold of, pocket up, pack, nab, haul, carry off, take out, pull out, reach for, get out,
        borrow, salvage, snag, swipe, cop, jack, scrounge, hoover up, palm, rip off, nick, unhook, peel, lift up, lift
        out, clutch, wrest, hold, hold on to, hold onto, milk, harvest, confiscate,
        get my hands on, lay hands on, help myself, filch, snaffle, grab a hold of, scoop out, snatch up,
        pick off, bag up, make off with, lay hold of, take possession of, gather together, round up, load up on,
        stock up on, fish out, dig up""",
    "drop": """
        drop, put down, discard, let go of, leave behind, throw away, set down, lay down, dump, ditch, abandon, get rid
        of, toss aside, throw down, release, unload, leave, toss away, chuck away, cast aside, cast away, shed, put
        aside,
        chuck out, throw out, lose, shake off, put on the floor, put on the ground, lay on the ground,
        leave on the ground, let fall, jettison, dispose of, throw on the ground, chuck on the floor, drop off""",
    "put": """
        put, add, lower, place, insert, stuff, set, lay, stow, put away, store, slide, stick, deposit, leave,
        hang, position, slip, balance, prop, prop up, shove, jam, wedge, drop, arrange, bury, return, put back, dip, plant,
        cram, tuck, hide, install, insert into, mount, park, rest, stick in, shove in, smear, rub on, attach,
        apply, spread, plug, plug in""",
    "give": """
        give, hand, offer, hand over, donate, present, deliver, pass, gift, feed, pay, bribe, slip, give back, return,
        hand back, give away, give up, surrender, lend, bring, pass over, feed with, serve, reward, bestow, tip, share,
        grant, offer up, make a gift of, sacrifice, yield, turn over, entrust, present with, treat, pay off, bribe
        with, bring back, sell, throw to, pass to, return to, slide over, dish out, hand out, force feed,
        chuck to, hand to, hand out to, give to, slip to, sling to, toss to, fork over, cough up, let have,
        part with, provide, supply, donate to, gift to, make a present of, treat to, lob to, palm off on,
        palm off, foist on, return to its owner, toss over, cede""",
    "show": """
        show, display, reveal, hold up, hold out, present, wave, brandish, flash, show off, let see, point out, point
        to, point at, demonstrate, exhibit, point,
        let take a look at, let have a look at, present to, show to, stick under the nose of,
        wave in the face of, shove in the face of, hold up to, hold out to, parade, flaunt, flash at,
        produce for, wave around, reveal to""",
    "throw": """
        throw, toss, hurl, lob, chuck, fling, cast, pitch, sling, launch, yeet, throw at, flick, shoot, heave, fling
        away, toss out, cast off, drop down, throw out, throw over, throw overboard, bowl, catapult, yeet away, pelt,
        pelt with,
        bung, hoy, lob at, hurl at, chuck at, toss at, yeet at, fling at, sling at, pitch at, pelt at, launch at,
        heave at, huck, huck at, chuck into, toss into, hurl into, fling into, chuck over, bowl at, let fly with,
        let fly at""",
    "use": """
        use, activate, operate, apply, employ, utilise, utilize, wield, make use of, work, try, ready, equip, handle,
        try out, do something with, use up, mess with, fiddle with, play around with, tinker with, draw, unsheathe,
        sit, sit down, sit on, sit in, sit by, sit down on, sit at, kneel, kneel by, kneel before, manipulate, connect,
        attach, arm myself with, sit next to, sit beside, sit down by, draw my, press into service, test, write, write
        in, write on, write down, sign, scribble, scribble in, draw on, paint, type, type in, press, aim, fire, plug
        in, swing, flip, interact with, interact, dial, log in, log into, log on, log on to, log onto,
        have a seat, have a seat on, have a seat in, have a seat at, take a seat, take a seat on, take a seat by,
        take a seat at, take a seat in, sit myself down, sit myself down on, perch on, plonk myself down on,
        whip out, get out my, take out my, pull out my, bring out, draw out, put to use""",
    "open": """
        open, flip open, lift, raise, open up, unfasten, unseal, uncover, unwrap, unpack, lift the lid of, lift the lid off, pop
        open, swing open, pull open, push open, crack open, force open, pry open, prise open, get open, unbar, unbolt,
        unlatch, ajar, slide open, take the lid off, lever open, part, draw back, open wide, ease open,
        jemmy open, jimmy open, pull back, draw aside, pull aside, push back, lift up the lid of,
        lift the lid on, throw open, fling open, force, yank open, wrench open, try to open, slide back, unstop,
        uncork, unroll, unfold, undo, roll back, see inside, get inside of, turn the handle of, turn the knob of""",
    "close": """
        close, shut, slam, seal, cover, close up, slam shut, pull shut, push shut, shut up tight, close off, seal up,
        pull to, push to, swing shut, bang shut, draw the curtain, draw shut, shut up, pull closed, fasten,
        put the lid on, put the lid back on, replace the lid of""",
    "lock": """
        lock, bolt, bar, barricade, latch, lock up, secure, block, block up, chain up, brace, padlock""",
    "unlock": """
        unlock, pick the lock, pick the lock of, pick the lock on, pick lock, picklock, jimmy, undo the lock, pick the
        locks, pick the padlock""",
    "push": """
        push, shove, press, shift, nudge, move aside, push over, knock over, tip over, topple, push aside, shove aside,
        slide aside, roll, tip, press on, push against, press down, push down, upset, bump, roll aside, shoulder aside,
        move, shake, rattle, jiggle, rock, stir, squeeze, nudge open, wobble, prod, knock, joggle, hold down,
        heave, heave at, heave against, give a push, give a shove, give a nudge, put my shoulder to,
        put my weight against, lean into, budge, budge over, scoot, push in, push away, push back, push at,
        move over, shift aside, tip up, rock back and forth, kick over, knock aside, knock off, displace,
        slide away, trundle""",
    "pull": """
        pull, drag, tug, yank, haul, pull on, tug on, tug at, pull at, yank on, drag out, pull up, pull down, draw up,
        heave on, haul on, tow, drag away, lug, wrench, pull away, pull apart, haul up, wind in, reel in,
        heave up, give a tug, give a pull, give a yank, jerk, jerk on, hoist up, drag along, drag over, drag off,
        haul away, haul out, haul in, pull in, pull back, pull hard on, pull free, pull loose, tug out, yank out,
        hang on to, winch""",
    "turn": """
        turn, rotate, twist, spin, flip, crank, switch, turn on, turn off, switch on, switch off, turn over, flip over,
        wind, wind up, adjust, start, reset, dial, tune, swivel, turn around, restart, roll over, overturn,
        swing, swing round, spin around, screw, unscrew, flick, flick on, flip on, twist off, roll, turn up, turn down,
        tilt,
        give a turn, give a twist, give a spin, turn upside down, flip round, flip it, twirl, swivel round,
        turn round, crank up, upend, invert, switch over, twiddle, turn to the other side""",
    "break": """
        break, smash, shatter, destroy, wreck, crush, demolish, snap, break open, break down, bash, bash in,
        kick down, kick in, kick open, bust, bust open, tear, rip, tear up, tear down, rip up, rip apart, pry,
        prise, pry up, lever, break up, smash open, smash up, crack, splinter, chop, chop down, chop up, hack,
        hack at, hack through, split, damage, break in, break into, break apart, ruin, vandalise, vandalize,
        pulverise, sabotage, dismantle, wreck up, trash, force, batter, batter down, ram, break off, pull apart,
        take apart, crowbar, pry off, knock down, hammer, kick, hit, punch, beat, strike, pound, club, bludgeon,
        stab, bang, axe, spear, dent, shoot, blow up, explode, bust up, bust down, crack open, crack in half,
        snap in half, snap in two, break in half, break in two, break to bits, smash to bits, smash to pieces,
        smash in, smash through, smash down, break through, bash through, bash down, bash up, bash open, stave
        in, knock in, knock through, knock to bits, hack up, hack apart, hack to bits, hack to pieces, tear
        apart, tear to pieces, tear off, tear open, rip open, rip off, rip to shreds, rip out, tear out, shred,
        annihilate, obliterate, fracture, crumble, chip, chip away at, swing the axe at, swing my axe at, take
        the axe to, take an axe to, take a hammer to, take a swing at, boot in, boot down, shoulder open, barge
        open, ram open, put my foot through, put my fist through, stamp on, stomp on, stomp, trample, grind up,
        mash, mash up, flatten, pry apart, pry loose, prise up, prise off, lever up, lever off, wrench off,
        wrench open""",
    "cut": """
        cut, slice, carve, cut down, cut off, cut open, saw, slash, cut up, cut through, sever, trim, shear, chisel,
        whittle, cut loose, snip, slit, saw through, cut away, hew, engrave, scratch, mow, skin, butcher, gut,
        hack off, chop off, saw off, slice up, slice open, slice off, slice through, cut apart, cut in half,
        cut in two, cut into, cut a piece off, cut a bit off, cut a slice of, lop off, hack down, snip off,
        shave off, notch, carve up, carve off, stab through, slash open, slash at, scythe, crop, clip, score""",
    "dig": """
        dig, cut a hole in, make a hole in, chop a hole in, saw a hole in, drill, drill a hole in, hack a hole in, dig
        up, excavate, dig out, burrow, shovel, dig in, dig into, dig through, dig under, unearth, dig down, tunnel,
        exhume, dig a hole in, dig a hole, scrape away, clear away, clear the snow from, bore, delve, scrape, scrape
        at, scoop out, clear, uncover, rake, rake through, claw at, dig for, shovel away, shovel snow, mine, chip at,
        hack out, pickaxe,
        dig around, dig around in, dig a tunnel, dig a pit, dig a trench, scrabble at, scrabble in, scratch at,
        hollow out, scoop away, shovel out, chip away, chip away at, hack at the ice, chisel at, hack a hole,
        chop a hole, cut a hole, break a hole in, bore into, drill into, root up, grub up, grub around in""",
    "burn": """
        burn, set fire to, set on fire, set alight, torch, ignite, incinerate, burn down, light up, put a torch to, set
        ablaze, melt, cremate, set light to, scorch, burn up, put to the torch, char, throw on the fire, throw in the
        fire,
        set light, chuck on the fire, toss on the fire, toss in the fire, chuck in the fire, put on the fire,
        put in the fire, set aflame, set afire, set on fire to, burn to the ground, burn to ashes, torch up,
        singe, roast alive, toast, feed to the fire, feed to the flames, throw into the fire, immolate,
        hold over the flame, hold in the flame""",
    "light": """
        light, kindle, light up, strike, spark, make a fire, make fire, start a fire, build a fire, start fire,
        build fire, light a fire, get a fire going, get the fire going, make a fire in, make a fire with, start
        a fire with, start a fire in, build a fire with, build a fire in, light a fire with, light a fire in,
        stoke, feed the fire, rekindle, relight, turn on the light, fire up, set the fire, lay a fire, switch on
        the light, illuminate, make light, strike a light, strike a match, stir up the fire, warm the fire, poke
        the fire, set alight, get lit, light with, spark up, get burning, get going, ignite, turn on, lit, put a
        match to, get a flame going, strike a spark, strike a flame, switch on, put a light to""",
    "extinguish": """
        extinguish, put out, douse, snuff, snuff out, blow out, quench, smother, stamp out, dowse, turn off, switch
        off, dim, kill the light, turn out,
        blow on, stamp on, pour water on, kill, damp down, dampen, put an end to the, snub out, pinch out""",
    "tie": """
        tie, tie up, bind, fasten, knot, lash, hitch, attach, moor, tether, rope, tie down, tie together, secure, hook,
        shackle, hog tie, hang up, harness, strap, anchor, chain, loop, noose,
        tie round, tie around, bind up, truss up, hogtie, fix to, knot together, secure to, rope up, tie off,
        string up, wind around, loop around, wrap around, lash together, lash down, hitch up, leash""",
    "untie": """
        untie, undo, unbind, unknot, loosen, unhook, unchain, unstrap, cast off, unmoor, unhitch, detach, unloose,
        disconnect, unlash, cut loose, unharness, unravel, untangle,
        unfasten, loose, undo the knot in, undo the knots, unbuckle, unlace, undo the rope, let loose,
        work loose, slip off the rope""",
    "pour": """
        pour, pour out, spill, empty, tip out, empty out, pour over, drain, sprinkle, decant, splash, scatter, strew,
        water, wet, soak, douse, drip, spray, tip, drizzle, dribble, pour away, bail, bail out,
        slosh, tip over, slop, upend, spill out, chuck over, tip onto, tip into, pour down, dump out, slosh over,
        trickle, baste, dribble over""",
    "fill": """
        fill, refill, fill up, top up, load, draw water, draw some water, reload, replenish, top off,
        fill in, stock, stock up, stuff full, cram full""",
    "build": """
        build, construct, make, craft, assemble, create, fashion, put together, erect, rig, rig up, invent, knit,
        combine, improvise, set up, forge, weave, pile up, stack, lay out, set a trap, make a trap, mix, mix with,
        stir, blend, glue, nail, nail up, hammer together, sew, set, prepare, bait, put up, whittle, carve,
        knock up, knock together, cobble together, throw together, lash together, whip up, fabricate,
        manufacture, rustle up, make myself, fashion into, make from, make out of, piece together, make into""",
    "repair": """
        repair, fix, mend, patch, restore, patch up, sew, fix up, put back together, rebuild, reassemble, stitch,
        stitch up, caulk, sharpen, whet, oil, clean, polish, wipe, wash, sweep, tidy, tidy up, clean up, dust, scrub,
        wind up, straighten, tighten, tune, adjust, tune up, service, reset, reconnect, rewire, refuel, unclog,
        unblock, clear, scrub down, mop, mop up, shave, brush, wipe off, polish up, wipe down, wipe clean, wash off,
        sort out, do up, put right, make good, put back on, set right, glue back together, darn, overhaul,
        touch up, make whole, get working, get working again, spruce up""",
    "eat": """
        eat, have, devour, consume, bite, chew, munch, have a bite of, swallow, nibble, gobble, snack on, eat up, feast on,
        have some food, have a bite, have dinner, have lunch, have breakfast, have supper, dine, scoff, wolf down, chow
        down, have something to eat, get something to eat, have a meal, snack, munch on, grab a bite, sup, ingest, bite
        into, gorge on, chow down on, gnaw, gnaw on, gnaw at, lick up, gulp down, crunch,
        have a nibble of, have a nibble, take a bite of, take a bite out of, take a bite, try some, have some of,
        try some of, tuck into, tuck in, scoff down, stuff my face, stuff my face with, wolf, munch down, chomp,
        chomp on, chow, nosh, nosh on, polish off, finish, eat a bit of, eat some of, finish up, shovel down,
        gulp, put in my mouth, feed on, guzzle, cram in my mouth, graze on, have a munch,
        have a munch on, get stuck into, dig in, dig into, eat all of""",
    "drink": """
        drink, have, have some, have a cup of, have a mug of, have a glass of, have a pint of, sip, gulp, swig,
        quaff, have a drink, have a drink of, take a sip of, take a drink, take a drink of, drink from, swallow,
        drain, guzzle, drink up, take a swig of, chug, knock back, slurp, get drunk, take a gulp of, get
        something to drink, have a sip of, drink some of, have something to drink, toast, take a swig from,
        finish off, drink up all, gulp down, sip at, drink deeply from, neck, have a swig, have a swig of, have
        a gulp of, take a gulp, take a sip, take a slug of, take a pull of, take a pull on, take a pull from,
        take a draught of, down in one, sup, sup on, sup from, imbibe, swill, swill down, glug, glug down, knock
        down, polish off, neck down, drink all of, drink out of, drink a bit of, drink deeply, wash down, have a
        taste of, have a tipple, get wasted, get hammered, get pissed, get plastered, raise a glass, wet my
        whistle, lap up, lap, slurp up, chug down, shot""",
    "cook": """
        cook, boil, roast, bake, fry, prepare, grill, brew, stew, heat, heat up, warm, toast, smoke, thaw, simmer, make
        some tea, make tea, make soup, make a meal, make some food, make dinner, melt, mix, stir, grind, chop, make
        some, make a cup of, make a pot of, make a cup of tea, make a brew, put the kettle on, brew up, boil up, make a
        cuppa, make a stew, make porridge, make breakfast, reheat, warm up, melt down, smelt,
        fry up, rustle up a meal, heat through, warm through, put on to boil, put on the boil, sear, braise,
        poach, broil, char, stir up, cook up, make food, do the cooking, roast over the fire, cook over the fire,
        spit roast""",
    "wear": """
        wear, put on, tie on, don, dress in, get dressed in, slip on, get dressed, change into, throw on, pull on, try on,
        clothe myself in, wrap myself in, equip, gird, dress up in, bundle up in, bundle up, wrap up in, get into,
        strap on, lace up, buckle on, button up, suit up, slip into, pull over my head, put my feet in""",
    "remove": """
        remove, take off, doff, strip off, undress, strip, get undressed, pull off, peel off, clear, shrug off,
        unequip, wipe off, scrape off, get off, take down, detach, rip off, brush off, knock off, scrape, wipe away,
        wash off, brush away, clear off, unscrew, unplug, extract, pluck out, pull out, dig out, pick off, pick out,
        unpin, chip away, chip off, eject, unload,
        slip off, slip out of, get out of my, shed, lose, kick off, throw off, unbuckle, unlace, unfasten,
        unbutton, unzip, lift off, peel away, pry out, prise out, pull away, take away, strip down, strip naked,
        get naked, get nude, whip off, wriggle out of, shuck""",
    "read": """
        read, peruse, skim, decipher, leaf through, study, read through, flip through, browse, read from, read aloud,
        read out, translate, interpret, read over, decode, page through, flick through,
        have a read of, scan, look up, consult, read
        up on,
        have a read, copy, copy down, copy out, transcribe, take a read of, give a read, read out loud, read aloud from, thumb through, pore over,
        glance through, glance over, make out, check the writing on, parse, read the writing on,
        read what is written on, read what it says on, look at the writing on, study the writing on,
        see what it says on, read again""",
    "ring": """
        ring, sound, toll, chime, ring for, strike, peal, jangle, clang, blow, honk, blare,
        sound out, ring out, bang, give a ring, strike the bell, ding""",
    "knock": """
        knock, knock on, knock at, rap, rap on, bang on, pound on, bang, hammer on, hammer at, tap on, knock back, hit
        on, thump on, tap, rap at, pound at, knock against, drum on, beat on, thump,
        give a knock, have a knock on, bash on, beat upon, rap upon, knock upon, bang at, kick at, thump at,
        pound upon, chap, kick, hit, punch, beat, strike, pound, slap, smack, whack, knock loudly on, knock softly on, hammer upon,
        tap at""",
    "play": """
        play, strum, gamble, play with, play a game of, play a game, play a game with, roll the dice, juggle,
        have a game of, have a game with, toy with, perform, play at, drum, play a round of, have
        a go on, deal, have a match, challenge to a game, challenge to a game of, have a game, fancy a game,
        play against, noodle on, blow, strum on, tootle, pluck""",
    "sing": """
        sing, whistle, chant, sing to, croon, sing a song, sing with, intone, recite, yodel, sing along, whistle
        a tune, whistle to, serenade, sing about, sing for, recite a poem, belt out, rap, sing out loud, burst
        into song, break into song, sing out, sing loudly, croak out a song, warble, lilt, sing a lullaby, sing
        a lullaby to, sing a shanty, give a song, belt out a song, do karaoke, beatbox, start singing, whistle
        at""",
    "dance": """
        dance, dance with, jig, twerk, waltz, do a dance, dance around, twirl, boogie, do a little dance, bust a move,
        bust some moves, bust out a dance, do the macarena, do a jig, do a little jig, do a twirl, do the floss,
        floss, dab, pirouette, prance, prance around, breakdance, tap dance, tango, sway, moonwalk, cha cha,
        do the worm, break into dance, break into a dance, have a dance, have a dance with, do the robot,
        shake my booty, start dancing, shake my ass""",
    "pray": """
        pray, pray to, pray for, worship, kneel and pray, say a prayer, bless, meditate on, sacrifice to, bless myself,
        give thanks to god, make an offering to, make an offering, beseech the gods, call on the gods, pray at, say
        grace, curse the gods, thank the gods, invoke, call upon, exorcise, banish, perform a ritual, say a blessing,
        cross myself, make the sign of the cross, confess my sins, burn an offering, chant a prayer,
        beg the gods, kneel in prayer, thank god, say my prayers, ask god for help, ask the gods for help,
        have a prayer, offer a prayer, offer up a prayer, offer a prayer to, give thanks, praise the lord,
        praise the gods, praise odin, pray that, commune with, say a few words to the gods, call upon the gods,
        recite a prayer""",
    "talk": """
        bet, wager, dare, challenge,
        talk, talk to, talk with, talk about, speak, speak to, speak with, chat, chat with, chat to, greet, say hello,
        say good evening to, say good morning to, say good afternoon to, say good day to,
        say hello to, say hi, say hi to, hello, hi, hey, hiya, yo, sup, howdy, greetings, good morning, good evening,
        good day, converse, converse with, have a chat with, have a word with, wave, wave to, wave at, address, hail,
        approach and greet, introduce myself, introduce myself to, nod, nod to, nod at, t to, strike up a conversation
        with, start a conversation with, make small talk with, make conversation with, speak up, gossip,
        gossip with, meet, say goodbye, say goodbye to, bid farewell to, goodbye, bye, farewell, wink at, smile at,
        smile, have a talk with, make smalltalk with, tlk to, welcome, catch up, get to know, reply, respond,
        answer, respond to, reply to, chit chat with, shoot the breeze with, good night, good afternoon, shake hands
        with, salute, discuss, cheer, applaud, gesture to, gesture at, gesture, shake the hand of, offer my hand
        to, shake hand with, knock and say hello to, hang out with, chill with, catch up with, sit with, sit down with,
        holler at, small talk, nod back, wave back, speak again to, report to, tip my hat to,
        have a natter with, have a natter, natter, natter to, natter with, have a chinwag with, yak with, yak,
        yap, yap with, jaw with, chew the fat with, chew the fat, shoot the shit with, rap with, chitchat with,
        chitchat, make chit chat with, talk at, talk more to, talk more with, talk again to, go talk to,
        go speak to, go and talk to, go and speak to, go chat to, go chat with, strike up a chat with,
        pass the time of day with, engage in conversation with, engage with, get chatting to, get talking to,
        begin a conversation with, get the attention of, catch the eye of, catch the attention of, give a wave,
        give a wave to, give a nod, give a nod to, doff my cap to, raise a hand to, hold a conversation with,
        exchange words with, have a little chat with, have a quick word with, have a quick chat with,
        have words with, open a dialogue with, interact with, check in with, touch base with, yo what is up,
        wish, bid, wish a good day, wish good morning, bid good day, bid good morning to, bid hello, give my regards to,
        pay my respects to, speak privately with, speak privately to, chinwag with, chinwag""",
    "ask": """
        ask, ask about, question, inquire, enquire, inquire about, interrogate, query, quiz, ask for, request,
        interview, consult, ask after, enquire about, pump for information, grill, cross examine, probe, wonder about,
        wonder, ask around, ask around about, talk about, speak about, speak of, demand, beg for, question about, press
        about, sound out, ask advice from, ask directions, discuss, discuss with, press for answers, get information
        from, get info from, find out about, find out from, find out, learn about, hear about, ask whether, ask if, get
        the story from, get the truth from, get the truth out of, wheedle, question if, pick the brain of, pump, dig
        for information, enquire of, enquire after,
        ask out about, ask regarding, ask concerning, ask to explain, ask to tell me about, ask what, ask why,
        ask how, ask where, ask when, ask who, pry into, get to tell me about, pester, pester about, badger,
        badger about, hit up for, bum, cadge, quizz, shake down for info, shake down for information, ask round,
        ask around for, ask around after, ask some questions, ask questions, ask a question, ask more about,
        ask again about, put a question to, put questions to, get answers from, get the lowdown from,
        get the scoop from, find out more about, get details from, ask nicely about, ask nicely for,
        ask politely for, ask politely about, solicit""",
    "tell": """
        tell, say, inform, explain, mention, whisper, warn, report, announce, confess, reveal to, tell about, admit,
        explain to, say to, whisper to, mutter, declare, read to, confide in, confide, confess to, remind, shout at,
        yell at, scream at, lecture, advise, describe to, remark, proclaim, state, break the news to, let know, snitch,
        snitch on, tell on, rat out, tattle, name, confront, pledge, share with, ramble, testify, teach, joke, tell a
        joke to, tell a joke, tell a story, tell a story to, tell the truth to, speak my mind, complain, complain to,
        utter, speak the name, come clean to, come clean, denounce, brief, notify, whisper in the ear of, point out to,
        show that, pass on to, break it to, give the news to, tip off, let slip, spill the beans, spill the beans to,
        speak the truth, recount, relate, narrate, argue that, swear that, claim that, whisper into the ear of, hint
        to, reply to, promise that, deliver the news to, write to,
        fill in, fill in on, let in on, blab, blab to, blurt out, spill to, drop a hint to, break the news,
        bring up, update, clue in, come clean with, level with, share, share my story, share the news,
        tell all about, pass the word, spread the word, spread the news, give a heads up, give a heads up about,
        cry wolf, put in the picture, make known, report that, let it slip, acquaint with, state that,
        tell everybody, tell everyone, make a speech, give a speech, address the crowd, tell off about""",
    "persuade": """
        persuade, dare, convince, urge, beg, plead with, plead, implore, talk into, coax, reason with, argue, argue with,
        negotiate with, negotiate, order, command, beseech, sway, entreat, lobby, talk round, appeal to, encourage,
        bargain for, talk out of, dissuade, suggest, propose, get on my side, instruct, demand that, nag, debate with,
        debate, pressure, rally, inspire, incite, make a case to, cajole, try to reason with, insist, win over to,
        mediate between, tempt, surrender to, compel, appease, bargain with, strike a deal with, mediate, hypnotise,
        win the support of, enlist the help of, get the support of,
        get round, get around to, twist the arm of, prevail on, prevail upon, win round, bring round,
        bring around, talk around, talk some sense into, talk sense into, sweet talk into, bribe to, goad,
        goad into, push into, egg on, egg on to, cajole into, coax into, rope into, plea with, plead for, beg to,
        ask nicely to, ask to let me, get to let me, get to give me, get to help, convince to let me,
        convince to give me, persuade to let me, persuade to give me, make see reason, make see sense,
        guilt trip, guilt, lean on, press, prod into, make a deal with, cut a deal with, do a deal with,
        come to an agreement with, haggle over, reason, implore to, pressure into, motivate""",
    "deceive": """
        deceive, lie, lie to, trick, bluff, fool, con, mislead, pretend, pretend to be, impersonate, dupe, hoodwink,
        cheat, scam, make up a story, distract, play dumb, bamboozle, feign, trick into, lie about, create a
        distraction, gaslight, fake, frame, manipulate, spin a yarn to, bullshit, make something up, tell a lie, tell a
        lie to, divert, pretend to, betray, double cross, backstab, set up, throw off the scent, act innocent, fib, fib
        to, outwit, prank,
        fib about, pull a fast one on, pull the wool over the eyes of, take for a ride, lead astray,
        lead up the garden path, string along, play for a fool, pass myself off as, pose as, disguise myself,
        disguise myself as, masquerade as, act as if i am, claim to be, fabricate a story, tell porkies,
        tell porkies to, tell a fib to, tell a fib, tell a whopper, tell fibs, spin a tale, spin a yarn,
        spin a story, feed a lie, feed lies to, feed a story, feed false information to, mess with the head of,
        play a trick on, play tricks on, play a prank on, punk, swindle, hustle, make believe,
        create a diversion, cause a diversion, make a distraction, cause a distraction, throw off, tell lies to,
        tell lies""",
    "threaten": """
        threaten, intimidate, menace, scare, blackmail, bully, frighten, coerce, extort, threaten to, scare off,
        scare away, shake down, point a weapon at, draw a weapon on, strong arm, hold at knifepoint, give an
        ultimatum to, terrorise, terrorize, shake my fist at, make threats, warn off, spook, browbeat, hold
        hostage, take hostage, shoo, shoo away, hold a knife to, hold my knife to, put a knife to, put my knife
        to, pull a knife on, pull my knife on, draw my knife on, wave my knife at, point my knife at, point my
        spear at, brandish my knife at, square up to, stare down, stare daggers at, get in the face of, put the
        frighteners on, lean on, roar at, frown at, shout threats at, make threats to, warn to back off, tell to
        back off, put the fear of god into, strike fear into, give the evil eye, make an example of, corner,
        hold to ransom, demand at knifepoint""",
    "charm": """
        charm, flatter, befriend, compliment, flirt, flirt with, make friends with, seduce, woo, be nice to, be kind
        to, win over, praise, butter up, sweet talk, ingratiate myself with, suck up to, get on the good side of,
        impress, cheer up, gain the trust of, earn the trust of, win the trust of, bond with, hit on, chat up, be
        friendly to, be friendly with, get friendly with, become friends with, make nice with, schmooze, be friends
        with, get close to, admire, court, make a good impression on, amuse, entertain, kiss up to, be polite to, make
        peace with, get in good with, compliment on, smooth talk, get to like me, get in the good books of, play nice
        with, be charming, win the heart of, marry, propose to, propose marriage to, ask to marry me, forgive, humour,
        humor, tame, cosy up to, hang with, make a friend of, win favour with, pay a compliment to, gain favour with,
        build trust with, build rapport with, gain trust from,
        get on well with, get in with, cosy up, cozy up to, buddy up to, buddy up with, make pals with,
        make mates with, be mates with, ask out, ask on a date, ask for a date, wink to, blow a kiss to,
        blow a kiss at, make eyes at, bat my eyelashes at, pay a compliment, say something nice to,
        say nice things to, be sweet to, be pleasant to, turn on the charm, turn on the charm with,
        try to pull, come on to, make a pass at, put the moves on, hug it out with, soft soap, toady to, suck up,
        endear myself to, use my charm on, brown nose, lay it on thick with""",
    "trade": """
        trade, barter, buy, sell, exchange, swap, haggle, bargain, trade with, bargain with, haggle with, purchase,
        make a deal with, make a deal, deal with, strike a deal with, do business with, trade for, pay for, swap for,
        cut a deal, exchange for, barter with, cut a deal with, offer to trade, hire, rent, sell to, buy from, offer a
        deal to, strike a bargain,
        make a trade with, make an offer, make an offer for, make an offer to, flog, haggle for, trade in,
        trade away, shop, go shopping, strike a bargain with, cut a deal for, offer to buy, offer to sell,
        swap with""",
    "accuse": """
        accuse, blame, charge, expose, call out, incriminate, call a liar, call a murderer, call a thief, confront
        about, condemn, point the finger at, accuse of, confront with, implicate, confront,
        point a finger at, lay the blame on, put the blame on, pin it on, pin the blame on, pin the murder on,
        pin the theft on, unmask, indict, charge with, finger, denounce as, publicly accuse, blame it on,
        blame for, suspect""",
    "promise": """
        promise, swear, vow, give my word, swear to, swear an oath, swear an oath to, pledge, make a promise, make a
        promise to, give my word to, oath, swear loyalty to, swear fealty to, pledge myself to, make a vow, offer my
        service,
        vow to, take an oath, make a vow to, pinky swear, pinky swear with, pinky promise, pledge to,
        pledge my loyalty to, guarantee, assure, offer my service to, offer my services to, give my oath to""",
    "apologise": """
        apologise, apologize, say sorry, say sorry to, apologise to, apologize to, beg forgiveness, ask forgiveness,
        ask for forgiveness, sorry, beg pardon, make amends with, ask forgiveness of, beg forgiveness from, make it up
        to, beg forgiveness of, make amends, excuse myself, i am sorry,
        beg the pardon of, beg for forgiveness, ask forgiveness from, express regret, express regret to,
        make amends to, grovel, grovel to, grovel before, eat humble pie, atone, apologise profusely to,
        say my bad, seek forgiveness from, repent""",
    "insult": """
        insult, mock, swear at, curse, curse at, taunt, spit at, spit on, ridicule, tease, make fun of, offend, flip
        off, call names, jeer at, laugh at, sneer at, provoke, cuss, cuss at, cuss out, be rude to, fuck you, screw
        you, tell to fuck off, tell to go to hell, belittle, heckle, humiliate, annoy, pick a fight with, moon, stick
        my tongue out at, give the finger, give the finger to, slander, bad mouth, boo, roll my eyes at, goad, diss,
        fart at, piss on,
        curse out, jeer, deride, slag off, badmouth, rip into, take the piss out of, take the mickey out of,
        poke fun at, spit in the face of, flip the bird, flip the bird to, pull a face at, pull faces at,
        make faces at, tell to piss off, tell to shut up, tell to get lost, tell to bugger off, tell to sod off,
        scoff at, disrespect, abuse, berate, scold, tell off, trash talk, talk trash to,
        blow a raspberry at, rag on, throw shade at, snap at""",
    "thank": """
        thank, thanks, thank you, say thanks, say thank you, say thanks to, say thank you to, thx, ty, cheers, express
        gratitude to, show gratitude to, express my gratitude, give thanks to, be grateful to, appreciate, much obliged,
        express my gratitude to, show my gratitude to, express thanks to, say cheers, say cheers to, ta,
        much appreciated, thanks a million, thanks a bunch""",
    "comfort": """
        comfort, console, hug, reassure, soothe, embrace, calm, cuddle, encourage, calm down, sympathise with,
        sympathize with, be gentle with, hold the hand of, be there for, give a hug, give a hug to, support, cheer up,
        pacify, put my arm around, put an arm around, pat on the back, show sympathy to, hold close, offer sympathy,
        tend to, nurse, forgive, hold hand, cradle, lull, hush, shush, sing to sleep, make feel better,
        sit with,
        give a cuddle, give a cuddle to, hold tight, pat on the shoulder, pat the shoulder of,
        put my arms around, put an arm round, put my arm round, snuggle, snuggle up to, snuggle with,
        tell it will be ok, say it will be ok to, offer my condolences, offer my condolences to,
        offer condolences to, give my condolences to, express my sympathy to, commiserate with, dry the tears of,
        wipe the tears of, take the hand of, squeeze the hand of""",
    "kiss": """
        kiss, snog, make out with, smooch, give a kiss, give a kiss to, sleep with, have sex with, fuck, make love to,
        peck,
        give a smooch, give a peck, give a peck on the cheek, plant a kiss on, plant one on, kiss on the cheek,
        kiss on the lips, french kiss, get off with, pash, lock lips with, steal a kiss from, make out,
        have a snog with, shag, hook up with, fornicate with""",
    "attack": """
        attack, duel, challenge to a fight, challenge to a duel, hit, kill, fight, punch, kick, stab, strike, slay, murder, slap, beat, beat up, assault, harm, hurt,
        slash, wound, shoot, strangle, choke, fight with, tackle, charge at, swing at, lunge at, headbutt,
        wrestle, knock out, execute, smite, stab at, behead, cut the throat of, slit the throat of, ambush, duel,
        smack, bludgeon, finish off, club, lash out at, whack, clobber, thump, spear, impale, throttle, fend off, drive
        off, defend myself, fight off, fight back, hit back, knife, go berserk, axe, hack, dispatch, assassinate, jump
        on, shank, batter, brain, elbow, smash in the face, defend myself against, defend myself from, get rid of, beat
        to death, take out, engage, decapitate, gut, trip, drown, push in, pick a fight, square up to, suffocate,
        poison, take down, pummel, pounce on, box, bonk, wallop, slaughter, shove, ram, kneecap, jump, maim, torture,
        whip, lash, throw a punch, swing, swing for, charge, rush, take a swing at, mangle, crush, destroy, squash,
        stomp, stomp on, step on, throw down with, take on, scratch, claw, grapple, restrain, subdue, pin down, hold
        down, disarm, push over, push down, overpower,
        sock, sock one to, deck, slug, clout, biff, thwack, jab, sucker punch, thrash,
        kick the shit out of, kick the crap out of, beat the crap out of, rough up, gore, skewer, pound, cuff,
        swat, swing my axe at, kill off, bump off, do in, murk, whale on, lay into, go for, set about,
        have a go at, take a swipe at, cut down, strike down, cut the head off, punch out, stick a knife in,
        drive my knife into, backhand""",
    "steal": """
        steal, rob, pickpocket, pick the pocket of, pick the pockets of, swipe, nick, pilfer, filch, pinch, loot, steal
        from, thieve, mug, nick off with, plunder, shoplift, burgle, make off with, purloin, pick pockets, run off
        with, liberate, relieve of, heist, half inch, snaffle, lift from, palm, steal away with, nab from, take from,
        snatch from, steal back, con out of, snitch, jack, boost,
        pocket, rip off, rip off from, take off with, swindle out of, sneakily take, secretly take, quietly take,
        take secretly, take when nobody is looking, take without asking, help myself to, relieve, nick from,
        swipe from, pinch from, lift, pickpocket from, grab from, rob from, abscond with, get my hands on, raid""",
    "free": """
        free, release, rescue, save, let go, liberate, let out, untie, set free, let free, set loose, let loose,
        unchain, bail out, let in, emancipate, let pass, let off, spare,
        bust out, break out, cut free, cut loose, turn loose, let off the hook, unshackle, unbind,
        untie the bonds of, loose, get out of there""",
    "call": """
        call, lure, attract, entice, call out, call for, shout, yell, scream, cry out, summon, holler, call for help,
        shout for, call out for, call to, shout to, shout for help, scream for help, cry for help, yell for help, call out to, call
        over, beckon, shout out, shout into, yell into, cry, whistle for, signal, signal to, radio, phone, telephone,
        alert, raise the alarm, sound the alarm, howl, yell for, scream for, call on, ring up, telegraph, transmit,
        send a message to, send a message, hail, bellow, roar, scream into, call into, cry out for, wave for help, make
        some noise, make a noise, make noise, wake, wake up, awaken, rouse, wave down, make a racket, bang the drum,
        whistle, ring out, shout to the heavens,
        shout down, shout up, shout through, shout over, call down, call up, call through, yell down, yell up, yell
        out, yell to, holler for, bark, sing out to, wake everyone, rouse everyone,
        give a shout, give a shout to, give a yell, let out a yell, let out a scream, let out a howl,
        let out a cry, shout at the top of my lungs, scream at the top of my lungs, scream bloody murder,
        yell at the top of my lungs, hoot, hoot at, whoop, halloo, hallo out, raise a hue and cry, raise a cry,
        cry havoc, kick up a fuss, make a fuss, make a din, make a ruckus, whistle over, call here, call back,
        give a whistle, cause a commotion, shriek, wail, bawl, bawl out, howl at, howl at the moon, scream out,
        ululate, send for, yoohoo, wave over, motion over, get over here""",
    "help": """
        help, assist, aid, heal, treat, bandage, help out, care for, lend a hand to, lend a hand, give a hand, tend,
        look after, protect, defend, revive, bind my wounds, bandage my wounds, tend my wounds, dress my wounds, give
        aid to, give a hand to, take care of, cure, do first aid, help with, be of help to, offer help to, offer my
        help to, offer to help, save from, shield, stand up for, guard, patch up, work with, cover for, do a favour
        for, warm, treat the wounds of, team up with, side with, rescue, back up, save, bandage up, wash, wrap up, keep
        company, keep warm, warm up, pull out, rescue from, calm, put out of misery, do a favour, offer help, offer
        assistance, lend my help, help up, dig out, cut free,
        lend assistance to, come to the aid of, come to the rescue of, be helpful, be helpful to, pitch in,
        chip in, muck in, muck in with, give first aid to, stitch up, tend to,
        tend to the wounds of, see to, see to the wounds of, clean the wounds of, give medical help to,
        rub warmth into, feed and warm, stick up for, stand by, stand with, do a favor for,
        do a favor, make a splint for, put a bandage on, put out of danger, pull to safety, help across,
        help down, help in, help carry""",
    "recruit": """
        recruit, invite, ask to come, ask to come with me, ask to join me, ask to follow me, ask to help me, ask to
        join, ask to come along, bring along, take with me, enlist, invite along, team up with, join forces with, hire,
        tell to come with me, tell to follow me, tell to come, get to come with me, get to join me, get to follow me,
        convince to come with me, convince to come, convince to join me, persuade to come, persuade to come with me,
        persuade to join me, come with me, follow me, join me, ally with, make an alliance with, form an alliance with,
        rally, ask to accompany me, ask for help, ask to help, tell to help me, convince to help me, persuade to help
        me, get to help me, convince to leave with me, persuade to leave with me, ask to leave with me, ask to go with
        me, tell to join me, lead, bring with me, convince to follow me, persuade to follow me, ask to travel with me,
        ask to tag along, lets go,
        get on board, bring on board, sign up, draft, conscript, bring along with me, form a party with,
        form a team with, make my companion, make a companion of, ask to be my companion, ask to come too,
        ask to tag along with me, persuade to tag along, get to tag along, have come with me, have come along,
        have join me, get to come along, tell to come along, tell to follow, tell to join, ask to team up,
        team up, ask to fight with me, ask to fight for me, ask to go along, ask if they want to come,
        ask to back me up, ask for backup, lead along, take along with me, be my friend and come,
        call to follow me, round up""",
    "dismiss": """
        dismiss, send away, tell to stay, tell to wait, tell to wait here, tell to stay here, tell to leave, tell to go
        away, tell to go home, leave behind, part ways with, ask to stay, ask to wait, ask to wait here, ask to stay
        here, ask to leave, wait here, stay here, stop following me, go away, part company with, send home,
        tell to stop following me, ask to stop following me, tell to stay behind, ask to stay behind, leave me alone,
        tell to go,
        tell to get going, tell to scram, tell to bugger off home, tell to clear off, tell to go back,
        tell to stay put, tell to wait outside, tell to wait for me, tell to stay where they are, ask to go,
        ask to go home, ask to go away, ask to stay put, ask to wait outside, ask to wait for me, ditch,
        leave alone, let be, shake off, send packing, send off, send back, send back home, send outside,
        shoo off, shoo out, make stay, make wait, make leave, order to stay, order to wait, order to leave,
        order to go, order to go home, be rid of, kick out, throw out, boot out, order out, order away,
        wait for me""",
    "inventory": """
        inventory, i, inv, inven, belongings, check inventory, check my inventory, check my bag, check my pockets,
        check my stuff, look in my bag, look in my pockets, look at my stuff, look through my pack, check bag, check
        pockets, items, what am i carrying, what do i have, look at inventory, open inventory, show inventory, open
        bag, open my bag, search my pockets, look at my inventory, list items, list inventory, search myself, my
        things, my stuff, check my pack, empty my pockets, look in my pack, check my belongings, check my check
        gear, look at my belongings, stuff, backpack, my inventory, possessions, rummage in my bag, rummage through my
        pockets, see what i have, check what i have, count my items, check myself for items, look at my things, what is
        in my inventory, what am i holding, what have i got, check what i am carrying, weigh my options with my items,
        go through my things, see what i am carrying, take inventory, take stock of my items, list my things,
        whats in my pockets, what have i got on me, what i have, what i got, show me my inventory,
        show me my stuff, show my stuff, show my things, check my bags, check my things, look at what i have,
        look through my things, look through my stuff, list my items, list my stuff, my items, my gear, gear,
        my bag, pockets, my pockets, go through my pockets, turn out my pockets, rummage in my pockets,
        see what i have got, what am i wearing, pat myself down, frisk myself, check my equipment, equipment,
        loadout""",
    "status": """
        status, stats, health, score, check myself, check my wounds, check health, check my health,
        how am i, examine myself, look at myself, diagnose, hp, check the time, check time, check my injuries,
        character sheet, look at my wounds, examine my wounds, inspect my wounds, tell the time, check status, check my
        status, my health, skills, check my condition, look at me, examine me, x me, x self, check on myself, look at
        the clock, check my skills, stat, vitals, how is my health, how bad is it, wounds, injuries, check clock, check
        my body, what is my condition, my status, my stats, check temperature, look at the time, how long, current
        status,
        how hurt am i, how am i doing, how am i feeling, show stats, show my stats, show status,
        check myself over, check myself out, look myself over, inspect myself, check my vitals,
        check for injuries, check for wounds, am i hurt, am i ok, am i injured, what shape am i in,
        what condition am i in, my score, show score, what day is it, my condition, self check, take my pulse,
        check my pulse, my character""",
    "journal": """
        journal, notes, diary, log, recap, clues, facts, what do i know, quests, quest, quest log, check journal,
        remember, recall, review, think about, summary, story so far, check my notes, read my notes, remind me, goals,
        objectives, objective, ponder, think back, think over, review my notes, go over what i know, what have i
        learned, my notes, look at my notes, open journal, read journal, check my journal, read my journal, knowledge,
        goal, mission, map, think hard about, reflect on, consider, check quests, go over the clues, recollect, open my
        journal, sum up, memories, think about what i know,
        what have i found out, what do i know so far, what do we know, what is my objective, what is my quest,
        whats my quest, what is the plot, what is the mull over, mull things over, go over my notes,
        go over the facts, go over everything, go over the evidence, evidence, what evidence do i have,
        look at the clues, look over my notes, look through my notes, consult my notes, consult my journal,
        consult the journal, check the journal, check notes, check log, show journal, show notes,
        show me my notes, show quests, show quest log, show me the quest log, list clues, list quests,
        list my clues, review the clues, review clues, review the evidence, piece together what i know,
        put two and two together, think it over, think things through, recount what i know, rack my brains,
        rack my brain, my tasks, todo, to do list, my mission, catch me up, story, previously,
        whats the story, fill me in, summarise, summarize, summarise so far, summarize so far,
        summarise the story, summarize the story, write in my journal, update my journal, take notes,
        make a note, take a note, make notes, note down, jot down, keep notes""",
    "hint": """
        hint, hints, help, help me, options, commands, what can i do, what now, how to play, how do i play, tutorial,
        ?, instructions, menu, give me a hint, i need a hint, i need help, suggestions, what next, i am stuck, get a
        hint, h, show me my options, about, verbs, clue me in, what to do, give me a clue, tips, tip,
        advice, info, controls, what else, what are my choices, i do not get it, explain the rules, rules, how does
        this work, any hints, a hint, hint please, clues please, guide me, manual, faq, guidance, help please, can you
        help me, please help,
        give me hints, gimme a hint, need a hint, hint plz, halp, halp me, help plz, help pls, wat do, what do,
        what do i do, wat do i do, what do i do now, wat now, what am i meant to do, what should i do,
        where should i go, where do i go, where do i go now, where can i go, how does this game work,
        explain the game, explain, how do i win, how to win, walkthrough, show commands, show help,
        list commands, list of commands, show actions, list actions, actions, what actions can i take,
        what can i type, what can i say, what can i do here, any tips, any ideas, any suggestions, any advice,
        give me advice, give me some advice, some advice, suggest something, give me an idea, give me ideas,
        give me options, ideas, i dont know what to do, i have no idea, i have no idea what to do, no idea,
        no clue, i give up tell me, stuck, im lost, lost, confused, exits, list exits, show exits,
        what are the exits, ways out, show me the way, point me in the right direction, nudge, spoiler, spoilers,
        cheat sheet, what are my options, instructions please, howto, how to, guide, user guide, whats possible""",
}

# A verb and its particle around the object: "pick the knife up", "put it down".
SEPARABLE: dict[tuple[str, str], str] = {
    ("pick", "up"): "take", ("take", "up"): "take", ("put", "down"): "drop", ("set", "down"): "drop", ("lay", "down"): "drop",
    ("put", "on"): "wear", ("take", "off"): "remove", ("pull", "on"): "wear", ("pull", "off"): "remove", ("put", "out"): "extinguish",
    ("turn", "on"): "turn", ("turn", "off"): "turn", ("switch", "on"): "turn", ("switch", "off"): "turn", ("turn", "over"): "turn",
    ("flip", "over"): "turn", ("light", "up"): "light", ("tie", "up"): "tie", ("throw", "away"): "drop", ("leave", "behind"): "drop",
    ("blow", "out"): "extinguish", ("cut", "down"): "cut", ("cut", "open"): "cut", ("cut", "loose"): "free", ("break", "down"): "break",
    ("break", "open"): "break", ("pry", "open"): "open", ("pry", "up"): "break", ("force", "open"): "open", ("smash", "open"): "break",
    ("kick", "down"): "break", ("kick", "in"): "break", ("kick", "open"): "break", ("push", "aside"): "push", ("push", "over"): "push",
    ("dig", "up"): "dig", ("burn", "down"): "burn", ("set", "alight"): "burn", ("set", "ablaze"): "burn", ("beat", "up"): "attack",
    ("knock", "out"): "attack", ("knock", "cold"): "attack", ("finish", "off"): "attack", ("send", "away"): "dismiss", ("let", "go"): "free", ("set", "free"): "free",
    ("let", "out"): "free", ("let", "in"): "free", ("call", "out"): "accuse", ("cheer", "up"): "comfort", ("calm", "down"): "comfort",
    ("bring", "along"): "take", ("take", "along"): "take", ("hand", "over"): "give", ("give", "back"): "give", ("give", "away"): "give",
    ("fill", "up"): "fill", ("pour", "out"): "pour", ("patch", "up"): "help", ("look", "over"): "examine", ("check", "out"): "examine",
    ("take", "out"): "take", ("hold", "up"): "show", ("pull", "up"): "pull", ("pull", "open"): "open", ("push", "open"): "open",
    ("read", "aloud"): "read", ("wake", "up"): "call", ("drink", "up"): "drink", ("eat", "up"): "eat", ("put", "away"): "put",
    ("wind", "up"): "turn", ("rat", "out"): "tell", ("win", "over"): "charm", ("butter", "up"): "charm", ("tear", "up"): "break",
    ("tear", "down"): "break", ("chop", "down"): "break", ("lift", "up"): "take", ("close", "up"): "close", ("lock", "up"): "lock",
    ("smash", "up"): "break", ("put", "back"): "put", ("throw", "overboard"): "throw", ("scare", "off"): "threaten",
    ("scare", "away"): "threaten", ("drive", "off"): "attack", ("lift", "off"): "open", ("slide", "open"): "open",
}  # fmt: skip

# Near synonyms: pairs that a reader would call the same meaning for the same objects. `understand` (the command that
# judges a list of inputs) takes one for the other, and only where the objects match too. Publishing them here keeps that
# honest. What is used is lit, opened or turned by its nature; a thing (no person) is hit or broken by the same blow.
NEAR: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "talk ask tell", "look examine", "examine search", "take steal", "flee go", "go climb", "go follow", "sneak hide",
        "charm comfort thank", "talk charm", "persuade ask", "persuade tell", "persuade recruit", "drop put", "wait sleep",
        "break cut", "break open", "unlock open", "burn light", "light build", "call talk", "give trade", "ask trade",
        "accuse tell", "touch examine", "read examine", "free untie", "help comfort", "look search", "use light", "use open",
        "use turn", "break attack", "break dig", "take remove", "cut attack", "turn push", "talk persuade", "call persuade",
        "dig search", "inform look", "inform examine", "inform status", "inform inventory", "inform journal",
        "inform hint", "inform search", "inform listen", "inform smell",
    )
)  # fmt: skip
