"""Neural voices as a decoupled model of Triton's Python backend: see ../../README.md for its tensors.

A piece of text (a sentence, as a rule) is one inference; between two pieces, other streams have their turn.
"""

import json
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import triton_python_backend_utils as pb_utils

# What all speaking models share lies in the folder of the first. Triton puts only a model's own on the path.
sys.path.append(str(Path(__file__).resolve().parents[2] / "speech_espeak" / "1"))

from espeak import Espeak
from pieces import Clause, pieces_of, words_of
from request import DEFAULT_VOICE, Request, RequestRefused, nearest, read
from speaking import SpeakingModel, Utterance
from voices import NeuralVoice, find, signs_of

MODELS_VARIABLE = "GM_VOICE_MODELS"
STREAMS = 64  # served at once
PART_S = 0.2  # of audio that is handed over at a time


@dataclass(frozen=True)
class Wanted:
    request: Request
    voice: NeuralVoice
    speaker: int


class TritonPythonModel(SpeakingModel[Wanted]):
    def initialize(self, args: dict[str, str]) -> None:
        """Raises RuntimeError, and is not loaded, if there is no voice that it could speak with."""
        settings = parameters_of(args)
        folder = Path(os.environ.get(MODELS_VARIABLE, ""))
        if not os.environ.get(MODELS_VARIABLE) or not folder.is_dir():
            raise RuntimeError(f"{MODELS_VARIABLE} names no folder with voices")
        providers = [name.strip() for name in settings["providers"].split(",")]
        self._voices, faults = find(folder, providers, int(settings["threads"]))
        for fault in faults:
            pb_utils.Logger.log_error(fault)
        if not self._voices:
            raise RuntimeError(f"{folder} holds no voice (NAME.onnx with NAME.onnx.json). {' '.join(faults)}")
        self._espeak = Espeak()
        self._names = self._espeak.voices()
        self._phonemes = threading.Lock()  # eSpeak NG does one thing at a time; phonemes take it 0.3 ms
        self.start(at_once=int(settings["at_once"]), streams=STREAMS)

    def read(self, request: Any) -> Wanted:
        wanted = read(request, lambda name: next(iter(self._voices)) if name == DEFAULT_VOICE else name)
        name, mark, speaker = wanted.voice.partition("#")
        if name not in self._voices:
            raise RequestRefused(f"VOICE: there is no voice {name!r}. {nearest(name, self._voices)}")
        voice = self._voices[name]
        try:
            return Wanted(wanted, voice, voice.speaker_of(speaker) if mark else 0)
        except ValueError as error:
            raise RequestRefused(f"VOICE: {error} in {name!r}") from None

    def speak(self, wanted: Wanted, utterance: Utterance) -> None:
        rate = wanted.voice.recipe.sample_rate
        part = int(PART_S * rate)
        for piece in pieces_of(wanted.request.text):
            audio = self._audio(wanted, piece)
            words = [(utterance.samples + at, start, end) for at, start, end in words_of(piece, len(audio))]
            for start in range(0, len(audio), part):
                if not utterance.add(audio[start : start + part], rate, words):
                    return
                words = []
            # The next piece waits for its turn behind those of others.
            self.turns.give()
            self.turns.take()

    def _audio(self, wanted: Wanted, piece: list[Clause]) -> numpy.ndarray:
        recipe, request = wanted.voice.recipe, wanted.request
        signs: list[str] = []
        for clause in piece:
            with self._phonemes:
                spoken = self._espeak.phonemes(
                    clause.text, self._names.get(recipe.espeak_voice, recipe.espeak_voice)
                )
            signs += [" "] if signs else []
            signs += signs_of(" ".join(spoken))
            signs += [clause.mark] if clause.mark else []
        return wanted.voice.audio(signs, wanted.speaker, request.rate, request.pitch)


def parameters_of(args: dict[str, str]) -> dict[str, str]:
    """The parameters of config.pbtxt."""
    given = json.loads(args["model_config"])["parameters"]
    return {name: value["string_value"] for name, value in given.items()}
