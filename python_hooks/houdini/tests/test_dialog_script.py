"""Dialog scripts go round, and mistakes are found by line or name."""

from __future__ import annotations

import os
import random

import pytest

from stiction_houdini import dialog_script
from stiction_houdini.dialog_script import DialogScript, DialogScriptError, Folder, Parm

SCALE = int(os.environ.get("STICTION_FUZZ_SCALE", "1"))


def sample() -> DialogScript:
    method = Parm("method", "Method", "ordinal", default=["b"], menu=[("a", "A"), ("b", 'The "B" \\ one')])
    return DialogScript(
        name="ns::thing::1.0",
        script="thing",
        label="A Thing",
        inputs=["First", "Second"],
        outputs=["Out"],
        children=[
            Folder("outer", "Outer", "group", [method, Folder("inner", "In", "groupcollapsible", [])], {"a": "b"}),
            Parm("size", "Size", "vector", 3, ["0", "1", "2.5"], range=("-1", "1"), help="A size (m)."),
            Parm("count", "Count", "integer", default=["3"], range=("0!", "10!"), disablewhen="{ method != a }"),
            Parm("gap", "", "separator"),
            Parm("path", "Path", "string", default=[""], joinnext=True, nolabel=True, invisible=True),
            Parm("go", "Go", "button", tags={"script_callback": "hou.phm().go()"}, hidewhen="{ method == a count > 2 }"),
        ],
    )


def test_what_is_written_is_read_again() -> None:
    text = dialog_script.write(sample())
    assert dialog_script.parse(text) == sample()
    assert dialog_script.write(dialog_script.parse(text)) == text


def test_any_white_space_parts_words() -> None:
    text = dialog_script.write(sample())
    for space in ("\x0b", "\x0c", "\x1c", "\u00a0"):
        assert dialog_script.parse(text.replace("    ", " " + space)) == sample()


def test_an_example_in_the_words_of_the_documentation() -> None:
    script = dialog_script.parse(
        """{
        # a comment
        name foo
        script foo
        label Foo
        help {
            "Some help."
        }
        parm { name "a" label "A" type string default { "" } }
        group {
            name "folder"
            label "Folder"
            parm {
                name "b"
                label "B"
                type ordinal
                default { "foo" }
                menu {
                    "foo" "Foo"
                    "bar" "Bar"
                }
            }
        }
    }
    """.replace('{ name "a" label "A" type string', '{\n name "a"\n label "A"\n type string\n').replace('"" } }', '"" }\n }')
    )
    assert [parm.name for parm in script.parms()] == ["a", "b"]


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('name    "size"', 'name    "count"', "two parameters are called 'count'"),
        ('name    "size"', 'name    "2size"', "'2size' is no name"),
        ('default { "3" }', 'default { "3" "4" }', "2 defaults for 1"),
        ('default { "3" }', 'default { "11" }', "out of the hard range"),
        ('default { "3" }', 'default { "three" }', "three"),
        ("range   { 0! 10! }", "range   { 10! 0! }", "range begins at 10"),
        ("range   { 0! 10! }", "range   { 0! }", "range has 1 words"),
        ('default { "b" }', 'default { "c" }', "not in the menu"),
        ("{ method != a }", "{ methods != a }", "'methods', which is no parameter"),
        ("{ method != a }", "{ method != c }", "not in its menu"),
        ("{ method != a }", "method != a", "is no condition"),
        ("type    integer", "type    integre", "type 'integre' is not one of"),
        ("type    integer", "typ     integer", "unknown word 'typ' in a parm"),
        ('label   "Count"', 'label   "Count', "no closing quote"),
        ("joinnext", "joinnext yes", "1 words after it; expected 0"),
        ("inputlabel\t2", "inputlabel\t3", "numbers of inputlabel are [1, 3]"),
        ('"a" "A"', '"a"', "a token without a label"),
        ("size    3", "size    x", "'x' where a number is expected"),
    ],
)
def test_mistakes(old: str, new: str, message: str) -> None:
    text = dialog_script.write(sample())
    assert old in text
    with pytest.raises(DialogScriptError) as error:
        dialog_script.parse(text.replace(old, new, 1))
    assert message in str(error.value)
    assert str(error.value).startswith("line ")


def test_a_missing_or_additional_bracket() -> None:
    text = dialog_script.write(sample())
    places = [i for i, c in enumerate(text) if c in "{}"]
    for place in places:
        for changed in (text[:place] + text[place + 1 :], text[:place] + text[place] + text[place:]):
            with pytest.raises(DialogScriptError):
                dialog_script.parse(changed)


def test_random_damage_is_an_error_or_a_script() -> None:
    """Whatever is read is written and read again to the same."""
    text = dialog_script.write(sample())
    chance = random.Random(20260101)
    survivors = 0
    for _ in range(1500 * SCALE):
        changed = list(text)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(changed))
            choice = chance.random()
            if choice < 0.4:
                changed[at] = chance.choice('{}"\\\n\t# abc01!=')
            elif choice < 0.7:
                del changed[at : at + chance.randint(1, 12)]
            else:
                changed.insert(at, chance.choice('{}"\\\n\t# abc01!='))
        try:
            script = dialog_script.parse("".join(changed))
        except DialogScriptError:
            continue
        survivors += 1
        assert dialog_script.parse(dialog_script.write(script)) == script
    assert survivors > 0
