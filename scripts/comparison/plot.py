"""Draws curves as SVG for light and dark pages."""

import math

WIDTH, HEIGHT = 400, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 34, 40
# Colours of the curves, which have a contrast of at least 3:1 on white and on #0d1117. A picture has at most as many
# curves as colours.
COLOURS = ("#0969da", "#bf3989", "#8250df", "#1a7f37", "#bc4c00", "#6e7781")
PER_ROW = 3  # number of names in a row of the legend
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.grid { stroke: #d0d7de; stroke-width: 1 }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round }
.band { opacity: .13 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #30363d } }
"""


def side_by_side(panels):
    """SVG of several panels (see `panel`) in a row, with one legend below."""
    width = WIDTH * len(panels)
    parts = [f'<g transform="translate({i * WIDTH},0)">{panel(p)}</g>' for i, p in enumerate(panels)]
    names = list(panels[0]["curves"])
    for i, name in enumerate(names):
        x, y = 16 + i % PER_ROW * width / PER_ROW, HEIGHT + 14 + 20 * (i // PER_ROW)
        parts.append(f'<path class="curve" stroke="{COLOURS[i]}" d="M{x:.0f} {y - 4}h22"/>')
        parts.append(f'<text x="{x + 28:.0f}" y="{y}">{name}</text>')
    size = f'viewBox="0 0 {width} {y + 12}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n"


def panel(about):
    """SVG of one panel. The horizontal axis, of counts, is logarithmic. `about`: {title, x: label, unit, counts: [n],
    curves: {name: (means, lows, highs)}}."""
    counts, curves = about["counts"], about["curves"]
    top = nice(max(max(high) for _, _, high in curves.values()))

    def place(n, value):
        x = LEFT + (WIDTH - LEFT - RIGHT) * math.log2(n / counts[0]) / math.log2(counts[-1] / counts[0])
        return f"{x:.1f} {HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * max(0, value) / top:.1f}"

    parts = [f'<text class="title" x="{LEFT}" y="18">{about["title"]}</text>']
    for i in range(6):
        value = top * i / 5
        x, y = place(counts[0], value).split()
        parts.append(f'<path class="grid" d="M{x} {y}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{float(y) + 4:.1f}" text-anchor="end">{value:g}{about["unit"]}</text>')
    for n in (2**k for k in range(16)):
        if counts[0] <= n <= counts[-1]:
            x = place(n, 0).split()[0]
            parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{n}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{about["x"]}</text>')
    # Draw the first curve last, so that it is on top. Draw interval bands only for the first and the last curve,
    # because the bands of all curves would overlap.
    for i, (means, lows, highs) in reversed(list(enumerate(curves.values()))):
        colour = COLOURS[i]
        if i in (0, len(curves) - 1):
            there, back = (list(map(place, counts, values)) for values in (highs, lows))
            parts.append(f'<path class="band" fill="{colour}" d="M{"L".join(there + back[::-1])}Z"/>')
        parts.append(f'<path class="curve" stroke="{colour}" d="M{"L".join(map(place, counts, means))}"/>')
    return "\n".join(parts)


def nice(most):
    """Returns the end of an axis with five equal intervals: the least number >= `most` for which an interval is a round
    number."""
    unit = 10 ** math.floor(math.log10(most / 5))
    return next(5 * unit * f for f in (1, 2, 2.5, 4, 5, 10) if 5 * unit * f >= most * 0.999)
