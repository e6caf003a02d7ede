"""Sending what a page of preview asks to be sent, as a browser without JavaScript does."""

from django.test import Client

from tests.reading import Element, parse

Sent = dict[str, list[str]]


def form_of(page: str, button: str) -> tuple[str, Sent]:
    """The address and the fields, as they are filled in, of the form with a button of this label; its own name and value are among them."""
    for form in parse(page).find("form"):
        pressed = next((each for each in form.find("button") if each.text == button), None)
        if pressed is not None:
            return form.attributes.get("action") or "", _fields(form, pressed)
    raise AssertionError(f"No form has a button “{button}”.")


def fields_with(page: str, field: str) -> Sent:
    """The fields, as they are filled in, of the form that has one of this name, whatever its button is called."""
    for form in parse(page).find("form"):
        fields = _fields(form, form.find("button")[0])
        if field in fields:
            return fields
    raise AssertionError(f"No form has a field “{field}”.")


def press(client: Client, url: str, page: str, button: str, **typed: str) -> str:
    """Press a button of a page, after typing into fields; the page that follows, redirects included."""
    action, fields = form_of(page, button)
    answer = client.post(action or url, {**fields, **typed}, follow=True)
    return answer.content.decode()


def _fields(form: Element, pressed: Element) -> Sent:
    sent: Sent = {}
    for each in form.find("input"):
        kind, name = each.attributes.get("type"), each.attributes.get("name")
        if (
            name
            and name != "csrfmiddlewaretoken"
            and kind != "file"
            and (kind not in ("radio", "checkbox") or "checked" in each.attributes)
        ):
            sent.setdefault(name, []).append(each.attributes.get("value") or "")
    for each in form.find("select"):
        options = each.find("option")
        chosen = next((option for option in options if "selected" in option.attributes), options[0])
        sent[each.attributes["name"] or ""] = [chosen.attributes.get("value") or ""]
    for each in form.find("textarea"):
        sent[each.attributes["name"] or ""] = [each.text]
    if name := pressed.attributes.get("name"):
        sent[name] = [pressed.attributes.get("value") or ""]
    return sent
