"""Changes of a text that know where its tokens end, beside those of libFuzzer."""

import re
from collections.abc import Callable, Sequence
from random import Random

Mutation = Callable[[bytes, int, int], bytes]

_TOKEN = re.compile(rb"\\?[A-Za-z]+|[0-9]+|[ \t]+|[\x80-\xff]+|.", re.DOTALL)


def mutation(words: Sequence[str], bytewise: Callable[[bytes, int], bytes]) -> Mutation:
    """What makes one input of another: every other time by tokens, else by bytes."""
    known = [word.encode("utf-8", "surrogatepass") for word in words]

    def mutated(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if len(data) < 2 or random.random() < 0.5:
            return bytewise(data, longest)
        # The first byte chooses what is read.
        tokens = _TOKEN.findall(data[1:])
        for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
            _change(tokens, known, random)
        return (data[:1] + b"".join(tokens))[:longest]

    return mutated


def _change(tokens: list[bytes], known: Sequence[bytes], random: Random) -> None:
    start = random.randint(0, len(tokens))
    end = min(len(tokens), start + random.choice((0, 1, 1, 2, 3, 8)))
    change = random.randrange(5)
    if change == 0:
        tokens[start:end] = []
    elif change == 1:
        tokens[start:end] = [random.choice(known)]
    elif change == 2:
        tokens[start:start] = tokens[start:end] * random.choice((1, 2, 8, 40))
    elif change == 3 and tokens:
        other = random.randrange(len(tokens))
        tokens[start:start] = tokens[other : other + random.choice((1, 2, 5, 12))]
    else:
        tokens[start:end] = [str(random.choice((0, 1, -1, 9, 16, 17, 10**12))).encode()]


def dictionary(words: Sequence[str]) -> str:
    """The words as libFuzzer reads them from a file."""
    spelled = ("".join(f"\\x{b:02x}" for b in w.encode("utf-8", "surrogatepass")) for w in words)
    return "".join(f'"{word}"\n' for word in spelled)
