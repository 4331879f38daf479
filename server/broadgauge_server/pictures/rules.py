"""How classes look: the style rules of the pictures, with colours by their names as `palette.style` takes them."""

FONT = (
    ".bg{background:$sea}.bg text{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "font-weight:600;text-anchor:middle}"
)

FACES = (
    ".bg .ground{stroke:$border;stroke-width:1}"
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
    ".bg .disc{stroke:$city-line;stroke-width:1}.bg .minor{fill:$minor;stroke-width:2.6}"
    ".bg .minor-ink{fill:$minor-ink}.bg .token-text{font-weight:700}"
    ".bg .reserved-ring{fill:none;stroke:$border;stroke-width:1.4;stroke-dasharray:2.5 2}"
    ".bg .reserved-text{fill:$city-ink;font-weight:600}"
    ".bg .flag{stroke:$city;stroke-width:1}.bg .flag-text{font-weight:700}"
)

BOARD = (
    FONT
    + ".bg .sea{fill:$sea}.bg .caption{fill:$sea-ink;text-anchor:start;font-weight:700}"
    + ".bg .edge{fill:none}.bg .closed{stroke:$closed;stroke-width:5;stroke-linecap:round}"
    + ".bg .estuary{stroke:$estuary;stroke-width:3.5;stroke-dasharray:7 3}"
    + ".bg .legend text{fill:$sea-ink;text-anchor:start;font-weight:500}"
    + FACES
    + TOKENS
)
