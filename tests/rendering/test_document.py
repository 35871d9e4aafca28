"""What is said, in which order, for whole diagnoses and for single questions."""

from itertools import chain

from parallaxis.answers import NotAnswered
from parallaxis.diagnosis import Diagnosis
from parallaxis.rendering.blocks import FigureBlock, Heading, Paragraph, Verdict
from parallaxis.rendering.document import document
from parallaxis.verdict import panel_workflow, workflow_verdict

NEXT = ["redundancy"]  # figures of what is asked after breadth
PANEL = ["panel-choice", "ceilings", "likeness"]  # and after votes
WEIGHED = ["panel-weights", "panel-choice", "guessing"]
ORDER = [
    "verdict",
    "cautions",
    "breadth",
    "redundancy",
    "reliability",
    "saturation",
    "sensitivity",
    "axes",
    "panel",
    *(VOTES := [*WEIGHED, "ceilings", "likeness", "panel-cohorts"]),
    "intake",
    "recipe",
]


def test_sections_come_in_the_agreed_order(found: Diagnosis) -> None:
    said = document(found)
    anchors = [section.anchor for section in said.sections]
    assert anchors == [name for name in ORDER if name in anchors]
    has_votes = not isinstance(found.panel.tetrachoric.mean_correlation, NotAnswered)
    assert set(ORDER) - set(anchors) <= {"cautions", *([] if has_votes else VOTES)}
    assert ("cautions" in anchors) == bool(found.cautions)


def test_verdict_is_that_of_the_diagnosis(found: Diagnosis) -> None:
    (verdict,) = (block for block in document(found).blocks if isinstance(block, Verdict))
    assert verdict.sentences == found.verdict


def test_single_questions_have_their_own_section_and_the_recipe(binary: Diagnosis) -> None:
    parts = (
        (binary.breadth, "sensitivity"),
        (binary.axes, "axes"),
        (binary.panel, "panel-cohorts"),
    )
    for part, name in parts:
        anchors = [section.anchor for section in document(part).sections]
        assert anchors[0] == "verdict"
        assert anchors[-3:] == [name, "intake", "recipe"]


def test_verdicts_of_the_questions_hold_the_whole_and_more_on_breadth(binary: Diagnosis) -> None:
    parts = [
        sentence
        for part in (binary.breadth, binary.axes, binary.panel)
        for block in document(part).blocks
        if isinstance(block, Verdict)
        for sentence in block.sentences
    ]
    assert set(binary.verdict) < set(parts)
    more = set(parts) - set(binary.verdict)
    of_breadth, of_panel = workflow_verdict(binary.breadth), panel_workflow(binary.panel)
    assert more <= set(chain.from_iterable((*of_breadth, *of_panel)))


def test_figures_are_there_where_there_is_something_to_draw(binary: Diagnosis) -> None:
    names = [block.name for block in document(binary).blocks if isinstance(block, FigureBlock)]
    assert names == ["breadth", *NEXT, "ladder", "loadings", "axes", "pairs", "members", *PANEL]


def test_first_lines_state_title_and_intake(binary: Diagnosis) -> None:
    title, line, *_ = document(binary).blocks
    assert isinstance(title, Heading)
    assert title.level == 1
    assert isinstance(line, Paragraph)
    assert "12 models × 50 items, binary scores." in line.text
