"""Verifying a hand derivation: which line is the first wrong one, and which mistake made it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from qkvsym.errors import Unreadable
from qkvsym.exercise import Case, line
from qkvsym.formula import UNDEFINED
from qkvsym.givens import check_matrices, read_matrices
from qkvsym.judging.answers import ExerciseJudge, by_exercise
from qkvsym.judging.diagnosis import Diagnoses, role_of_shape
from qkvsym.judging.explanations import ValueClaim
from qkvsym.judging.filled import Filled
from qkvsym.judging.judge import Judge, JudgedLine
from qkvsym.judging.papers import is_numbered
from qkvsym.judging.reading_work import read_all, read_with_givens
from qkvsym.judging.shape_claims import JudgedShape
from qkvsym.judging.sheets import code_on, filled_parts
from qkvsym.judging.verdicts import Diagnosis, FirstWrong, Line, Part, Verification
from qkvsym.judging.worlds import Problem
from qkvsym.parts import case_of
from qkvsym.reading.lines import is_value, read_line
from qkvsym.reading.vocabulary import Vocabulary
from qkvsym.reading.work import body, is_latex, physical_lines, work_lines
from qkvsym.renderer import built_in
from qkvsym.rules import shapes_of
from qkvsym.worksheet import Worksheet, asked_by_code, reproduce

NOWHERE = "nothing says which exercise this answers; begin with its number, as in 2(b)"
NOT_HERE = "this stands in no part of the sheet; write it below its question"
UNEXPLAINED = "no known mistake explains this; look for a slip"
Given = str | Path | Mapping[str, Any]


def problem_of(given: Given) -> Problem:
    """The problem of a file of givens, or of a mapping."""
    givens = check_matrices(given) if isinstance(given, Mapping) else read_matrices(given)
    return Problem(shapes_of(givens), givens)


def verify_work(text: str, given: Given | None = None) -> Verification:
    """The report on work that carries its givens itself, or has them beside it."""
    physical = physical_lines(text)
    lines = list(work_lines(body(physical), is_latex(physical)))
    if given is None:
        read, problem = read_with_givens(lines)
    else:
        problem = problem_of(given)
        read = read_all(lines, problem)
    judge = Judge(problem)
    judged = judge.judged(read)
    made = said(judged, judge)
    first = next((one.first for one in judged if one.first is not None), None)
    missing = tuple(missing_from(judge))
    return Verification(first_wrong=first, lines=made, missing=missing)


def verify_sheet(text: str, sheet: Worksheet) -> Verification:
    """The report on a worksheet that was filled in, part by part."""
    physical = physical_lines(text)
    latex = is_latex(physical)
    filled = by_exercise(filled_parts(sheet, body(physical), "tex" if latex else "md"))
    lines: list[Line] = [*_strays(filled.get(0, []))]
    parts: list[Part] = []
    firsts: list[FirstWrong] = []
    for number, exercise in enumerate(sheet.exercises, 1):
        judge = ExerciseJudge(exercise, latex)
        judged_parts = judge.judged(filled.get(number, []))
        loose = said(judge.loose, judge.judge)
        lines.extend(replace(line, exercise=str(number)) for line in loose)
        firsts.extend(line.first for line in judge.loose if line.first is not None)
        for judged in judged_parts:
            made = [
                replace(line, exercise=str(number), part=judged.letter)
                for line in said(judged.lines, judge.judge)
            ]
            lines.extend(made)
            firsts.extend(line.first for line in judged.lines if line.first is not None)
            at = judged.at
            parts.append(Part(str(number), judged.letter, judged.part.id, judged.verdict, at))
    missing = tuple(f"{part.exercise} ({part.part})" for part in parts if part.verdict == "missing")
    return Verification(
        first_wrong=min(firsts, key=lambda first: first.line, default=None),
        lines=tuple(sorted(lines, key=lambda line: line.line)),
        missing=missing,
        code=sheet.code,
        parts=tuple(parts),
    )


def _strays(filled: Sequence[Filled]) -> Iterator[Line]:
    """What stands in no exercise: a name or a date, and claims, which nobody can judge there."""
    for one in (answer.line for part in filled for answer in part.lines):
        try:
            claims = not all(map(is_value, read_line(one.text, Vocabulary()).statements))
        except Unreadable:
            claims = "=" in one.text
        reason = NOT_HERE if is_numbered(one.text) else NOWHERE if claims else ""
        if reason:
            yield Line(one.number, one.text, "not-understood", reason=reason, column=one.column)
        else:
            yield Line(one.number, one.text, "not-checked")


def verify(
    text: str, *, givens: Given | None = None, sheet: str | Worksheet | None = None
) -> Verification:
    """Check work written by hand: its first wrong line, and the mistake that made it.

    The givens stand in the text, or are `givens` (a TOML file, or a mapping of lists), or those of
    a worksheet: `sheet`, its code or the sheet itself, or the code that a printed sheet carries.
    Raises `BadWork` for what is too large, and `AuthorError` for givens or codes that cannot be
    used; what a line says raises nothing.

    >>> report = verify("x = [1, 2, 3]\\nW_q = [[1, 0], [0, 1], [1, 1]]\\nq = x W_q = [4, 6]")
    >>> report.first_wrong.line, [found.id for found in report.lines[-1].mistakes]
    (3, ['slip-in-entry'])
    """
    if sheet is None:
        sheet = code_on(text) or None
    if sheet is None:
        return verify_work(text, givens)
    if isinstance(sheet, str):
        sheet = reproduce(sheet, given=givens)
    elif givens is not None:
        asked_by_code(sheet.code, givens)
    return verify_sheet(text, sheet)


def said(judged: Sequence[JudgedLine], judge: Judge) -> tuple[Line, ...]:
    """The judged lines as they are reported, with the mistakes named."""
    diagnoses = judge.diagnoses()
    return tuple(_line(one, diagnoses) for one in judged)


def _line(judged: JudgedLine, diagnoses: Diagnoses) -> Line:
    source = judged.source.line
    mistakes = tuple(_mistakes(judged, diagnoses))
    said = mistakes or any(isinstance(one, JudgedShape) and one.note for one in judged.wrong)
    unexplained = (UNEXPLAINED,) if judged.wrong and not said else ()
    return Line(
        line=source.number,
        text=source.text,
        verdict=judged.verdict,
        members=tuple(judged.members),
        mistakes=mistakes,
        notes=tuple(dict.fromkeys((*unexplained, *judged.notes))),
        reason=judged.reason,
        column=judged.column,
    )


def _mistakes(judged: JudgedLine, diagnoses: Diagnoses) -> list[Diagnosis]:
    for wrong in judged.wrong:
        if isinstance(wrong, ValueClaim):
            ids, role, where = diagnoses.of_value(wrong), wrong.subject.role, wrong.subject.name
        else:
            role = role_of_shape(wrong, diagnoses.problem)
            ids, where = diagnoses.of_shape(wrong), wrong.role
        if ids:
            case = case_for(diagnoses.problem, role)
            return [_diagnosis(name, len(ids), where, case) for name in ids]
    return []


def case_for(problem: Problem, role: str) -> Case:
    """What the wording of a mistake may say about a role."""
    world = problem.worlds[0]
    return case_of(world.steps[role], problem.shapes)


def _diagnosis(name: str, count: int, where: str, case: Case) -> Diagnosis:
    file = f"mistakes/{name}"
    words = [built_in().plain(line(part, file=file, c=case)) for part in ("why", "instead")]
    return Diagnosis(
        id=name,
        confidence="only" if count == 1 else "several",
        where=where,
        title=built_in().title_of(file),
        message=" ".join(words),
    )


def missing_from(judge: Judge) -> list[str]:
    """What a whole derivation has and this one does not: results, and a shape."""
    problem = judge.problem
    claimed = bool(judge.answered or judge.shapes)
    if not problem.roles:
        return ["givens"]
    if judge.unchecked:
        return ["givens"]
    if not problem.numbers:
        return [] if claimed else ["result"]
    found = [role for role in problem.roles if not judge.carried.claimed(role)]
    # What is undefined has no shape that could be stated.
    no_shape = all(problem.shape_of_result(role) is UNDEFINED for role in problem.roles)
    return found if judge.shapes or no_shape else [*found, "shape"]
