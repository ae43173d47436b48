"""eSpeak NG as a decoupled model of Triton's Python backend: see ../../README.md for its tensors.

Every stream has a thread and an eSpeak of its own (see espeak.py). A stream synthesises a slice of audio, sends it,
and goes to the end of the line; so a long text does not keep a short one waiting, and each stream's first words
come first. It asks with each slice whether its caller still listens.
"""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import triton_python_backend_utils as pb_utils
from espeak import Espeak, Word
from request import Request, RequestRefused, read
from turns import Turns

STREAMS = 128  # synthesised at once, 1.6 MB each; more wait for the first of them to end
# A slice of audio is short at first, so that words are heard soon, and then longer: a response costs more than the
# synthesis of a tenth of a second.
FIRST_SLICE_S, LONGEST_SLICE_S = 0.2, 1.0
# What a text of the longest allowed size may come to: in a voice of another script each character is spelt out.
LONGEST_AUDIO_S = 1_200.0


class Utterance:
    """One request on its way to audio. Used by one thread."""

    def __init__(self, sender: Any, sample_rate: int, turns: Turns) -> None:
        self._sender, self._rate, self._turns = sender, sample_rate, turns
        self._audio: list[numpy.ndarray] = []
        self._words: list[Word] = []
        self._gathered = self._sent = self._word_end = 0
        self._slice = int(FIRST_SLICE_S * sample_rate)

    def hear(self, audio: numpy.ndarray, words: list[Word]) -> bool:
        """Takes what eSpeak made; sends it once it is a slice. False: nobody listens any more."""
        self._audio.append(audio)
        self._gathered += len(audio)
        for word in words:
            # Each syllable of a word that is spelt out, and each digit of a number, is an event of its own.
            if word[1] >= self._word_end and word[2] > word[1]:
                self._words.append(word)
                self._word_end = word[2]
        if self._gathered < self._slice:
            return True
        self._slice = min(self._slice * 2, int(LONGEST_SLICE_S * self._rate))
        # Sending waits for the server, which is no reason to keep a processor.
        self._turns.give()
        try:
            return self.send()
        finally:
            self._turns.take()

    def send(self) -> bool:
        """Sends what is gathered, and says whether anybody listens. Raises RequestRefused for too long an utterance."""
        if self._sender.is_cancelled():
            return False
        if self._gathered:
            self._sent += self._gathered
            self._sender.send(response(numpy.concatenate(self._audio), self._rate, self._words))
            self._audio, self._words, self._gathered = [], [], 0
        if self._sent > LONGEST_AUDIO_S * self._rate:
            raise RequestRefused(
                f"TEXT takes over {LONGEST_AUDIO_S:.0f} s to speak, which is the limit; send less"
            )
        return True


def response(audio: numpy.ndarray, sample_rate: int, words: list[Word]) -> Any:
    return pb_utils.InferenceResponse(
        [
            pb_utils.Tensor("AUDIO", audio),
            pb_utils.Tensor("SAMPLE_RATE", numpy.array([sample_rate], numpy.int32)),
            pb_utils.Tensor("WORDS", numpy.array(words, numpy.int32).reshape(-1, 3)),
        ]
    )


def refusal(reason: Exception, code: int) -> Any:
    return pb_utils.InferenceResponse([], pb_utils.TritonError(str(reason), code))


class TritonPythonModel:
    def initialize(self, args: dict[str, str]) -> None:
        first = Espeak()
        self._voices, self._variants = first.voices(), first.variants()
        self._turns = Turns(os.cpu_count() or 1)
        self._own = threading.local()
        self._stopping = False
        self._threads = ThreadPoolExecutor(STREAMS, "speech")

    def execute(self, requests: list[Any]) -> None:
        """Takes the requests; their responses follow from their threads."""
        for request in requests:
            sender = request.get_response_sender()
            try:
                wanted = read(request, self._voices, self._variants)
            except RequestRefused as error:
                self._end(sender, refusal(error, pb_utils.TritonError.INVALID_ARG))
                continue
            self._threads.submit(self._serve, wanted, sender)

    def finalize(self) -> None:
        self._stopping = True
        self._threads.shutdown(cancel_futures=True)

    def _serve(self, wanted: Request, sender: Any) -> None:
        """The whole of a request, in a thread. Nobody awaits it: what goes wrong here is its caller's answer."""
        fault = None
        try:
            self._turns.take()
            try:
                utterance = self._speak(wanted, sender)
            finally:
                self._turns.give()
            if utterance is not None:
                utterance.send()
        except RequestRefused as error:
            fault = refusal(error, pb_utils.TritonError.INVALID_ARG)
        except Exception as error:
            fault = refusal(error, pb_utils.TritonError.INTERNAL)
        self._end(sender, fault)

    def _speak(self, wanted: Request, sender: Any) -> Utterance | None:
        if sender.is_cancelled():
            return None
        if not hasattr(self._own, "espeak"):
            self._own.espeak = Espeak()
        espeak: Espeak = self._own.espeak
        utterance = Utterance(sender, espeak.sample_rate, self._turns)
        espeak.speak(
            wanted.text,
            wanted.voice,
            wanted.rate,
            wanted.pitch,
            wanted.seed,
            lambda audio, words: not self._stopping and utterance.hear(audio, words),
        )
        return utterance

    @staticmethod
    def _end(sender: Any, last: Any = None) -> None:
        final = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
        if last is None:
            sender.send(flags=final)
        else:
            sender.send(last, flags=final)
