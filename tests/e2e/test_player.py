"""How the page plays what it is sent: to the sample, at any speed, and silent at once. The story is the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.ears import Ears, Sound, gaps
from tests.e2e.feed import Feed, Samples, page_server, wave
from tests.e2e.reader import PATIENCE_MS, Reader, reader
from voice.codecs import encoder

RATE = 22050
FIRST, SECOND = "The lamp burns low tonight. ", "Who is there?"
SENTENCE_S, PARAGRAPH_S = 0.26, 0.45  # of silence, the player's own
Told = tuple[Reader, Feed, Ears]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with page_server() as url:
        yield url


@pytest.fixture
def open_told_story(browser: Browser, address: str) -> Iterator[Callable[..., Told]]:
    """Opens a story that the test tells, up to a turn that was accepted; `settings` as the page keeps them."""
    with ExitStack() as stack:

        def make(settings: str = "{}", script: str = "", checks: Sequence[Any] = (), **context: Any) -> Told:
            someone = stack.enter_context(reader(browser, address, **context))
            ears, feed = Ears(someone.page), Feed(someone.page, checks=list(checks))
            if script:
                someone.page.add_init_script(script)
            someone.visit(settings)
            someone.page.locator(".card .begin").click()
            expect(someone.page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
            someone.send("listen")
            expect(someone.page.locator(".turn[data-turn]")).to_have_count(1)
            return someone, feed, ears

        yield make


def two_sentences(
    feed: Feed, first_s: float = 0.8, second_s: float = 0.6, **second: Any
) -> tuple[Samples, Samples]:
    feed.text(FIRST + SECOND)
    sounds = wave(first_s, RATE), wave(second_s, RATE, 440)
    feed.say(0, FIRST.strip(), 0, sounds[0], RATE)
    feed.say(1, SECOND, len(FIRST), sounds[1], RATE, **second)
    feed.tell("spoken", turn=1, utterances=2)
    return sounds


# Every text that the turn's prose has had: a busy machine looks too seldom to see each of them pass by.
WATCH_PROSE = """() => {
  window.proseSeen = [];
  const look = () => {
    const text = [...document.querySelectorAll(".turn .prose")].at(-1)?.textContent;
    if (text && text !== window.proseSeen.at(-1)) window.proseSeen.push(text);
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def until_played(someone: Reader, feed: Feed, utterance: int) -> None:
    """Until the page has said that everything before an utterance was heard."""
    for _ in range(PATIENCE_MS // 50):
        if any(heard["utterance"] >= utterance for heard in feed.of("played")):
            return
        someone.page.wait_for_timeout(50)
    raise AssertionError(feed.said[-3:])


def likeness(sound: Sound, original: Samples, rate: int, shift_s: float = 0.0) -> float:
    """Correlation of what was played, at the page's rate, with what was sent; the best within a shift."""
    at = np.arange(round(len(original) * rate / RATE)) * RATE / rate
    wanted = np.interp(at, np.arange(len(original)), original / 32768)
    length, reach = min(len(wanted), len(sound)), round(shift_s * rate)
    middle = wanted[reach : length - reach]
    shifted = (sound[reach + by :][: len(middle)] for by in range(-reach, reach + 1))
    return max(float(np.corrcoef(middle, one)[0, 1]) for one in shifted)


def test_sentences_join_on_the_very_sample(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story()
    sounds = two_sentences(feed)
    until_played(someone, feed, 2)
    pieces = ears.pieces
    assert len(pieces) > 8
    breath = round(SENTENCE_S * pieces[0].rate)
    assert sorted(gaps(pieces)) == [0.0] * (len(pieces) - 2) + [breath]
    assert not any(piece.late for piece in pieces)
    played = np.concatenate([piece.sound for piece in pieces])
    seconds = len(played) / pieces[0].rate
    assert seconds == pytest.approx(1.4, abs=2 / RATE)
    assert likeness(played, np.concatenate(sounds), pieces[0].rate) > 0.9999
    assert ears.recent()["loudest"] > 0.1  # it reached the loudspeaker


def test_positions_are_reported_to_the_sample(open_told_story: Callable[..., Told]) -> None:
    someone, feed, _ = open_told_story()
    two_sentences(feed)
    until_played(someone, feed, 2)
    places = [(heard["utterance"], heard["samples"]) for heard in feed.of("played")]
    assert places == sorted(places)
    assert (0, round(0.8 * RATE)) in places
    assert (1, round(0.6 * RATE)) in places
    assert places[-1] == (2, 0)
    assert len(places) >= 6  # in between as well


def test_words_appear_as_they_are_spoken(open_told_story: Callable[..., Told]) -> None:
    someone, feed, _ = open_told_story('{"speed": "instant"}')
    prose = someone.page.locator(".turn .prose")
    someone.page.evaluate(WATCH_PROSE)
    two_sentences(feed, first_s=2.0)
    expect(someone.page.locator("#speaking")).to_contain_text("The narrator")
    expect(prose).to_have_text(FIRST + SECOND, timeout=PATIENCE_MS)
    shown: list[str] = someone.page.evaluate("window.proseSeen")
    assert shown == sorted(set(shown), key=len), "it only grows"
    assert all((FIRST + SECOND).startswith(text) for text in shown)
    assert "The lamp burns" in shown
    expect(someone.page.locator("#speaking")).to_be_hidden(timeout=PATIENCE_MS)
    feed.commit()
    assert someone.rest().prose == [FIRST + SECOND]


def test_another_speaker_takes_a_breath_and_is_named(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story()
    feed.text(FIRST)
    feed.text(SECOND, span=1, speaker="hild")
    feed.say(0, FIRST.strip(), 0, wave(0.5, RATE), RATE)
    feed.say(1, SECOND, 0, wave(3.0, RATE), RATE, span=1, speaker="hild", name="Hild")
    expect(someone.page.locator("#speaking")).to_contain_text("Hild", timeout=PATIENCE_MS)
    expect(someone.page.locator(".span.is-speech.is-speaking .speaker")).to_have_text("Hild")
    feed.tell("spoken", turn=1, utterances=2)
    until_played(someone, feed, 2)
    breath = [gap for gap in gaps(ears.pieces) if gap]
    assert breath == [round(PARAGRAPH_S * ears.pieces[0].rate)]


def test_the_voice_waits_for_the_dice(open_told_story: Callable[..., Told]) -> None:
    check = {"skill": "wits", "d20": 12, "bonus": 2, "difficulty": 11, "result": "success"}
    someone, feed, ears = open_told_story(checks=[check], reduced_motion="no-preference")
    two_sentences(feed)
    expect(someone.page.locator(".d20")).to_be_visible(timeout=PATIENCE_MS)
    assert someone.page.locator(".d20.is-down").count() == 0
    assert ears.pieces == []
    expect(someone.page.locator(".d20.is-down")).to_be_visible(timeout=PATIENCE_MS)
    until_played(someone, feed, 2)
    assert [gap for gap in gaps(ears.pieces) if gap] == [round(SENTENCE_S * ears.pieces[0].rate)]


@pytest.mark.parametrize("late", [False, True])
def test_opus(open_told_story: Callable[..., Told], late: bool) -> None:
    """Whether its packets come together or one by one; padding and pre-skip are not heard."""
    someone, feed, ears = open_told_story()
    assert feed.codec == "opus"
    seconds = 3.0 if late else 1.0  # the end comes well before it is reached, on a slow machine, too
    sound, opus = wave(seconds, RATE), encoder("opus", RATE)
    packets = [(packet.offset, packet.payload) for packet in [*opus.encode(sound.tobytes()), *opus.finish()]]
    length = round(seconds * opus.sample_rate)
    feed.text(FIRST)
    feed.announce(0, 0, len(FIRST), opus.sample_rate, pre_skip=opus.pre_skip)
    feed.audio(0, packets, opus.sample_rate, None if late else length)
    if late:
        someone.page.wait_for_timeout(200)
        feed.audio(0, [], opus.sample_rate, length, first=len(packets))
    feed.tell("spoken", turn=1, utterances=1)
    until_played(someone, feed, 1)
    assert (0, length) in [(heard["utterance"], heard["samples"]) for heard in feed.of("played")]
    pieces = ears.pieces
    assert set(gaps(pieces)) == {0.0}
    assert len(ears.whole()) / pieces[0].rate == pytest.approx(seconds, abs=0.001)
    # libopus in its mode for speech is some samples off its own pre-skip
    assert likeness(ears.whole(), sound, pieces[0].rate, shift_s=0.0003) > 0.999


def test_a_browser_without_opus_asks_for_pcm(open_told_story: Callable[..., Told]) -> None:
    _, feed, _ = open_told_story(script="delete window.AudioDecoder")
    assert feed.of("hello")[0]["audio"] == []
    assert [message["audio"] for message in feed.of("voice")] == [["pcm16"]]


@pytest.mark.parametrize("rate", [0.8, 1.4, 1.7])
def test_speed_keeps_the_pitch_and_the_place(open_told_story: Callable[..., Told], rate: float) -> None:
    someone, feed, ears = open_told_story(f'{{"rate": {rate}}}')
    two_sentences(feed, first_s=2.0)
    until_played(someone, feed, 2)
    played = np.concatenate([piece.sound for piece in ears.pieces])
    assert len(played) / ears.pieces[0].rate == pytest.approx(2.6 / rate, rel=0.06)
    sound = played[: ears.pieces[0].rate]
    loudest = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))).argmax() * ears.pieces[0].rate / len(sound)
    assert loudest == pytest.approx(330, abs=6)
    assert (0, 2 * RATE) in [(heard["utterance"], heard["samples"]) for heard in feed.of("played")]


def test_mute_and_volume(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story('{"volume": 100}')
    page = someone.page
    two_sentences(feed, first_s=6.0)
    expect(page.locator(".turn .prose")).to_contain_text("The lamp")
    page.wait_for_timeout(800)
    loud = ears.recent()["loudest"]
    page.keyboard.press("Alt+m")
    expect(page.locator("#do-voice")).to_have_attribute("aria-label", "Voice. The voice is muted.")
    page.wait_for_timeout(900)
    assert ears.recent()["loudest"] < 0.001
    expect(page.locator(".turn .prose")).to_contain_text("burns", timeout=PATIENCE_MS)  # it goes on
    page.keyboard.press("Alt+v")
    page.locator("#set-volume").fill("50")
    page.wait_for_timeout(1000)
    assert ears.recent()["loudest"] == pytest.approx(loud / 4, rel=0.25)  # half as loud to the ear
    page.reload()
    expect(page.locator("#set-volume")).to_have_value("50")


def test_the_voice_sheet_opens_and_closes_by_its_button(open_told_story: Callable[..., Told]) -> None:
    """The first click gives the permission to sound as well: the icon changes while the button is pressed."""
    someone, _, _ = open_told_story()
    page = someone.page
    page.reload()
    expect(page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("html")).to_have_attribute("data-voice", "locked", timeout=PATIENCE_MS)
    for is_open in ("true", "false", "true"):
        page.locator("#do-voice").click()
        page.wait_for_timeout(100)  # a sheet that closes and opens again is seen open only after a moment
        expect(page.locator("#do-voice")).to_have_attribute("aria-expanded", is_open)
    expect(page.locator("#voice")).to_be_visible()


def test_emphasis_comes_word_by_word(open_told_story: Callable[..., Told]) -> None:
    someone, feed, _ = open_told_story()
    text = "The *Otter* froze *fast*."
    feed.text(text)
    sound, feed.codec = wave(1.5, RATE), "pcm16"
    words = [(round(at * RATE), text.index(word), text.index(word) + len(word))
             for at, word in ((0, "The"), (0.4, "Otter"), (0.8, "froze"), (1.2, "fast"))]  # fmt: skip
    feed.announce(0, 0, len(text), RATE)
    feed.tell("timing", turn=1, utterance=0, words=words)  # of what is spoken: asterisks are not
    feed.audio(0, [(0, sound.tobytes())], RATE, len(sound))
    feed.tell("spoken", turn=1, utterances=1)
    prose = someone.page.locator(".turn .prose")
    expect(prose).to_have_text("The Otter froze fast.", timeout=PATIENCE_MS)
    assert prose.locator("em").all_text_contents() == ["Otter", "fast"]


def test_cutting_in_is_silence_at_once(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story()
    page = someone.page
    two_sentences(feed, first_s=3.0)
    expect(page.locator(".turn .prose")).to_have_text("The lamp burns", timeout=PATIENCE_MS)
    someone.send("enough")
    recent = ears.after_gesture(0.35)
    assert recent["last"] - recent["gesture"] < 0.1
    (cut,) = feed.of("interrupt")
    heard = cut["heard"]
    assert (heard["turn"], heard["utterance"]) == (1, 0)
    assert 0.3 * 3 * RATE < heard["samples"] < 0.9 * 3 * RATE
    feed.commit("interrupted", kept={"span": 0, "chars": len("The lamp")})
    expect(page.locator(".turn .prose").first).to_have_text("The lamp")
    assert feed.of("act")[-1]["text"] == "enough"
    assert feed.said.index(cut) < feed.said.index(feed.of("act")[-1])
    assert page.locator("#speaking").is_hidden()


@pytest.mark.parametrize("how", ["Escape", "button", "words"])
def test_a_passage_is_shown_whole_while_it_is_spoken_and_then_stands(
    open_told_story: Callable[..., Told], how: str
) -> None:
    someone, feed, ears = open_told_story()
    page = someone.page
    prose = page.locator(".turn .prose").first
    two_sentences(feed, first_s=6.0)
    expect(prose).to_have_text("The lamp", timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    expect(prose).to_have_text(FIRST + SECOND)
    feed.text(" Nobody.")
    expect(prose).to_have_text(FIRST + SECOND + " Nobody.")  # what comes later waits for nothing, too
    page.keyboard.press("Space")  # shows nothing more, and silences nothing
    assert page.locator("#speaking").is_visible()
    assert ears.recent()["loudest"] > 0.1
    assert feed.of("interrupt") == feed.of("read_on") == []
    if how == "words":
        someone.send("enough")
    elif how == "button":
        page.get_by_role("button", name="Stop the voice").click()
    else:
        page.keyboard.press("Escape")
    recent = ears.after_gesture(0.35)
    assert recent["last"] - recent["gesture"] < 0.1
    assert [message["turn"] for message in feed.of("read_on")] == [1]
    assert feed.of("interrupt") == []
    feed.commit()
    expect(prose).to_have_text(FIRST + SECOND + " Nobody.")
    expect(page.locator("#speaking")).to_be_hidden()
    assert len(feed.of("act")) == (2 if how == "words" else 1)


def test_a_key_that_is_held_silences_nothing(open_told_story: Callable[..., Told]) -> None:
    someone, feed, _ = open_told_story()
    two_sentences(feed, first_s=6.0)
    expect(someone.page.locator(".turn .prose")).to_have_text("The lamp", timeout=PATIENCE_MS)
    for _ in range(4):
        someone.page.keyboard.down("Escape")
    expect(someone.page.locator(".turn .prose")).to_have_text(FIRST + SECOND)
    assert someone.page.locator("#speaking").is_visible()
    assert feed.of("read_on") == []


def test_dice_lie_still_when_the_passage_is_shown_whole(open_told_story: Callable[..., Told]) -> None:
    check = {"skill": "wits", "d20": 12, "bonus": 2, "difficulty": 11, "result": "success"}
    someone, feed, _ = open_told_story(
        '{"voice": "captions"}', checks=[check, check], reduced_motion="no-preference"
    )
    feed.text(FIRST)
    expect(someone.page.locator(".d20")).to_be_visible(timeout=PATIENCE_MS)
    someone.page.keyboard.press("Escape")
    expect(someone.page.locator(".turn .prose")).to_have_text(FIRST.strip())
    expect(someone.page.locator(".d20.is-down")).to_have_count(2)
    someone.page.wait_for_timeout(1800)  # longer than a die falls
    expect(someone.page.locator(".d20")).to_have_count(2)


def test_a_voice_that_fails_leaves_the_text(open_told_story: Callable[..., Told]) -> None:
    someone, feed, _ = open_told_story()
    page = someone.page
    feed.text(FIRST + SECOND)
    sound, feed.codec = wave(0.5, RATE), "pcm16"
    feed.announce(0, 0, len(FIRST), RATE)
    feed.audio(0, [(0, sound.tobytes())], RATE, len(sound), failed=True)
    feed.tell("spoken", turn=1, utterances=1)
    feed.tell("voice", state="degraded", codec=None, message="The voice was lost; it will be back.")
    expect(page.locator(".turn .prose")).to_have_text(FIRST + SECOND, timeout=PATIENCE_MS)
    expect(page.locator("#do-voice")).to_have_attribute("data-state", "degraded")
    page.keyboard.press("Alt+v")
    expect(page.locator(".voice-state")).to_have_text("The voice was lost; it will be back.")
    page.keyboard.press("Escape")
    assert feed.of("interrupt") == []  # Escape closed the sheet, no more
    assert feed.of("played")[-1]["utterance"] == 1
    feed.tell("voice", state="on", codec="pcm16", message="")
    expect(page.locator("#do-voice")).to_have_attribute("data-state", "on")


def test_a_chunk_that_comes_late_is_a_pause_and_no_loss(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story()
    sound, feed.codec = wave(1.0, RATE), "pcm16"
    half = len(sound) // 2
    feed.text(FIRST)
    feed.announce(0, 0, len(FIRST), RATE)
    feed.audio(0, [(0, sound[:half].tobytes())], RATE, None)
    someone.page.wait_for_timeout(1200)
    feed.audio(0, [(half, sound[half:].tobytes())], RATE, len(sound), first=1)
    feed.tell("spoken", turn=1, utterances=1)
    until_played(someone, feed, 1)
    assert sum(gap > 0 for gap in gaps(ears.pieces)) == 1
    played = np.concatenate([piece.sound for piece in ears.pieces])
    assert likeness(played, sound, ears.pieces[0].rate) > 0.9999


def test_captions_only(open_told_story: Callable[..., Told]) -> None:
    someone, feed, ears = open_told_story()
    page = someone.page
    two_sentences(feed, first_s=5.0)
    expect(page.locator(".turn .prose")).to_contain_text("The lamp", timeout=PATIENCE_MS)
    page.keyboard.press("Alt+v")
    page.locator("#voice input[value=captions]").check(force=True)
    expect(page.locator(".turn .prose")).to_have_text(FIRST + SECOND)
    assert feed.of("voice")[-1]["audio"] == []
    page.wait_for_timeout(900)
    assert ears.recent()["loudest"] < 0.001
    page.reload()
    expect(page.locator(".opening p")).to_be_visible(timeout=PATIENCE_MS)
    page.locator("#words").click()
    expect(page.locator("html")).to_have_attribute("data-voice", "captions")
    assert feed.of("hello")[-1]["audio"] == []


def test_nobody_speaks_before_a_gesture(open_told_story: Callable[..., Told]) -> None:
    """The browser's own rule: no flag is set here. Until the player does something there is text, and a hint."""
    someone, feed, _ = open_told_story()
    page = someone.page
    feed.commit()
    someone.rest()
    page.reload()
    expect(page.locator("#voice-hint")).to_be_visible(timeout=PATIENCE_MS)
    assert feed.of("hello")[-1]["audio"] == []
    before = len(feed.of("voice"))
    page.mouse.click(300, 300)
    expect(page.locator("#voice-hint")).to_be_hidden()
    expect(page.locator("html")).to_have_attribute("data-voice", "on")
    assert [message["audio"] for message in feed.of("voice")[before:]] == [["opus", "pcm16"]]


@pytest.mark.parametrize("announce", ["unvoiced", "always"])
def test_a_screen_reader_does_not_double_the_voice(
    open_told_story: Callable[..., Told], announce: str
) -> None:
    someone, feed, _ = open_told_story(f'{{"announce": "{announce}"}}')
    two_sentences(feed)
    feed.text(" Nothing moves.")
    until_played(someone, feed, 2)
    feed.commit()
    someone.rest()
    live = someone.page.locator("#live")
    expect(live).to_contain_text("Nothing moves.")
    assert ("lamp" in (live.text_content() or "")) == (announce == "always")
