#!/usr/bin/env python3
"""Meshes of the exam scenes that no generator makes. Standard library alone; the same arguments give the same bytes.

    meshes.py stool OUT.ply [CELLS]        a stool of boxes, legs CELLS by CELLS cells thick (2)
    meshes.py torso OUT.ply [SECTORS [RINGS]]  hips, chest, sloping shoulders and neck (24, 2 rings), triangles and tetrahedra
    meshes.py top OUT.obj [SECTORS]        a tube with two straps for the torso (48)
    meshes.py belt OUT.obj [CELLS [ACROSS]]    a closed belt over two wheels (80 cells along, 2 across)
    meshes.py bowl OUT.ply [SECTORS]       a bowl upside down, its wall 30 degrees from upright (48)
    meshes.py hollow_box OUT.ply [CELLS]   a closed box with walls one cell thick around a hollow of 40 mm (8 along a side)
    meshes.py ramp OUT.ply [POINTS]        points with normals on a plane, unevenly spread (40 along a side)
    meshes.py scan OUT.ply [POINTS]        points with normals on a ball of radius 0.1 m (1200)

Lengths in metres, y up.
"""

import itertools
import math
import sys

# A belt drive: radii of the two wheels and the distance of their axes.
DRIVER, DRIVEN, DISTANCE = 0.05, 0.1, 0.3


def write_ply(path, points, triangles=(), tets=(), normals=()):
    with open(path, "w", encoding="ascii") as out:
        out.write(f"ply\nformat ascii 1.0\ncomment test_hips/meshes.py\nelement vertex {len(points)}\n")
        for name in ("x", "y", "z") + (("nx", "ny", "nz") if normals else ()):
            out.write(f"property double {name}\n")
        if triangles:
            out.write(f"element face {len(triangles)}\nproperty list uchar int vertex_indices\n")
        if tets:
            out.write(f"element tetrahedron {len(tets)}\nproperty list uchar int vertex_indices\n")
        out.write("end_header\n")
        for n, point in enumerate(points):
            row = list(point) + (list(normals[n]) if normals else [])
            out.write(" ".join(f"{value:.7g}" for value in row) + "\n")
        for corners in (*triangles, *tets):
            out.write(" ".join(str(value) for value in (len(corners), *corners)) + "\n")


def write_obj(path, points, faces):
    with open(path, "w", encoding="ascii") as out:
        out.write("# test_hips/meshes.py\n")
        for point in points:
            out.write("v " + " ".join(f"{value:.9g}" for value in point) + "\n")
        for face in faces:
            out.write("f " + " ".join(str(corner + 1) for corner in face) + "\n")


def volume(points, tet):
    a, b, c, d = (points[corner] for corner in tet)
    u, v, w = ([q[k] - a[k] for k in range(3)] for q in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6


def boundary(tets):
    """Faces of one tetrahedron only, outward."""
    faces = {}
    for a, b, c, d in tets:
        for face in ((a, c, b), (a, b, d), (b, c, d), (c, a, d)):
            key = tuple(sorted(face))
            faces[key] = None if key in faces else face
    return [face for face in faces.values() if face]


# --- stool ----------------------------------------------------------------------------------------------------------

def cell_tets(corner):
    """Six tetrahedra around a cell's diagonal, the same in every cell, so that neighbours match."""
    tets = []
    for axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)):
        place, path = [0, 0, 0], [corner[0, 0, 0]]
        for axis in axes:
            place[axis] = 1
            path.append(corner[tuple(place)])
        tets.append(path)
    return tets


def stool(cells):
    """Seat of 0.32 x 0.04 x 0.32 m on four legs of 0.04 x 0.32 x 0.04 m, splayed by 10 degrees; feet at y = 0."""
    size = 0.04 / cells
    seat, high = 8 * cells, 8 * cells
    solid = {(i, high + j, k) for i in range(seat) for j in range(cells) for k in range(seat)}
    for x in (cells, seat - 2 * cells):
        for z in (cells, seat - 2 * cells):
            solid |= {(x + i, j, z + k) for i in range(cells) for j in range(high) for k in range(cells)}
    number, points, tets = {}, [], []

    def point(place):
        if place not in number:
            number[place] = len(points)
            x, y, z = (place[0] - seat / 2) * size, place[1] * size, (place[2] - seat / 2) * size
            splay = math.tan(math.radians(10)) * max(0.0, high * size - y)
            points.append((x + math.copysign(splay, x), y, z + math.copysign(splay, z)))
        return number[place]

    for i, j, k in sorted(solid):
        corner = {(a, b, c): point((i + a, j + b, k + c)) for a in (0, 1) for b in (0, 1) for c in (0, 1)}
        tets += cell_tets(corner)
    return points, [t if volume(points, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]


# --- torso and top --------------------------------------------------------------------------------------------------

# Height, half width (x), half depth (z).
TORSO = ((0.0, 0.15, 0.10), (0.12, 0.13, 0.095), (0.30, 0.17, 0.11), (0.37, 0.19, 0.11), (0.40, 0.185, 0.105),
         (0.415, 0.17, 0.10), (0.45, 0.11, 0.085), (0.478, 0.062, 0.065), (0.50, 0.052, 0.055), (0.56, 0.05, 0.05))


def section(y):
    for low, high in zip(TORSO, TORSO[1:]):
        if y <= high[0]:
            t = (y - low[0]) / (high[0] - low[0])
            return low[1] + t * (high[1] - low[1]), low[2] + t * (high[2] - low[2])
    return TORSO[-1][1:]


def prism_tets(prism):
    """Three tetrahedra of a prism (triangle, triangle above); quads are cut from their lowest number."""
    a, b, c, d, e, f = prism
    turns = ((a, b, c, d, e, f), (b, c, a, e, f, d), (c, a, b, f, d, e),
             (d, f, e, a, c, b), (e, d, f, b, a, c), (f, e, d, c, b, a))
    a, b, c, d, e, f = next(t for t in turns if t[0] == min(prism))
    if min(b, f) < min(c, e):
        return [(a, b, c, f), (a, b, f, e), (a, e, f, d)]
    return [(a, b, c, e), (a, e, c, f), (a, e, f, d)]


def torso(sectors, rings=2):
    levels = sectors - 2
    points, tets = [], []
    for n in range(levels + 1):
        y = TORSO[-1][0] * n / levels
        a, b = section(y)
        points.append((0.0, y, 0.0))
        for ring in range(1, rings + 1):
            for s in range(sectors):
                angle = 2 * math.pi * s / sectors
                points.append((a * math.cos(angle) * ring / rings, y, b * math.sin(angle) * ring / rings))
    layer = 1 + rings * sectors

    def at(n, ring, s):
        return n * layer + (0 if ring == 0 else 1 + (ring - 1) * sectors + s % sectors)

    for n in range(levels):
        for s in range(sectors):
            flat = [(at(n, 0, 0), at(n, 1, s), at(n, 1, s + 1))]
            for ring in range(1, rings):
                flat.append((at(n, ring, s), at(n, ring + 1, s), at(n, ring + 1, s + 1)))
                flat.append((at(n, ring, s), at(n, ring + 1, s + 1), at(n, ring, s + 1)))
            for triangle in flat:
                tets += prism_tets((*triangle, *(corner + layer for corner in triangle)))
    return points, [t if volume(points, t) > 0 else (t[0], t[2], t[1], t[3]) for t in tets]


CLEARANCE = 0.008  # of the top from the torso
STRAP_X, TOP_LOW, TOP_HIGH = 0.11, 0.14, 0.34


def top(sectors):
    points, faces = [], []
    rows = max(4, sectors // 6)
    for r in range(rows + 1):
        y = TOP_LOW + (TOP_HIGH - TOP_LOW) * r / rows
        a, b = section(y)
        for s in range(sectors):
            angle = 2 * math.pi * s / sectors
            points.append(((a + CLEARANCE) * math.cos(angle), y, (b + CLEARANCE) * math.sin(angle)))
    for r in range(rows):
        for s in range(sectors):
            n = (s + 1) % sectors
            faces.append((r * sectors + s, (r + 1) * sectors + s, (r + 1) * sectors + n, r * sectors + n))
    add_strap(points, faces, sectors, rows, 0.0)
    add_strap(points, faces, sectors, rows, math.pi)
    return points, faces


def add_strap(points, faces, sectors, rows, side):
    """From the front of the rim over a shoulder to its back, two cells wide, following the torso."""
    a, _ = section(TOP_HIGH)
    turn = math.acos(STRAP_X / (a + CLEARANCE)) if side == 0.0 else math.pi - math.acos(STRAP_X / (a + CLEARANCE))
    front = round(turn / (2 * math.pi) * sectors)
    columns = [front - 1, front, front + 1]
    first = rows * sectors
    last = [first + column for column in columns]
    path = strap_path()
    count = max(10, round(sectors / 2.4))
    for n in range(1, count):
        z, y = walk(path, n / count)
        here = []
        for column in columns:
            x = points[first + column][0]
            points.append((x, y - 0.45 * (abs(x) - STRAP_X), z))
            here.append(len(points) - 1)
        for k in range(2):
            faces.append((last[k], here[k], here[k + 1], last[k + 1]))
        last = here
    back = [first + (sectors - column) % sectors for column in columns]
    for k in range(2):
        faces.append((last[k], back[k], back[k + 1], last[k + 1]))


def strap_path():
    """z and y of the torso at x = STRAP_X, moved outward, from the front of the rim to its back."""
    half = []
    y = TOP_HIGH
    while True:
        a, b = section(y)
        if a <= STRAP_X:
            break
        half.append((b * math.sqrt(1 - (STRAP_X / a) ** 2) + CLEARANCE * (1 - (STRAP_X / a) ** 2), y + CLEARANCE * (y - TOP_HIGH) / 0.11))
        y += 0.0005
    return half + [(-z, y) for z, y in reversed(half)]


def walk(path, share):
    lengths = [0.0]
    for (z0, y0), (z1, y1) in zip(path, path[1:]):
        lengths.append(lengths[-1] + math.hypot(z1 - z0, y1 - y0))
    wanted = share * lengths[-1]
    n = next(i for i in range(1, len(lengths)) if lengths[i] >= wanted)
    t = (wanted - lengths[n - 1]) / (lengths[n] - lengths[n - 1])
    return tuple(path[n - 1][k] + t * (path[n][k] - path[n - 1][k]) for k in range(2))


# --- belt -----------------------------------------------------------------------------------------------------------

def belt(cells, across=2, width=0.04, thickness=0.002):
    """Around the driver at x = 0 and the driven wheel at x = DISTANCE, axes along z; taut."""
    small, large = DRIVER + thickness / 2, DRIVEN + thickness / 2
    lean = math.asin((large - small) / DISTANCE)  # tangents lean by this much
    straight = DISTANCE * math.cos(lean)
    around_large, around_small = large * (math.pi + 2 * lean), small * (math.pi - 2 * lean)
    total = 2 * straight + around_large + around_small

    def place(s):
        if s < around_large:
            angle = -math.pi / 2 - lean + s / large
            return DISTANCE + large * math.cos(angle), large * math.sin(angle)
        s -= around_large
        up = math.pi / 2 + lean
        if s < straight:
            return (DISTANCE + large * math.cos(up) - s * math.cos(lean), large * math.sin(up) - s * math.sin(lean))
        s -= straight
        if s < around_small:
            angle = up + s / small
            return small * math.cos(angle), small * math.sin(angle)
        s -= around_small
        return (small * math.cos(-up) + s * math.cos(lean), small * math.sin(-up) - s * math.sin(lean))

    points, faces = [], []
    for i in range(cells):
        x, y = place(total * i / cells)
        points += [(x, y, width * (j / across - 0.5)) for j in range(across + 1)]
    for i in range(cells):
        for j in range(across):
            a, b = i * (across + 1) + j, (i + 1) % cells * (across + 1) + j
            faces.append((a, b, b + 1, a + 1))
    return points, faces


# --- bowl -----------------------------------------------------------------------------------------------------------

RIM, WALL, SHOULDER, LEAN = 0.08, 0.006, 0.06, math.radians(30)


def bowl_profile(size):
    """Radius, height and outward normal (radial, up) from the rim to before the top: a cone, then a round cap that continues it."""
    radius = (RIM - SHOULDER * math.tan(LEAN)) / math.cos(LEAN)  # of the cap
    middle = SHOULDER - radius * math.sin(LEAN)
    rows = max(2, round(SHOULDER / math.cos(LEAN) / size))
    caps = max(2, round(radius * (math.pi / 2 - LEAN) / size))
    profile = []
    for k in range(rows + 1):
        y = SHOULDER * k / rows
        profile.append((RIM - y * math.tan(LEAN), y, math.cos(LEAN), math.sin(LEAN)))
    for k in range(1, caps):
        turn = LEAN + (math.pi / 2 - LEAN) * k / caps
        profile.append((radius * math.cos(turn), middle + radius * math.sin(turn), math.cos(turn), math.sin(turn)))
    return profile, middle + radius


def bowl(sectors):
    profile, top = bowl_profile(2 * math.pi * RIM / sectors)
    points, tets, rings = [], [], []
    for r, y, out, up in profile:
        rings.append([])
        for s in range(sectors):
            turn = 2 * math.pi * s / sectors
            pair = []
            for depth in (0.0, WALL):
                # The rim is cut level.
                inner, height = (r - depth / out, 0.0) if y == 0.0 else (r - depth * out, y - depth * up)
                pair.append(len(points))
                points.append((inner * math.cos(turn), height, inner * math.sin(turn)))
            rings[-1].append(pair)
    pole = (len(points), len(points) + 1)
    points += [(0.0, top, 0.0), (0.0, top - WALL, 0.0)]

    def add(*corners):
        tets.extend(prism_tets((*(pair[1] for pair in corners), *(pair[0] for pair in corners))))

    for low, high in zip(rings, rings[1:]):
        for s in range(sectors):
            n = (s + 1) % sectors
            add(low[s], low[n], high[n])
            add(low[s], high[n], high[s])
    for s in range(sectors):
        add(rings[-1][s], rings[-1][(s + 1) % sectors], pole)
    return points, [t if volume(points, t) > 0 else (t[0], t[2], t[1], t[3]) for t in tets]


# --- hollow box -----------------------------------------------------------------------------------------------------

def hollow_box(cells, hollow=0.04):
    size = hollow / (cells - 2)
    number, points, tets = {}, [], []

    def point(place):
        if place not in number:
            number[place] = len(points)
            points.append(tuple((value - cells / 2) * size for value in place))
        return number[place]

    for place in itertools.product(range(cells), repeat=3):
        if all(0 < value < cells - 1 for value in place):
            continue
        corners = itertools.product((0, 1), repeat=3)
        tets += cell_tets({c: point(tuple(place[k] + c[k] for k in range(3))) for c in corners})
    return points, [t if volume(points, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]


# --- points with normals --------------------------------------------------------------------------------------------

def shaken(n):
    """A fixed sequence between -1 and 1 that looks like noise."""
    return math.modf(math.sin(12.9898 * n + 0.5) * 43758.5453)[0]


def ramp(side):
    """2 x 0.8 m in the x-z plane, moved by up to a fifth of the spacing, like a scan of a floor."""
    step, points = 2.0 / side, []
    for i in range(side + 1):
        for k in range(int(round(0.8 / step)) + 1):
            n = len(points)
            points.append((i * step - 1 + 0.2 * step * shaken(2 * n), 0.0, k * step - 0.4 + 0.2 * step * shaken(2 * n + 1)))
    return points, [(0.0, 1.0, 0.0)] * len(points)


def scan(count):
    """Fibonacci's lattice on a ball."""
    normals = []
    for n in range(count):
        y, turn = 1 - 2 * (n + 0.5) / count, math.pi * (3 - math.sqrt(5)) * n
        r = math.sqrt(1 - y * y)
        normals.append((r * math.cos(turn), y, r * math.sin(turn)))
    return [tuple(0.1 * value for value in normal) for normal in normals], normals


def main(arguments):
    defaults = {"stool": 2, "torso": 24, "top": 48, "belt": 80, "bowl": 48, "hollow_box": 8, "ramp": 40, "scan": 1200}
    twice = arguments[:1] in (["torso"], ["belt"])
    if not 2 <= len(arguments) <= (4 if twice else 3) or arguments[0] not in defaults:
        sys.exit(__doc__)
    name, path = arguments[:2]
    size = [int(value) for value in arguments[2:]] or [defaults[name]]
    solids = {"stool": stool, "torso": torso, "bowl": bowl, "hollow_box": hollow_box}
    if name in solids:
        points, tets = solids[name](*size)
        write_ply(path, points, boundary(tets), tets)
    elif name in ("ramp", "scan"):
        points, normals = (ramp if name == "ramp" else scan)(*size)
        write_ply(path, points, normals=normals)
    else:
        write_obj(path, *(top if name == "top" else belt)(*size))


if __name__ == "__main__":
    main(sys.argv[1:])
