"""Neural voices in Piper's layout: NAME.onnx, a VITS model, beside NAME.onnx.json, which says how to use it."""

import json
import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

PAD, BEGIN, END = "_", "^", "$"  # Piper's: between all phonemes, before the first, after the last
SCALES = (0.667, 1.0, 0.8)  # noise, length and noise of the lengths: VITS's own, where a voice says nothing
FULL_SCALE = 32767
QUIETEST_PEAK = 0.01  # a piece that has no louder sample than this is silence, and not made louder
LARGEST_CONFIG = 4_000_000  # bytes; Piper's are some thousands


class BadVoice(ValueError):
    """The files of a voice cannot be used; the message says which and why."""


@dataclass(frozen=True)
class Recipe:
    """What NAME.onnx.json says."""

    sample_rate: int
    espeak_voice: str
    ids: Mapping[str, Sequence[int]]
    scales: tuple[float, float, float]
    speakers: Mapping[str, int]
    speaker_count: int

    def ids_of(self, phonemes: Iterable[str]) -> list[int]:
        """The model's numbers for the phonemes; those that it does not know are left out, as Piper does."""
        pad = self.ids[PAD]
        found = [*self.ids[BEGIN], *pad]
        for phoneme in phonemes:
            for known in self.ids.get(phoneme, ()):
                found += [known, *pad]
        return [*found, *self.ids[END]]


def read_recipe(file: Path) -> Recipe:
    """Raises BadVoice."""
    try:
        if file.stat().st_size > LARGEST_CONFIG:
            raise BadVoice(f"{file} has {file.stat().st_size} bytes; at most {LARGEST_CONFIG} are read")
        data = json.loads(file.read_text(encoding="utf-8"))
        inference = data.get("inference", {})
        scales = tuple(
            float(inference.get(name, usual))
            for name, usual in zip(("noise_scale", "length_scale", "noise_w"), SCALES, strict=True)
        )
        recipe = Recipe(
            sample_rate=int(data["audio"]["sample_rate"]),
            espeak_voice=str(data["espeak"]["voice"]),
            ids={str(key): [int(each) for each in value] for key, value in data["phoneme_id_map"].items()},
            scales=(scales[0], scales[1], scales[2]),
            speakers={str(name): int(number) for name, number in data.get("speaker_id_map", {}).items()},
            speaker_count=int(data.get("num_speakers", 1)),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadVoice(f"{file} is not a voice in Piper's layout: {type(error).__name__}: {error}") from error
    if missing := [sign for sign in (PAD, BEGIN, END) if sign not in recipe.ids]:
        raise BadVoice(f"{file}: its phoneme_id_map lacks {', '.join(missing)}")
    if not 8_000 <= recipe.sample_rate <= 48_000:
        raise BadVoice(f"{file}: its sample rate is {recipe.sample_rate} Hz; 8000 to 48000 is allowed")
    return recipe


class NeuralVoice:
    """A voice, whose model is loaded when it first speaks."""

    def __init__(self, model: Path, providers: Sequence[str], threads: int) -> None:
        self.recipe = read_recipe(model.with_name(f"{model.name}.json"))
        self._model, self._providers, self._threads = model, providers, threads
        self._session: Any = None
        self._loading = threading.Lock()

    def session(self) -> Any:
        """Raises BadVoice if ONNX Runtime cannot load the model."""
        with self._loading:
            if self._session is None:
                self._session = self._load()
            return self._session

    def _load(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.log_severity_level = 3  # errors alone
        there = onnxruntime.get_available_providers()
        providers = [provider for provider in self._providers if provider in there]
        try:
            session = onnxruntime.InferenceSession(str(self._model), options, providers=providers)
        except Exception as error:  # ONNX Runtime's own errors have no class in common but this
            raise BadVoice(f"{self._model} cannot be loaded: {error}") from error
        wanted = {"input", "input_lengths", "scales"}
        if not wanted <= {tensor.name for tensor in session.get_inputs()}:
            raise BadVoice(
                f"{self._model} is no VITS model in Piper's layout: it lacks the inputs {sorted(wanted)}"
            )
        return session

    def speaker_of(self, name: str) -> int:
        """A speaker's number, by name or number. Raises ValueError with what is allowed."""
        recipe = self.recipe
        if name in recipe.speakers:
            return recipe.speakers[name]
        if name.isascii() and name.isdigit() and int(name) < recipe.speaker_count:
            return int(name)
        named = f" or {', '.join(sorted(recipe.speakers))}" if recipe.speakers else ""
        raise ValueError(f"there is no speaker {name!r}; there are 0 to {recipe.speaker_count - 1}{named}")

    def audio(self, phonemes: Iterable[str], speaker: int, rate: float, pitch: float) -> numpy.ndarray:
        """The sound (int16) of one piece.

        The model has no pitch of its own: the piece is spoken slower by `pitch`, and then played faster by as much.
        """
        ids = numpy.array([self.recipe.ids_of(phonemes)], numpy.int64)
        noise, length, noise_of_lengths = self.recipe.scales
        session = self.session()
        given = {
            "input": ids,
            "input_lengths": numpy.array([ids.shape[1]], numpy.int64),
            "scales": numpy.array([noise, length * pitch / rate, noise_of_lengths], numpy.float32),
        }
        if any(tensor.name == "sid" for tensor in session.get_inputs()):
            given["sid"] = numpy.array([speaker], numpy.int64)
        sound = numpy.asarray(session.run(None, given)[0], numpy.float32).reshape(-1)
        sound = numpy.nan_to_num(sound)
        if pitch != 1.0 and len(sound):
            places = numpy.arange(0, len(sound) - 1, pitch)
            sound = numpy.interp(places, numpy.arange(len(sound)), sound)
        loudest = max(QUIETEST_PEAK, float(numpy.max(numpy.abs(sound), initial=0.0)))
        return numpy.clip(sound * (FULL_SCALE / loudest), -FULL_SCALE, FULL_SCALE).astype(numpy.int16)


def signs_of(phonemes: str) -> list[str]:
    """eSpeak's phonemes as Piper's voices were trained with them: decomposed, one sign each."""
    return list(unicodedata.normalize("NFD", phonemes))


def find(folder: Path, providers: Sequence[str], threads: int) -> tuple[dict[str, NeuralVoice], list[str]]:
    """The voices of a folder by name, and what is wrong with the files of others."""
    voices, faults = {}, []
    for model in sorted(folder.glob("*.onnx")):
        try:
            voices[model.stem] = NeuralVoice(model, providers, threads)
        except BadVoice as error:
            faults.append(str(error))
    return voices, faults
