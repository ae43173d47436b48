"""Makes a tiny model of embeddings: `python -m tests.npcs.tiny_embedder FOLDER`, in the test bed's environment.

A few words that mean the same share a vector, every other word has one of its own: enough to show that what
is asked in other words is found, and small enough to be made in a second.
"""

import sys
from pathlib import Path

import numpy
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

ALIKE = (("guest", "somebody"), ("stole", "took"), ("boat", "vessel"), ("salty", "spicy"))
ALONE = ("the", "my", "that", "i", "own", "soup", "was", "too", "key", "wolf", "bread", "is", "who", "where")
DIMENSIONS = 32
UNKNOWN = "[UNK]"


def write(folder: Path) -> None:
    meanings = [(UNKNOWN,), *ALIKE, *((word,) for word in ALONE)]
    vectors = numpy.eye(len(meanings), DIMENSIONS, dtype=numpy.float32)
    words = [(word, vector) for group, vector in zip(meanings, vectors, strict=True) for word in group]
    tokenizer = Tokenizer(WordLevel({word: number for number, (word, _) in enumerate(words)}, UNKNOWN))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    weights = numpy.stack([vector for _, vector in words])
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_weights=weights)], device="cpu").save(
        str(folder)
    )


if __name__ == "__main__":
    write(Path(sys.argv[1]))
