// Renders the graph with WebGL2, with at most eight draw calls per frame. Pan and zoom change only a uniform variable.
// Shapes are uploaded again only when they change.
import type { View } from './camera';
import type { Batch, Gathered } from './gather';
import type { Glyphs } from './glyphs';
import { pause } from '../pause';
import type { Palette } from './palette';
import * as shaders from './shaders';
import { kShapesPerRow, Part } from './shaders';

interface Program {
  program: WebGLProgram;
  uniform: (name: string) => WebGLUniformLocation | null;
}

/**
 * WebGL formats of a texture: the internal format, and format and type of the numbers that are uploaded to the texture.
 */
interface Format {
  internal: number;
  layout: number;
  type: number;
}

/** Textures that hold a Batch of shapes, kShapesPerRow shapes in a row. */
interface Loaded {
  places: WebGLTexture;
  styles: WebGLTexture;
  count: number;
  /** Number of rows for which the textures have memory. */
  rows: number;
}

/** Texture unit of each texture that the shader programs read. */
const kUnits = { places: 0, styles: 1, atlas: 2 };

const kGathered = ['open', 'boxes', 'straight', 'curves', 'arrows', 'pins'] as const;
const kLayers = [...kGathered, 'letters'] as const;
type Layer = (typeof kLayers)[number];
/** Texture format for the coordinates of each kind of shape: two or four floats per shape. */
const kWidth = {
  open: 'four',
  boxes: 'four',
  straight: 'four',
  curves: 'four',
  arrows: 'two',
  pins: 'two',
  letters: 'four',
} as const;
const kMostWarmUp = 2000; // milliseconds
const kDotsBelow = 0.6; // canvas pixels per character width; below, most boxes are less than three pixels high
/**
 * Returns the number of straight segments that approximate a curve at `scale` (CSS pixels per character width). Curves
 * are a few characters high.
 */
const stepsOf = (scale: number): number => (scale < 0.3 ? 1 : scale < 1.5 ? 6 : 16);

export class Renderer {
  /** Number of draw calls of the last frame. */
  drawCalls = 0;
  /** What colours the boxes. 0: the kind of operation. 1: values of both signs. 2: values that are never negative. */
  heatMode = 0;
  private readonly gl: WebGL2RenderingContext;
  private readonly programs: Record<'insides' | 'dots' | 'boxes' | 'lines' | 'marks' | 'letters', Program>;
  private readonly formats: Record<'two' | 'four' | 'styles', Format>;
  private readonly layers: Record<Layer, Loaded>;
  private readonly atlas: WebGLTexture;

  /** Creates the renderer; resolves to null if the browser does not support WebGL2. */
  static async on(canvas: HTMLCanvasElement): Promise<Renderer | null> {
    const gl = canvas.getContext('webgl2', {
      antialias: false,
      alpha: false,
      depth: false,
      powerPreference: 'high-performance',
    });
    await pause();
    return gl && new Renderer(gl);
  }

  private constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.formats = {
      two: { internal: gl.RG32F, layout: gl.RG, type: gl.FLOAT },
      four: { internal: gl.RGBA32F, layout: gl.RGBA, type: gl.FLOAT },
      styles: { internal: gl.RGBA8UI, layout: gl.RGBA_INTEGER, type: gl.UNSIGNED_BYTE },
    };
    this.programs = {
      insides: this.program(shaders.insides),
      dots: this.program(shaders.dots),
      boxes: this.program(shaders.boxes),
      lines: this.program(shaders.lines),
      marks: this.program(shaders.marks),
      letters: this.program(shaders.letters),
    };
    const layer = (): Loaded => ({ places: gl.createTexture(), styles: gl.createTexture(), count: 0, rows: 0 });
    this.layers = Object.fromEntries(kLayers.map((name) => [name, layer()])) as Record<Layer, Loaded>;
    this.atlas = gl.createTexture()!;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  load(gathered: Gathered): void {
    for (const layer of kGathered) this.send(layer, gathered[layer]);
  }

  /** Uploads the style bytes of shapes again. `load` must have uploaded the coordinates of the same shapes before. */
  restyle(gathered: Gathered): void {
    for (const layer of kGathered)
      this.fill(this.layers[layer].styles, this.formats.styles, gathered[layer].style, gathered[layer].count);
  }

  loadLetters(letters: Omit<Batch, 'of'>, glyphs: Glyphs): void {
    this.send('letters', letters);
    if (!glyphs.changed) return;
    const { gl } = this;
    glyphs.changed = false;
    this.bind(this.atlas, kUnits.atlas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, glyphs.canvas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /**
   * Renders a frame. `origin`: point of the drawing to which the coordinates of the loaded shapes are relative;
   * `lettersOrigin`: the same for the loaded text. `dpr`: canvas pixels per CSS pixel.
   */
  frame(
    view: View,
    origin: { x: number; y: number },
    lettersOrigin: { x: number; y: number },
    dpr: number,
    palette: Palette,
    glyphs: Glyphs,
  ): void {
    const { gl } = this;
    const { width, height } = gl.canvas;
    this.drawCalls = 0;
    gl.viewport(0, 0, width, height);
    const [r, g, b] = palette.values;
    gl.clearColor(r!, g!, b!, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const scale = view.scale * dpr;
    const begin = ({ program, uniform }: Program, corner: { x: number; y: number }): void => {
      gl.useProgram(program);
      gl.uniform4f(uniform('view'), scale, (corner.x - view.x) * scale, (corner.y - view.y) * scale, dpr);
      gl.uniform2f(uniform('size'), width, height);
      gl.uniform4fv(uniform('palette'), palette.values);
      gl.uniform1i(uniform('places'), kUnits.places);
      gl.uniform1i(uniform('styles'), kUnits.styles);
    };
    const drawBoxes = (of: Program, layer: 'open' | 'boxes', part: number): void => {
      begin(of, origin);
      gl.uniform1i(of.uniform('heatMode'), this.heatMode);
      gl.uniform1i(of.uniform('part'), part);
      this.draw(layer, part === Part.around ? 24 : 6);
    };
    const { insides, dots, boxes, lines, marks, letters } = this.programs;
    drawBoxes(insides, 'open', Part.inside);
    drawBoxes(boxes, 'open', Part.around);
    if (scale < kDotsBelow) drawBoxes(dots, 'boxes', Part.bare);
    else drawBoxes(boxes, 'boxes', Part.whole);
    begin(lines, origin);
    gl.uniform1i(lines.uniform('steps'), 1);
    this.draw('straight', 6);
    const steps = stepsOf(view.scale);
    gl.uniform1i(lines.uniform('steps'), steps);
    this.draw('curves', 6 * steps);
    if (view.scale > 2.5) {
      begin(marks, origin);
      this.draw('arrows', 6);
      this.draw('pins', 6);
    }
    begin(letters, lettersOrigin);
    this.bind(this.atlas, kUnits.atlas);
    gl.uniform1i(letters.uniform('atlas'), kUnits.atlas);
    gl.uniform2f(letters.uniform('cells'), glyphs.columns, glyphs.rows);
    this.draw('letters', 6);
  }

  /**
   * Draws one shape of each kind into an offscreen framebuffer, and resolves when the GPU has drawn them, at the latest
   * after kMostWarmUp. GPU drivers compile a shader when it first draws; without this, the page would wait for that in
   * its first frames.
   */
  async warmUp(palette: Palette, glyphs: Glyphs): Promise<void> {
    const { gl } = this;
    const framebuffer = gl.createFramebuffer();
    const target = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, target);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 16, 16);
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, target);
    const shape = { count: 1, places: new Float32Array(4), style: new Uint8Array(4) };
    for (const layer of kLayers) this.send(layer, shape);
    const origin = { x: 0, y: 0 };
    gl.colorMask(true, true, true, false); // as browsers draw on a canvas without alpha
    for (const scale of [3, kDotsBelow / 2]) this.frame({ ...origin, scale }, origin, origin, 1, palette, glyphs);
    gl.colorMask(true, true, true, true);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    gl.deleteRenderbuffer(target);
    const drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!drawn) return; // the context is lost
    gl.flush();
    const begin = performance.now();
    while (gl.getSyncParameter(drawn, gl.SYNC_STATUS) === gl.UNSIGNALED && performance.now() - begin < kMostWarmUp)
      await new Promise((resolve) => setTimeout(resolve, 10));
    gl.deleteSync(drawn);
  }

  private draw(layer: Layer, verticesPerShape: number): void {
    const { gl } = this;
    const { places, styles, count } = this.layers[layer];
    if (!count) return;
    this.bind(places, kUnits.places);
    this.bind(styles, kUnits.styles);
    gl.drawArrays(gl.TRIANGLES, 0, verticesPerShape * count);
    ++this.drawCalls;
  }

  private bind(texture: WebGLTexture, unit: number): void {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, texture);
  }

  private send(layer: Layer, { count, places, style }: Omit<Batch, 'of'>): void {
    const loaded = this.layers[layer];
    const format = this.formats[kWidth[layer]];
    const rows = Math.ceil(count / kShapesPerRow);
    if (rows > loaded.rows) {
      loaded.rows = rows;
      this.allocate(loaded.places, format, rows);
      this.allocate(loaded.styles, this.formats.styles, rows);
    }
    loaded.count = count;
    this.fill(loaded.places, format, places, count);
    this.fill(loaded.styles, this.formats.styles, style, count);
  }

  /** Allocates memory for `rows` rows of a texture. The old contents of the texture are lost. */
  private allocate(texture: WebGLTexture, { internal, layout, type }: Format, rows: number): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, internal, kShapesPerRow, rows, 0, layout, type, null);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Uploads the numbers of `count` shapes into a texture: first the full rows, then the rest as part of a row. */
  private fill(texture: WebGLTexture, { layout, type }: Format, from: Float32Array | Uint8Array, count: number): void {
    const { gl } = this;
    const [rows, rest] = [Math.floor(count / kShapesPerRow), count % kShapesPerRow];
    gl.bindTexture(gl.TEXTURE_2D, texture);
    if (rows) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, kShapesPerRow, rows, layout, type, from);
    const begin = rest && (from.length / count) * (count - rest);
    if (rest) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, rows, rest, 1, layout, type, from, begin);
  }

  private program({ vertex, fragment }: { vertex: string; fragment: string }): Program {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = gl.getAttachedShaders(program)!.map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(`a shader does not compile: ${logs.join(' ')} ${gl.getProgramInfoLog(program)}`);
    }
    const places = new Map<string, WebGLUniformLocation | null>();
    const uniform = (name: string): WebGLUniformLocation | null => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name)!;
    };
    return { program, uniform };
  }
}
