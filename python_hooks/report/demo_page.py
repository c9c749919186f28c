"""Writes the page that `./run demo` leaves: pictures of the runs, and measured against expected motion.

usage: demo_page.py PAGE RUN_FOLDER...

Every run folder holds scene.json, summary.json and picture.png. The page is one file beside the folders.
"""

import html
import json
import os
import sys

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
img { width: 100%; border-radius: 6px; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ddd; }
td:first-child, th:first-child { text-align: left; }
"""


def lookup(summary, path):
    """The value at a dotted path such as objects.sheet.slid, or None."""
    value = summary
    for key in path.split("."):
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def expected_text(expectation):
    if expectation.get("value") is not None:
        return f"{expectation['value']:.9g}"
    if expectation.get("max") is not None:
        return f"at most {expectation['max']:g}"
    return f"at least {expectation['min']:g}"


def expectation_table(scene, summary):
    rows = ["<tr><th>quantity</th><th>measured</th><th>expected</th><th>why</th></tr>"]
    for expectation in scene.get("expect", []):
        measured = lookup(summary, expectation["quantity"])
        shown = f"{measured:.9g}" if isinstance(measured, (int, float)) else "none"
        cells = [expectation["quantity"], shown, expected_text(expectation), expectation.get("why", "")]
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return "<table>" + "".join(rows) + "</table>" if len(rows) > 1 else ""


def section(folder, page_folder):
    with open(os.path.join(folder, "scene.json"), encoding="utf-8") as file:
        scene = json.load(file)
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    picture = os.path.relpath(os.path.join(folder, "picture.png"), page_folder)
    facts = (
        f"{summary['steps']} steps, {1000 * summary['seconds_per_step']:.1f} ms a step; friction error "
        f"{summary['friction_residual']['max']:.1e} at most; deepest overlap {1000 * summary['penetration_max']:.3f} mm"
    )
    return (
        f"<h2>{html.escape(scene['name'])}</h2><p>{html.escape(scene.get('description', ''))}</p>"
        f'<img src="{html.escape(picture)}" alt="{html.escape(scene["name"])}"><p>{facts}</p>'
        + expectation_table(scene, summary)
    )


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    page, folders = arguments[0], arguments[1:]
    page_folder = os.path.dirname(os.path.abspath(page))
    body = "".join(section(folder, page_folder) for folder in folders)
    text = (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Stiction demo</title>"
        f"<style>{STYLE}</style><h1>Stiction: mu means mu</h1>{body}</html>"
    )
    temporary = page + ".tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, page)


if __name__ == "__main__":
    main(sys.argv[1:])
