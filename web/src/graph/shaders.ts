// GLSL shaders of the graph. A shape is a box, edge, mark or character. Vertices read the numbers of their shape from
// textures, because drawing instances of a few vertices takes a software rasteriser 15 µs each. Coordinates are in
// units of the drawing, relative to the corner of the uploaded area; `view` transforms them to canvas pixels.

/** Number of shapes in a row of the textures. */
export const kShapesPerRow = 2048;

const kCommon = `#version 300 es
precision highp float;
uniform vec4 view;    // zoom, x and y of the view, canvas pixels per CSS pixel
uniform vec2 size;    // canvas size in pixels
vec4 at(vec2 px) { return vec4(px.x / size.x * 2.0 - 1.0, 1.0 - px.y / size.y * 2.0, 0, 1); }
`;

const kShape = `
uniform highp sampler2D places;  // coordinates of a shape
uniform highp usampler2D styles; // style bytes of a shape
ivec2 texelOf(int shape) { return ivec2(shape % ${kShapesPerRow}, shape / ${kShapesPerRow}); }
// Index in the triangle strip of a vertex of two separate triangles; these are drawn with three vertices each.
int inStrip(int vertex) { return vertex < 3 ? vertex : vertex == 3 ? 2 : vertex == 4 ? 1 : 3; }
vec2 cornerOf(int vertex) { int i = inStrip(vertex); return vec2(i & 1, i >> 1); }
`;

// The colours are those of palette.ts. Highlighting bits of a box: 1 selected, 2 hovered, 4 search hit, 8 dimmed,
// 16 current search hit, 32 connected to the selected box, 64 edge at which the layouts imply a copy.
const kPalette = `
uniform vec4 palette[32];
const int PAGE = 0, PANEL = 1, LINE = 2, STRONG = 3, TEXT = 4, MUTED = 5, ACCENT = 6, FOUND = 7, LOW = 8, HIGH = 9, EDGE = 10, HOT = 11, KINDS = 16;
`;

/** What to draw of a box: values of the uniform `part`. Each takes two triangles, `around` eight. */
export const Part = {
  bare: 0, // the box alone, without room for rings and shadows around it
  inside: 1, // the plain inside of a large open box
  whole: 2, // the box with its rings and shadow
  around: 3, // all of it except the inside
};

// Boxes. What is the same all over a box is computed once per vertex: software rasterisers take long for each pixel.
const kBox = `${kCommon}${kShape}${kPalette}
const int BARE = ${Part.bare}, INSIDE = ${Part.inside}, AROUND = ${Part.around};
uniform int part;
uniform int heatMode; // boxes are coloured by 0: kind, 1: values of both signs, 2: positive values
// Style bytes of a box: kind of operation, highlighting bits, value shown as a colour (128: none), flags. The flags are
// 1 open, 2 can be opened, 4 repeated block, 8 not an instruction, 16 odd nesting depth.
out vec2 point;             // position relative to the middle of the box, in canvas pixels
flat out vec2 half_;        // half of the size of the box
flat out uvec4 look;
flat out vec3 fillColour;   // colour of the inside
flat out vec3 borderColour; // colour of the border
// Width of the stripe at the left, in the colour of the kind of operation. Its pattern identifies the kind too; negative:
// without pattern; 0: no stripe.
flat out float stripe;
flat out float hatched; // whether the inside is hatched
void main() {
  int sides = part == AROUND ? 4 : 1, side = gl_VertexID / 6 % sides;
  ivec2 texel = texelOf(gl_VertexID / (6 * sides));
  vec4 rect = texelFetch(places, texel, 0);
  look = texelFetch(styles, texel, 0);
  float dpr = view.w;
  vec2 low = rect.xy * view.x + view.yz, extent = max(rect.zw * view.x, vec2(1.0));
  half_ = extent * 0.5;
  vec2 outer = half_ + (extent.y < 3.0 ? 0.0 : 5.0 * dpr); // room for rings and shadows around the box
  vec2 inner = half_ - 10.0 * dpr;                         // what has no corners and no border
  if (min(inner.x, inner.y) <= 0.0) inner = vec2(0);
  vec2 from = part == INSIDE ? -inner : part == BARE ? -half_ : -outer, to = -from;
  if (part == AROUND) {
    if (side == 0) to.y = -inner.y;
    else if (side == 1) from.y = inner.y;
    else {
      from.y = -inner.y;
      to.y = inner.y;
      if (side == 2) to.x = -inner.x;
      else from.x = inner.x;
    }
  }
  point = mix(from, to, cornerOf(gl_VertexID % 6));
  gl_Position = at(low + half_ + point);

  bool open = (look.w & 1u) != 0u, container = (look.w & 8u) != 0u, tiny = half_.y < 1.5;
  vec3 kind = palette[KINDS + int(look.x)].rgb;
  // Zoomed in, a box has a stripe in the colour of its kind; zoomed out, it is filled with that colour.
  float far = 1.0 - smoothstep(6.0 * dpr, 26.0 * dpr, half_.y * 2.0);
  float heat = (float(look.z) - 128.0) / 127.0;
  bool hasHeat = look.z != 128u;
  fillColour = mix(palette[PANEL].rgb, kind, container ? 0.16 : mix(0.10, 0.72, far));
  if (open) fillColour = palette[(look.w & 16u) != 0u ? PAGE : PANEL].rgb;
  borderColour = open ? palette[LINE].rgb : mix(palette[STRONG].rgb, kind, 0.55);
  stripe = hatched = 0.0;
  vec3 tone = heatMode == 2 ? mix(palette[HIGH].rgb, palette[HOT].rgb, heat) : palette[heat < 0.0 ? LOW : HIGH].rgb;
  if (heatMode != 0 && !open) {
    fillColour = palette[PANEL].rgb;
    if (hasHeat) {
      // Limit the strength of the colour, so that text on it stays legible.
      fillColour = mix(fillColour, tone, heatMode == 2 ? 0.06 + 0.64 * heat : 0.15 + 0.35 * abs(heat));
      // Beside negative values, positive (slower) ones are hatched, so that they can be identified without colour.
      if (heatMode == 1 && heat > 0.0 && half_.y > 3.0 * dpr) hatched = 1.0;
      borderColour = heatMode == 2 ? mix(palette[LINE].rgb, tone, 0.15 + 0.85 * heat) : tone;
    }
  } else if (heatMode == 2 && !container && hasHeat) {
    // An open instruction, such as a fusion, gets a tint behind its contents.
    fillColour = mix(fillColour, tone, 0.22 * heat);
    borderColour = mix(palette[LINE].rgb, tone, 0.3 + 0.7 * heat);
  } else if (!open && !tiny) stripe = min(6.0 * dpr, min(half_.x * 0.3, half_.y * 0.5)) * (far > 0.5 ? -1.0 : 1.0);
}`;

/** The insides of open boxes, which are large and of one colour. */
export const insides = {
  vertex: kBox,
  fragment: `${kCommon}
flat in vec3 fillColour;
out vec4 colour;
void main() { colour = vec4(fillColour, 1); }`,
};

/** Boxes a few pixels high: without border, corners and stripe. */
export const dots = {
  vertex: kBox,
  fragment: `${kCommon}${kPalette}
flat in uvec4 look;
flat in vec3 fillColour;
out vec4 colour;
void main() {
  uint state = look.y;
  vec3 tone = (state & 1u) != 0u ? palette[ACCENT].rgb : (state & 20u) != 0u ? palette[FOUND].rgb : (state & 34u) != 0u ? palette[ACCENT].rgb : fillColour;
  colour = vec4((state & 9u) == 8u ? mix(tone, palette[PAGE].rgb, 0.78) : tone, 1);
}`,
};

export const boxes = {
  vertex: kBox,
  fragment: `${kCommon}${kPalette}
in vec2 point;
flat in vec2 half_;
flat in uvec4 look;
flat in vec3 fillColour;
flat in vec3 borderColour;
flat in float stripe;
flat in float hatched;
out vec4 colour;
// Whether a point is in the stripe. across: position from 0 to 1; down: position in CSS pixels.
bool striped(uint kind, float across, float down) {
  if (kind == 1u) return across < 0.34;                  // elementwise: a thin line
  if (kind == 2u) return fract(down / 6.0) < 0.5;        // moves of data: dashes
  if (kind == 3u) return fract(down / 3.0) < 0.5;        // reductions: rungs
  if (kind == 4u) return across < 0.34 || across > 0.66; // control flow: two lines
  if (kind == 5u) return fract(down / 12.0) < 0.75;      // communication: long dashes
  return kind != 6u;                                     // tuples and the like: no stripe; others: solid
}
float box(vec2 p, vec2 b, float r) { vec2 q = abs(p) - b + r; return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - r; }
void main() {
  bool open = (look.w & 1u) != 0u, repeat_ = (look.w & 4u) != 0u;
  uint state = look.y;
  float dpr = view.w;
  bool tiny = half_.y < 1.5;
  float radius = min(min(half_.x, half_.y) * 0.5, (open ? 8.0 : 5.0) * dpr);
  float d = tiny ? -1.0 : box(point, half_, radius);
  vec3 fill = fillColour;
  if (hatched > 0.0 && fract((point.x + point.y) / (7.0 * dpr)) < 0.35) fill = mix(fill, palette[PANEL].rgb, 0.55);
  float across = point.x + half_.x;
  if (stripe != 0.0 && across < abs(stripe) && (stripe < 0.0 || striped(look.x, across / stripe, (point.y + half_.y) / dpr)))
    fill = mix(fill, palette[KINDS + int(look.x)].rgb, 0.9);
  float width = (open ? 1.0 : 1.1) * dpr;
  float inside = 1.0 - smoothstep(-0.6, 0.6, d);
  float border = tiny ? 0.0 : smoothstep(-width - 0.6, -width + 0.6, d);
  if (half_.y < 4.0 * dpr) border *= 0.4;
  vec4 result = vec4(mix(fill, borderColour, border), inside);
  if (repeat_ && !open && !tiny && d > 0.0) { // render repeated blocks as a stack of sheets
    float sheet = box(point - 3.5 * dpr, half_, radius);
    float s = 1.0 - smoothstep(-0.6, 0.6, sheet);
    result = vec4(mix(palette[PANEL].rgb, borderColour, smoothstep(-width - 0.6, -width + 0.6, sheet) * 0.9 + 0.1), s);
  }
  float ring = 0.0;
  vec3 ringColour = palette[ACCENT].rgb;
  if ((state & 1u) != 0u) ring = 3.0;
  else if ((state & 16u) != 0u) { ring = 3.5; ringColour = palette[FOUND].rgb; }
  else if ((state & 4u) != 0u) { ring = 2.0; ringColour = palette[FOUND].rgb; }
  else if ((state & 2u) != 0u) ring = 1.5;
  else if ((state & 32u) != 0u) ring = 1.25;
  if (ring > 0.0) {
    if (tiny) result = vec4(ringColour, 1.0);
    else {
      float r = ring * dpr;
      float on = smoothstep(-1.0, 0.2, d + 0.5 * dpr) * (1.0 - smoothstep(r - 0.6, r + 0.6, d));
      result = vec4(mix(result.rgb, ringColour, on), max(result.a, on));
    }
  }
  if ((state & 8u) != 0u && (state & 1u) == 0u) result = open ? result : vec4(mix(result.rgb, palette[PAGE].rgb, 0.78), result.a);
  if (result.a < 0.01) discard;
  colour = vec4(result.rgb * result.a, result.a);
}`,
};

export const lines = {
  vertex: `${kCommon}${kShape}
uniform int steps;  // number of segments of a curve; 1: straight line
// Style bytes of an edge: flags (1 without a drawn middle, 2 control dependency), highlighting bits.
out float across;
out float along;
flat out uvec4 look;
flat out float halfWidth;
void main() {
  int vertex = gl_VertexID % (6 * steps), i = 2 * (vertex / 6) + inStrip(vertex % 6);
  ivec2 texel = texelOf(gl_VertexID / (6 * steps));
  vec4 ends = texelFetch(places, texel, 0);
  float t = float(i >> 1) / float(steps), side = float(i & 1) * 2.0 - 1.0;
  vec2 a = ends.xy * view.x + view.yz, b = ends.zw * view.x + view.yz;
  vec2 p = mix(a, b, t), tangent = b - a;
  if (steps > 1) { // a cubic curve with vertical ends
    float s = t * t * (3.0 - 2.0 * t), m = 0.5 * (a.y + b.y);
    float y = a.y * pow(1.0 - t, 3.0) + 3.0 * m * t * (1.0 - t) + b.y * t * t * t;
    p = vec2(mix(a.x, b.x, s), y);
    tangent = vec2((b.x - a.x) * 6.0 * t * (1.0 - t), b.y - a.y);
  }
  float l = length(tangent);
  vec2 normal = l > 0.0 ? vec2(-tangent.y, tangent.x) / l : vec2(1, 0);
  look = texelFetch(styles, texel, 0);
  halfWidth = ((look.y & 64u) != 0u ? 2.0 : (look.y & 32u) != 0u ? 1.3 : 0.65) * view.w;
  across = side * (halfWidth + 1.0);
  along = t * length(b - a);
  gl_Position = at(p + normal * across);
}`,
  fragment: `${kCommon}${kPalette}
in float across;
in float along;
flat in uvec4 look;
flat in float halfWidth;
out vec4 colour;
void main() {
  float a = 1.0 - smoothstep(halfWidth - 0.5, halfWidth + 0.5, abs(across));
  bool beside = (look.y & 32u) != 0u, copied = (look.y & 64u) != 0u;
  if (copied && fract(along / (9.0 * view.w)) > 0.72) discard;
  if ((look.x & 2u) != 0u && fract(along / (7.0 * view.w)) > 0.55) discard;
  if ((look.x & 1u) != 0u && fract(along / (4.0 * view.w)) > 0.6) discard;
  // Zoomed out, edges are translucent, so that many of them do not merge into a black area.
  a *= beside || copied ? 1.0 : clamp(view.x / view.w / 2.5, 0.22, 0.85);
  if ((look.y & 8u) != 0u && !beside) a *= 0.12;
  colour = vec4(palette[copied ? HIGH : beside ? ACCENT : EDGE].rgb * a, a);
}`,
};

export const marks = {
  vertex: `${kCommon}${kShape}
// Style bytes of a mark: shape (0 arrowhead, 1 pin), highlighting bits, kind of operation.
out vec2 point;
flat out uvec4 look;
void main() {
  ivec2 texel = texelOf(gl_VertexID / 6);
  look = texelFetch(styles, texel, 0);
  float extent = (look.x == 0u ? 0.62 : 0.42) * view.x;
  point = cornerOf(gl_VertexID % 6) * 2.0 - 1.0;
  vec2 middle = texelFetch(places, texel, 0).xy * view.x + view.yz - vec2(0, look.x == 0u ? extent : 0.0);
  gl_Position = at(middle + point * extent);
}`,
  fragment: `${kCommon}${kPalette}
in vec2 point;
flat in uvec4 look;
out vec4 colour;
void main() {
  bool beside = (look.y & 32u) != 0u;
  float a = look.x == 0u ? (abs(point.x) < (1.0 - point.y) * 0.42 ? 1.0 : 0.0) : 1.0 - smoothstep(0.7, 1.0, length(point));
  vec3 tone = look.x == 0u ? palette[EDGE].rgb : mix(palette[PANEL].rgb, palette[KINDS + int(look.z)].rgb, length(point) > 0.55 ? 1.0 : 0.35);
  if (beside) tone = palette[ACCENT].rgb;
  if ((look.y & 8u) != 0u && !beside) a *= 0.15;
  if (a < 0.01) discard;
  colour = vec4(tone * a, a);
}`,
};

export const letters = {
  vertex: `${kCommon}${kShape}
// Coordinates of a character: anchor point of the text, then offset from this point in characters and lines.
// Style bytes: index of the glyph (low, high byte), colour, flags (1 fixed size in pixels, 2 small, 4 dimmed).
out vec2 within;
flat out uvec4 look;
void main() {
  ivec2 texel = texelOf(gl_VertexID / 6);
  vec4 place = texelFetch(places, texel, 0);
  vec2 corner = cornerOf(gl_VertexID % 6);
  look = texelFetch(styles, texel, 0);
  bool fixed_ = (look.w & 1u) != 0u;
  float letter = fixed_ ? 7.2 * view.w : ((look.w & 2u) != 0u ? 0.86 : 1.0) * view.x;
  vec2 p = place.xy * view.x + view.yz + (place.zw + corner) * vec2(letter, letter * 2.0);
  if (fixed_) p = floor(p + 0.5);
  within = corner;
  gl_Position = at(p);
}`,
  fragment: `${kCommon}${kPalette}
uniform sampler2D atlas;
uniform vec2 cells; // columns and rows of the texture of characters
in vec2 within;
flat in uvec4 look;
out vec4 colour;
void main() {
  float letter = float(look.x + look.y * 256u);
  vec2 cell = vec2(mod(letter, cells.x), floor(letter / cells.x));
  if (abs(within.y - 0.5) > 0.42) discard; // there, mipmaps blend with neighbouring cells
  float a = texture(atlas, (cell + within) / cells, -0.4).a;
  if ((look.w & 4u) != 0u) a *= 0.22;
  colour = vec4(palette[int(look.z)].rgb * a, a);
}`,
};
