#!/usr/bin/env python3
"""Draws how a match went: the score of its first player after each pair, with the 95 % interval, as an SVG picture.

    joute match greedymony foreseeing --game seven-colours --games 400 --records games.jsonl
    python3 plot_match.py games.jsonl > match.svg

Reads the records of `joute match --records` with nothing but Python's standard library.
"""

import json
import sys
from math import sqrt

WIDTH, HEIGHT, MARGIN = 640, 320, 40


def points_of(record, name):
    """1, 1/2 or 0 points for the player of this name; None for a game without a result."""
    ending = record["ending"] or {"how": "aborted"}
    if ending["how"] == "aborted":
        return None
    seat = "first" if record["players"][0]["name"] == name else "second"
    if ending["how"] == "forfeit":
        return 0.0 if ending["by"] == seat else 1.0
    return {seat: 1.0, "draw": 0.5}.get(ending["outcome"], 0.0)


def pairs_of(records, name):
    """The mean score of each pair of games on the same board, in order."""
    scores = {}
    for record in records:
        points = points_of(record, name)
        if points is not None:
            scores.setdefault((int(record["labels"]["game"]) - 1) // 2, []).append(points)
    return [sum(pair) / 2 for _, pair in sorted(scores.items()) if len(pair) == 2]


def course_of(pairs):
    """After each pair: mean score, and half of its 95 % interval."""
    course, total, squares = [], 0.0, 0.0
    for count, score in enumerate(pairs, start=1):
        total, squares = total + score, squares + score * score
        mean = total / count
        variance = max(squares / count - mean * mean, 0.0)
        course.append((mean, 1.96 * sqrt(variance / count)))
    return course


def place(index, score, count):
    """Where a score after so many pairs stands in the picture."""
    x = MARGIN + (WIDTH - 2 * MARGIN) * index / max(count - 1, 1)
    y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * min(max(score, 0.0), 1.0)
    return f"{x:.1f},{y:.1f}"


def picture(course, title):
    count = len(course)
    upper = [place(i, mean + half, count) for i, (mean, half) in enumerate(course)]
    lower = [place(i, mean - half, count) for i, (mean, half) in enumerate(course)]
    means = [place(i, mean, count) for i, (mean, _) in enumerate(course)]
    even = place(0, 0.5, count), place(count - 1, 0.5, count)
    title = title.replace("&", "&amp;").replace("<", "&lt;")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>
<text x="{MARGIN}" y="24">{title}</text>
<polyline points="{' '.join(even)}" stroke="gray" stroke-dasharray="4" fill="none"/>
<polygon points="{' '.join(upper + lower[::-1])}" fill="steelblue" opacity="0.25"/>
<polyline points="{' '.join(means)}" stroke="steelblue" stroke-width="2" fill="none"/>
<text x="{MARGIN}" y="{HEIGHT - 12}">pairs of games: {count}</text>
</svg>"""


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: plot_match.py games.jsonl > match.svg")
    with open(sys.argv[1], encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line.startswith('{"version":')]
    if not records:
        sys.exit(f"{sys.argv[1]}: no records in it")
    opened = min(records, key=lambda record: int(record["labels"]["game"]))
    one, two = (player["name"] for player in opened["players"])
    course = course_of(pairs_of(records, one))
    if not course:
        sys.exit(f"{sys.argv[1]}: no finished pair of games in it")
    mean, half = course[-1]
    print(picture(course, f"{opened['game']}: {one} scores {100 * mean:.1f} % ± {100 * half:.1f} against {two}"))


if __name__ == "__main__":
    main()
