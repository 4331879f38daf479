"""How classes look: the style rules of the pictures, with colours by their names as `palette.style` takes them."""

FONT = (
    ".bg{background:$sea}.bg text{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "font-weight:600;text-anchor:middle}"
)

FACES = (
    ".bg .ground{stroke:$border;stroke-width:.8}"
    ".bg .none{color:$land-ink}.bg .none .ground{fill:$land}.bg .none .name{stroke:$land}"
    ".bg .blue .ground{fill:$sea}.bg .blue{color:$sea-ink}"
    + "".join(
        f".bg .{colour}{{color:$tile-ink}}.bg .{colour} .ground,.bg .fill-{colour}{{fill:${colour}}}"
        f".bg .{colour} .name,.bg .{colour} .label{{stroke:${colour}}}"
        for colour in ("yellow", "green", "brown", "grey")
    )
    + ".bg .casing{fill:none;stroke:$casing;stroke-width:9;stroke-linecap:butt;opacity:.85}"
    ".bg .track{fill:none;stroke:$track;stroke-width:6}"
    ".bg .blue .track{stroke-linecap:round}"
    ".bg .none .stub{stroke:$land-ink}"
    ".bg .town{fill:$track;stroke:$casing;stroke-width:2}"
    ".bg .city-edge{fill:none;stroke:$city-line;stroke-linejoin:round;stroke-linecap:round}"
    ".bg .city-ground{fill:$city;stroke:$city;stroke-linejoin:round;stroke-linecap:round}"
    ".bg .slot{fill:$city;stroke:$border;stroke-width:1}"
    ".bg .name{fill:currentColor;paint-order:stroke;stroke-width:2.6;stroke-linejoin:round}"
    ".bg .label{fill:currentColor;font-weight:800;paint-order:stroke;stroke-width:2}"
    ".bg .future{opacity:.75;stroke:$land}"
    ".bg .hex-id{fill:currentColor;font-weight:400;font-size:6.8px}"
    ".bg .value{fill:$panel;stroke:$city-line;stroke-width:.8}.bg .value-text{fill:$panel-ink}"
    ".bg .band rect{stroke:$tile-ink;stroke-width:.5}.bg .band-text{fill:$tile-ink;font-weight:500}"
    ".bg .now rect{stroke-width:2}.bg .now text{font-weight:800}"
    ".bg .river{fill:none;stroke:$river;stroke-width:1.8;stroke-linecap:round}.bg .relief{fill:$relief}"
    ".bg .cost{fill:currentColor}"
    ".bg .roundel-ring{fill:$panel;stroke:$closed;stroke-width:2.2}.bg .roundel-bar{fill:$estuary}"
    ".bg .roundel-text{fill:$estuary-ink;font-weight:700}.bg .roundel-value{fill:$panel-ink;font-weight:700}"
)

TOKENS = (
    ".bg .disc{stroke:$city-line}.bg .minor{fill:$minor}"
    ".bg .minor-ink{fill:$minor-ink}.bg .token-text{font-weight:700}"
    ".bg .reserved-ring{fill:none;stroke:$border;stroke-width:1.4;stroke-dasharray:2.5 2}"
    ".bg .reserved-text{fill:$city-ink;font-weight:600}"
    ".bg .flag{stroke:$city;stroke-width:1}.bg .flag-text{font-weight:700}"
)

SIZES = {"name": 9.6, "value-text": 9.5, "label": 13.0, "hex-id": 6.8, "cost": 10.5, "flag-text": 7.6}
"""Font size of a class where a text does not name another."""

OVERLAYS = (
    ".bg .mark use{fill:$lay;fill-opacity:.14;stroke:$lay;stroke-width:3.5;stroke-linejoin:round}"
    ".bg .preview use{fill-opacity:0;stroke-dasharray:7 4}"
    ".bg .highlight use{fill:$highlight;stroke:$highlight}"
    ".bg .run-edge{fill:none;stroke:$casing;stroke-linejoin:round}"
    ".bg .run-line{fill:none;stroke-linejoin:round}"
    ".bg .run-sign{stroke:$casing;stroke-width:1.2}.bg .run-text{fill:$casing;font-weight:800}"
    + "".join(f".bg .run-{n} .run-line{{stroke:$run-{n}}}.bg .run-{n} .run-sign{{fill:$run-{n}}}" for n in range(1, 7))
)

BOARD = (
    FONT
    + ".bg .sea{fill:$sea}.bg .caption{fill:$sea-ink;text-anchor:start;font-weight:700}"
    + ".bg .edge{fill:none}.bg .closed{stroke:$closed;stroke-width:5;stroke-linecap:round}"
    + ".bg .estuary{stroke:$estuary;stroke-width:3.5;stroke-dasharray:7 3}"
    + ".bg .legend text{fill:$sea-ink;text-anchor:start;font-weight:500}"
    + ".bg .panel{fill:$panel}.bg .tile-id{fill:$panel-ink}"
    + FACES
    + TOKENS
    + "".join(f".bg .{css}{{font-size:{size}px}}" for css, size in SIZES.items())
)

_PANEL = ".bg .panel{fill:$panel}.bg .caption{fill:$panel-ink;text-anchor:start;font-weight:700}"

MARKET = (
    FONT + _PANEL + ".bg .space-ground{fill:$land;stroke:$border;stroke-width:1}"
    ".bg .uncounted .space-ground,.bg .uncounted-sign{fill:$certificate-free}"
    ".bg .price{fill:$land-ink;text-anchor:start}"
    ".bg .start{fill:none;stroke:$start-line;stroke-width:2.5}.bg .minor-only{stroke-dasharray:4 3}"
    ".bg .end{fill:none;stroke:$end-line;stroke-width:2.5}"
    ".bg .legend text{fill:$panel-ink;text-anchor:start;font-weight:500}" + TOKENS
)

CHARTER = (
    FONT + _PANEL + ".bg .frame{stroke:$border;stroke-width:2}.bg .start-text{fill:$panel-ink;text-anchor:start}"
    ".bg .end-text{fill:$panel-ink;text-anchor:end}.bg .heading{fill:$panel-muted;font-weight:500}"
    ".bg .light{font-weight:400}.bg .banner{stroke:$border;stroke-width:1}"
    ".bg .card-ground{fill:$land;stroke:$border}.bg .card-text{fill:$land-ink}"
    ".bg .tenth{stroke:$border;stroke-width:1}.bg .treasury,.bg .pool{fill:$land}" + TOKENS
)
