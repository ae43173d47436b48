"""eSpeak NG as a decoupled model of Triton's Python backend: see ../../README.md for its tensors.

Every stream has an eSpeak of its own (see espeak.py), so that each can stand still in mid-word while others speak.
"""

import os
import threading
from typing import Any

from espeak import Espeak
from request import Request, choose, read
from speaking import SpeakingModel, Utterance

STREAMS = 128  # spoken at once, 1.6 MB each


class TritonPythonModel(SpeakingModel[Request]):
    def initialize(self, args: dict[str, str]) -> None:
        first = Espeak()
        self._voices, self._variants = first.voices(), first.variants()
        self._own = threading.local()
        self.start(at_once=len(os.sched_getaffinity(0)), streams=STREAMS)

    def read(self, request: Any) -> Request:
        return read(request, lambda name: choose(name, self._voices, self._variants))

    def speak(self, wanted: Request, utterance: Utterance) -> None:
        if not hasattr(self._own, "espeak"):
            self._own.espeak = Espeak()
        espeak: Espeak = self._own.espeak
        espeak.speak(
            wanted.text,
            wanted.voice,
            wanted.rate,
            wanted.pitch,
            wanted.seed,
            lambda audio, words: utterance.add(audio, espeak.sample_rate, words),
        )
