"""Choices that a harness shuffles for each run leave a question the question that it is."""

from parallaxis.io.harness.question_fields import question_fingerprint


def test_shuffled_choices_are_one_question() -> None:
    def asked(*choices: str) -> str:
        fields = {f"choice{n}": choice for n, choice in enumerate(choices, start=1)}
        document = {"Question": "Which?", "choices": list(choices), "Incorrect Answer 1": "x"}
        return question_fingerprint(document | fields, "line 1")

    assert asked("x", "y", "z") == asked("z", "x", "y")
    assert asked("x", "y", "z") != asked("x", "y", "w")


def test_other_lists_keep_their_order() -> None:
    one = question_fingerprint({"question": "Sort.", "numbers": [1, 2]}, "line 1")
    assert one != question_fingerprint({"question": "Sort.", "numbers": [2, 1]}, "line 1")
