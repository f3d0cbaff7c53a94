"""What characters and LaTeX commands mean to the scanner."""

from collections.abc import Mapping

SPACES = frozenset(" \t\n\u00a0\u2002\u2003\u2009\u202f~")

OPERATORS: Mapping[str, str] = {
    **{c: c for c in "+-*/=()[]{},;:&^_|'.<>@!?#\"%"},
    "−": "-",
    "–": "-",
    "·": "·",
    "•": "·",
    "⋅": "·",
    "∙": "·",
    "×": "×",
    "∈": "∈",
    "→": "->",
    "⟶": "->",
    "⇒": "->",
    "≠": "≠",
    "⟨": "<",
    "⟩": ">",
    "’": "'",
    "′": "'",
    "ᵀ": "^T",
    "⊤": "^T",
}
"""Characters that stand for themselves or for another spelling of the same sign."""

WORDS: Mapping[str, str] = {"∑": "sum", "Σ": "sum", "ℝ": "R", "√": "sqrt"}
"""Characters that stand for a word."""

SUBSCRIPTS: Mapping[str, str] = {
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
    "ᵢ": "i",
    "ⱼ": "j",
    "ₖ": "k",
}

COMMANDS: Mapping[str, str] = {
    "cdot": "·",
    "times": "×",
    "ast": "*",
    "div": "/",
    "to": "->",
    "rightarrow": "->",
    "Rightarrow": "->",
    "longrightarrow": "->",
    "implies": "->",
    "in": "∈",
    "ne": "≠",
    "neq": "≠",
    "top": "T",
    "intercal": "T",
    "prime": "'",
    "langle": "<",
    "rangle": ">",
    "lbrack": "[",
    "rbrack": "]",
    "colon": ":",
    "_": "_",
    "&": "&",
    "#": "#",
    "%": "%",
}
r"""LaTeX commands that are another spelling of a sign."""

SILENT = frozenset(
    (
        *("!", "(", ")", ",", ":", ";", "Big", "Bigg"),
        *("Bigl", "Bigr", "[", "]", "big", "bigg", "biggl", "biggr"),
        *(
            "bigl",
            "bigr",
            "bigskip",
            "centering",
            "clearpage",
            "displaystyle",
            "hfill",
            "hrulefill",
            "left",
        ),
        *(
            "limits",
            "maketitle",
            "medskip",
            "newpage",
            "noindent",
            "nolimits",
            "nonumber",
            "nopagebreak",
            "notag",
            "null",
        ),
        *("par", "phantom", "right", "smallskip", "textbackslash", "textstyle", "therefore", "|"),
        *("~",),
    )
) | {" ", "\n", "\t"}
r"""LaTeX commands that are no more than a space here; ``\[`` and ``\(`` open a formula."""

GAPS = frozenset({"quad", "qquad", "newline"})
r"""Commands that may part two statements."""

WRAPPERS = frozenset(
    (
        *("bm", "boldsymbol", "boxed", "chosen", "emph", "ensuremath", "fbox", "hbox"),
        *("mathbb", "mathbf", "mathit", "mathrm", "mathsf", "mathstrut", "mbox", "operatorname"),
        *("text", "textbf", "textit", "textrm", "underline", "vec"),
    )
)
r"""LaTeX commands whose argument is read as if it stood alone."""

LAYOUTS = frozenset(
    (
        *(
            "align",
            "alignat",
            "aligned",
            "displaymath",
            "eqnarray",
            "equation",
            "flalign",
            "gather",
        ),
        *("gathered", "math", "multline", "split"),
    )
)
"""LaTeX environments that only place formulas."""

MATRICES = frozenset({"bmatrix", "pmatrix", "smallmatrix", "matrix", "array", "bsmallmatrix"})
"""LaTeX environments that are a matrix."""

OPENING: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
