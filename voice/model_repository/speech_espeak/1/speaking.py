"""What every speaking model does with its requests: a thread for each, slices of audio as they come, an end to each.

A stream takes a turn at a processor, makes a slice of audio, sends it, and goes to the end of the line; so a long
text does not keep a short one waiting. It asks with each slice whether its caller still listens.
"""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import numpy
import triton_python_backend_utils as pb_utils
from request import RequestRefused
from turns import Turns

Wanted = TypeVar("Wanted")
Word = tuple[int, int, int]  # its sample in the utterance; its start and end in the text

# A slice of audio is short at first, so that words are heard soon, and then longer: a response costs more than the
# synthesis of a tenth of a second.
FIRST_SLICE_S, LONGEST_SLICE_S = 0.2, 2.4
# The parameter of a request that ends another, whose id it holds. A caller may also just cancel its call; but under
# many of those at once, Triton's gRPC front (as late as 25.01, issue 8034 of triton-inference-server/server) crashes.
HANG_UP = "hang_up"
# What a text of the longest allowed size may come to: in a voice of another script each character is spelt out.
LONGEST_AUDIO_S = 1_200.0


class Utterance:
    """One request on its way to audio. Used by one thread, which has a turn whenever it calls `add`."""

    def __init__(self, sender: Any, turns: Turns, stopping: Callable[[], bool]) -> None:
        self._sender, self._turns, self._stopping = sender, turns, stopping
        self._audio: list[numpy.ndarray] = []
        self._words: list[Word] = []
        self._rate = self._gathered = self._word_end = 0
        self._slice_s = FIRST_SLICE_S
        self.sent = 0  # samples
        self.hung_up = False  # by its caller, as other threads find out

    @property
    def samples(self) -> int:
        """Of what was added so far."""
        return self.sent + self._gathered

    def add(self, audio: numpy.ndarray, sample_rate: int, words: list[Word]) -> bool:
        """Takes what was made (int16), and sends it once it is a slice. False: nobody listens any more.

        Raises RequestRefused for too long an utterance.
        """
        self._rate = sample_rate
        self._audio.append(audio)
        self._gathered += len(audio)
        for word in words:
            # Each syllable of a word that is spelt out, and each digit of a number, may be told of: once is enough.
            if word[1] >= self._word_end and word[2] > word[1]:
                self._words.append(word)
                self._word_end = word[2]
        if self.samples > LONGEST_AUDIO_S * sample_rate:
            raise RequestRefused(
                f"TEXT takes over {LONGEST_AUDIO_S:.0f} s to speak, which is the limit; send less"
            )
        if self._gathered < self._slice_s * sample_rate:
            return not (self._stopping() or self.hung_up)
        self._slice_s = min(self._slice_s * 2, LONGEST_SLICE_S)
        # Sending waits for the server, which is no reason to keep a processor.
        self._turns.give()
        try:
            return self.flush()
        finally:
            self._turns.take()

    def flush(self) -> bool:
        """Sends what is gathered, and says whether anybody listens."""
        if self._stopping() or self.hung_up or self._sender.is_cancelled():
            return False
        if self._gathered:
            self._sender.send(response(numpy.concatenate(self._audio), self._rate, self._words))
            self.sent += self._gathered
            self._audio, self._words, self._gathered = [], [], 0
        return True


def response(audio: numpy.ndarray, sample_rate: int, words: list[Word]) -> Any:
    return pb_utils.InferenceResponse(
        [
            pb_utils.Tensor("AUDIO", audio),
            pb_utils.Tensor("SAMPLE_RATE", numpy.array([sample_rate], numpy.int32)),
            pb_utils.Tensor("WORDS", numpy.array(words, numpy.int32).reshape(-1, 3)),
        ]
    )


class SpeakingModel(Generic[Wanted]):
    """A model of Triton's Python backend. `at_once` threads synthesise at the same time, of `streams` that are served;
    more requests than those wait for the first to end."""

    def start(self, at_once: int, streams: int) -> None:
        self.turns = Turns(at_once)
        self._stopping = False
        self._open: dict[str, Utterance] = {}  # by the ids of their requests
        self._threads = ThreadPoolExecutor(streams, "speech")

    def read(self, request: Any) -> Wanted:
        """Checks the request's tensors. Raises RequestRefused."""
        raise NotImplementedError

    def speak(self, wanted: Wanted, utterance: Utterance) -> None:
        """Adds the audio to `utterance` until it is whole, or nobody listens. Has a turn. Raises RequestRefused."""
        raise NotImplementedError

    def execute(self, requests: list[Any]) -> None:
        """Takes the requests; their responses follow from their threads."""
        for request in requests:
            sender = request.get_response_sender()
            hung_up = json.loads(request.parameters() or "{}").get(HANG_UP)
            if hung_up is not None:
                # Ended before, or never heard of: nothing is left to be done.
                if utterance := self._open.get(str(hung_up)):
                    utterance.hung_up = True
                end(sender)
                continue
            try:
                wanted = self.read(request)
            except RequestRefused as error:
                end(sender, error, pb_utils.TritonError.INVALID_ARG)
                continue
            utterance = Utterance(sender, self.turns, lambda: self._stopping)
            name = request.request_id()
            if name:
                self._open[name] = utterance
            self._threads.submit(self._serve, wanted, utterance, sender, name)

    def finalize(self) -> None:
        self._stopping = True
        self._threads.shutdown(cancel_futures=True)

    def _serve(self, wanted: Wanted, utterance: Utterance, sender: Any, name: str) -> None:
        """The whole of a request, in a thread. Nobody awaits it: what goes wrong here is its caller's answer."""
        fault: tuple[Exception, int] | None = None
        try:
            self.turns.take()
            try:
                # Many may wait for their first turn, and some give up meanwhile.
                if utterance.flush():
                    self.speak(wanted, utterance)
            finally:
                self.turns.give()
            utterance.flush()
        except RequestRefused as error:
            fault = error, pb_utils.TritonError.INVALID_ARG
        except Exception as error:
            pb_utils.Logger.log_error(f"a request failed: {error!r}")
            fault = error, pb_utils.TritonError.INTERNAL
        self._open.pop(name, None)
        end(sender, *(fault or ()))


def end(sender: Any, fault: Exception | None = None, code: int = 0) -> None:
    final = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
    if fault is None:
        sender.send(flags=final)
    else:
        sender.send(pb_utils.InferenceResponse([], pb_utils.TritonError(str(fault), code)), flags=final)
