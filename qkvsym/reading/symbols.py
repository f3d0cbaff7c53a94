"""What characters and LaTeX commands mean to the scanner."""

SPACES = frozenset(" \t\n\u00a0\u2002\u2003\u2009\u202f~")

OPERATORS = {
    **{c: c for c in "+-*/=()[]{},;:&^_|'.<>@!?#\"%"},
    "−": "-",
    "–": "-",
    "·": "·",
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

WORDS = {"∑": "sum", "Σ": "sum", "ℝ": "R", "√": "sqrt"}
"""Characters that stand for a word."""

SUBSCRIPTS = {
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
    "ᵢ": "i",
    "ⱼ": "j",
    "ₖ": "k",
}

COMMANDS = {
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
    "{": "{",
    "}": "}",
    "_": "_",
    "&": "&",
    "#": "#",
    "%": "%",
}
r"""LaTeX commands that are another spelling of a sign."""

SILENT = frozenset(
    """left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle limits
    nolimits nonumber notag hfill hrulefill noindent par medskip smallskip bigskip nopagebreak
    phantom , ; : ! ( ) [ ] ~ | textbackslash therefore centering null""".split()
) | {" ", "\n", "\t"}
r"""LaTeX commands that are no more than a space here; ``\[`` and ``\(`` open a formula."""

GAPS = frozenset({"quad", "qquad", "newline"})
r"""Commands that may part two statements."""

WRAPPERS = frozenset(
    """mathbf boldsymbol bm vec mathrm mathit mathsf mathbb text textrm textbf textit emph
    operatorname mbox hbox boxed fbox underline ensuremath mathstrut chosen""".split()
)
r"""LaTeX commands whose argument is read as if it stood alone."""

LAYOUTS = frozenset(
    """align aligned alignat gather gathered equation split eqnarray multline displaymath math
    flalign""".split()
)
"""LaTeX environments that only place formulas."""

MATRICES = frozenset({"bmatrix", "pmatrix", "smallmatrix", "matrix", "array", "bsmallmatrix"})
"""LaTeX environments that are a matrix."""

OPENING = {"(": ")", "[": "]", "{": "}"}
