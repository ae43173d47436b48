"""How an attempt begins, in words that hold whatever comes of it: said at once, while a model still thinks. Data."""

from __future__ import annotations

# {it} is a thing or a place, {who} a person. Nothing here says that anything came off, took long, or was felt.
BEGINNINGS: dict[str, tuple[str, ...]] = {
    "speak": ("You turn to {who}.", "You face {who}.", "You look to {who}."),
    "go": ("You make for {it}.", "You set off toward {it}.", "You turn toward {it}."),
    "go_somewhere": ("You set off.", "You turn to go.", "You start on your way."),
    "take": ("You reach for {it}.", "You put out a hand for {it}.", "You bend to {it}."),
    "give": ("You hold out {it} to {who}.", "You offer {it} to {who}."),
    "drop": ("You make to put down {it}.", "You look where to put {it}."),
    "notice": ("You take a closer look at {it}.", "You turn your eyes to {it}.", "You bend closer to {it}."),
    "notice_who": ("You take a closer look at {who}.", "You turn your eyes to {who}."),
    "look": ("You look around.", "You let your eyes go round.", "You look about you."),
    "search": ("You start to search.", "You begin to look through the place."),
    "wait": ("You settle down to wait.", "You stay where you are, and wait."),
    "sleep": ("You look for a way to lie down.", "You settle down to sleep."),
    "turn_to": ("You turn to {it}.", "You step up to {it}.", "You set your mind to {it}."),
    "do": ("You set about it.", "You go about it.", "You make the attempt."),
    # What commits to nothing: any ruling follows on these.
    "rest": ("You look for a spot to rest.", "You look about for somewhere to rest."),
    "seek": ("You look about you.", "Your eyes go round.", "You cast about."),
    "see": ("You look about you.", "You let your eyes go round.", "You look round."),
    "listen": ("You listen.", "You prick up your ears."),
    "carried": ("You go through what you carry.", "You look over what you have with you."),
    "self": ("You take stock of yourself.", "You look down at yourself."),
    "hour": ("You try to judge the hour.", "You try to tell how late it is."),
    "recall": ("You think back.", "You turn it over in your mind.", "You think it over."),
    "moment": ("A moment goes by.", "A breath goes by.", "There is a moment's pause.", "A heartbeat passes."),
}
# By what is asked of the Game Master (`gamemaster.rules.proposal.Inform`); anything else is a `moment`.
ASKING: dict[str, str] = {
    **dict.fromkeys(
        ("place", "ways", "people", "things", "where_is", "weather", "looks", "watched", "threat", "danger"), "see"
    ),
    **dict.fromkeys(("inventory", "gains"), "carried"),
    **dict.fromkeys(("health", "needs", "self"), "self"),
    **dict.fromkeys(
        ("known", "heard", "who_is", "goal", "debts", "deeds", "leader", "standing", "why", "death"), "recall"
    ),
    "senses": "listen",
    "time": "hour",
}  # fmt: skip
