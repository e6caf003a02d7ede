"""The forms that the benchmarks fill in: what a browser would send, and nothing more."""

from bench.browser import form_with, forms_of

PAGE = """
<form action="/i18n/"><input type="hidden" name="next" value="/"></form>
<form method="post" action="accept/">
  <input type="hidden" name="token" value="t">
  <input type="checkbox" name="rated" checked> <input type="checkbox" name="finished">
  <input type="radio" name="choice" value="1"><input type="radio" name="choice" value="2" checked>
  <select name="board"><option value="1-0">1–0</option><option value="0-1" selected>0–1</option></select>
  <select name="new"><option value="1">1</option></select>
  <textarea name="reason">why</textarea>
  <button name="edit" value="1">Edit</button>
</form>
"""


def test_a_form_sends_what_stands_in_it() -> None:
    form = form_with(PAGE, "token")
    assert form.action == "accept/"
    assert form.fields == [("token", "t"), ("rated", "on"), ("choice", "2"), ("board", "0-1"), ("reason", "")]
    assert form.choices == {"board": ["1-0", "0-1"], "new": ["1"]}


def test_a_value_is_sent_instead() -> None:
    sent = dict(form_with(PAGE, "board").filled(board="1-0", reason="typed"))
    assert (sent["board"], sent["reason"], sent["token"]) == ("1-0", "typed", "t")


def test_every_form_is_found_by_its_fields() -> None:
    assert [sorted(form.names()) for form in forms_of(PAGE)] == [["next"], ["board", "choice", "rated", "reason", "token"]]
