"""Strict JSON with places."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.errors import TooLarge, UnreadableFile
from tournaments.interchange.json_source import Json, Path, Place, locate, parse_json, place_of, pointer_of, walk_values

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def value_at(value: Json, path: Path) -> Json:
    for step in path:
        value = value[step]  # type: ignore[index]
    return value


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{"a": 1,\n "a": 2}', "json_duplicate_key", 2, 7),
        ('{"b": [{"a": 1,\r\n "c": {"a": 1}, "a": 2}]}', "json_duplicate_key", 2, 22),
        ('{"a":\n NaN}', "json_not_a_number", 2, 2),
        ("[1, -Infinity]", "json_not_a_number", 1, 5),
        ("[1234567890123456]", "json_long_number", 1, 2),
        ("[1e400]", "json_long_number", 1, 2),
        ('{"a": "\\ud800"}', "json_lone_surrogate", 1, 7),
        ('{"\\udc00": 1}', "json_lone_surrogate", 1, 12),
        ('{"a": 1,}', "json_syntax", 1, 9),
        ('{"a": 1', "json_syntax", 1, 8),
        ('{"a": "x\ny"}', "json_syntax", 1, 9),
        ("{'a': 1}", "json_syntax", 1, 2),
        ('{"a": 1} x', "json_syntax", 1, 10),
        ("", "json_syntax", 1, 1),
    ],
)
def test_refusals(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        parse_json(text)
    remark = refused.value.remarks[0]
    assert (remark.code, remark.line, remark.column) == (code, line, column)


@pytest.mark.parametrize("text", ["[" * 17 + "]" * 17, '{"a":' * 17, "[" * 100_000])
def test_depth(text: str) -> None:
    with pytest.raises(TooLarge) as refused:
        parse_json(text)
    assert refused.value.code == "json_too_deep"


def test_brackets_in_texts_are_no_depth() -> None:
    assert parse_json(json.dumps(["[" * 99, '\\"{{{' * 20])) == ["[" * 99, '\\"{{{' * 20]


@given(values, st.sampled_from([None, 1]))
def test_whatever_json_reads_is_read_the_same(value: Json, indent: int | None) -> None:
    assert parse_json(json.dumps(value, indent=indent)) == value


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_every_value_is_found_where_it_stands(value: Json, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    for path, offset in walk_values(text):
        found, _ = json.JSONDecoder().raw_decode(text, offset)
        assert found == value_at(value, path)


def test_places() -> None:
    assert [place_of("a\nb\r\ncd\re", offset) for offset in (0, 2, 5, 6, 8)] == [
        Place(1, 1), Place(2, 1), Place(3, 1), Place(3, 2), Place(4, 1),
    ]  # fmt: skip
    assert locate('{"a": [1, 2]}', [("a", 1), ("b",)]) == {("a", 1): Place(1, 11), ("b",): Place(1, 1)}


def test_pointers() -> None:
    assert [pointer_of(path) for path in ((), ("a", 0), ("a/b", "c~d"))] == ["", "/a/0", "/a~1b/c~0d"]
