"""Scoring what a language model answers to an entry of a data set, with the reader of the verifier.

The entry decides what is right: nothing is drawn again. A reply is text of anybody, never evaluated
and always bounded; where it does not say one thing clearly, that part is worth nothing.
"""

from qkvsym.scoring.scores import PartScore, Score, score, scored

__all__ = ["PartScore", "Score", "score", "scored"]
