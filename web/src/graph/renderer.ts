// Renders the graph with WebGL2, with at most six draw calls per frame. Pan and zoom only change a uniform; instance
// data is uploaded only when it changes.
import type { View } from './camera';
import type { Batch, Gathered } from './gather';
import type { Glyphs } from './glyphs';
import { pause } from '../pause';
import type { Palette } from './palette';
import * as shaders from './shaders';

interface Program {
  program: WebGLProgram;
  uniform: (name: string) => WebGLUniformLocation | null;
}

/** Vertex array and buffers of a Batch in GPU memory, with its number of instances. */
interface Loaded {
  array: WebGLVertexArrayObject;
  places: WebGLBuffer;
  style: WebGLBuffer;
  count: number;
}

const kLayers = ['boxes', 'straight', 'curves', 'arrows', 'pins', 'letters'] as const;
type Layer = (typeof kLayers)[number];
const kWidth: Record<Layer, number> = { boxes: 4, straight: 4, curves: 4, arrows: 2, pins: 2, letters: 4 };
const kFewSteps = 6; // segments of a curve when zoomed out
const kManySteps = 16; // segments of a curve when zoomed in

export class Renderer {
  /** Number of draw calls of the last frame. */
  drawCalls = 0;
  /** 1: boxes have the colours of an overlay; 0: those of their kinds. */
  heatMode = 0;
  private readonly gl: WebGL2RenderingContext;
  private readonly programs: Record<'boxes' | 'lines' | 'marks' | 'letters', Program>;
  private readonly layers: Record<Layer, Loaded>;
  private readonly atlas: WebGLTexture;

  /** Creates the renderer; null if WebGL2 is not supported. */
  static async on(canvas: HTMLCanvasElement): Promise<Renderer | null> {
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'high-performance' });
    await pause();
    return gl && new Renderer(gl);
  }

  private constructor(gl: WebGL2RenderingContext) {
    this.gl = gl;
    this.programs = {
      boxes: this.program(shaders.boxes),
      lines: this.program(shaders.lines),
      marks: this.program(shaders.marks),
      letters: this.program(shaders.letters),
    };
    this.layers = Object.fromEntries(kLayers.map((layer) => [layer, this.layer(kWidth[layer])])) as Record<
      Layer,
      Loaded
    >;
    this.atlas = gl.createTexture()!;
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  load(gathered: Gathered): void {
    for (const layer of ['boxes', 'straight', 'curves', 'arrows', 'pins'] as const) this.send(layer, gathered[layer]);
  }

  /** Uploads the `style` bytes of instances whose coordinates `load` has already uploaded. */
  restyle(gathered: Gathered): void {
    const { gl } = this;
    for (const layer of ['boxes', 'straight', 'curves', 'arrows', 'pins'] as const) {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.layers[layer].style);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, gathered[layer].style);
    }
  }

  loadLetters(letters: Omit<Batch, 'of'>, glyphs: Glyphs): void {
    this.send('letters', letters);
    if (!glyphs.changed) return;
    const { gl } = this;
    glyphs.changed = false;
    gl.bindTexture(gl.TEXTURE_2D, this.atlas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, glyphs.canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /**
   * Renders a frame. `origin`, `lettersOrigin`: points of the drawing that the coordinates of the loaded boxes and of
   * the loaded text are relative to; `dpr`: canvas pixels per CSS pixel.
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
    };
    const { boxes, lines, marks, letters } = this.programs;
    begin(boxes, origin);
    gl.uniform1i(boxes.uniform('heatMode'), this.heatMode);
    this.draw('boxes', 4);
    begin(lines, origin);
    gl.uniform1i(lines.uniform('steps'), 1);
    this.draw('straight', 4);
    const steps = view.scale < 1.5 ? kFewSteps : kManySteps;
    gl.uniform1i(lines.uniform('steps'), steps);
    this.draw('curves', 2 * steps + 2);
    if (view.scale > 2.5) {
      begin(marks, origin);
      this.draw('arrows', 4);
      this.draw('pins', 4);
    }
    begin(letters, lettersOrigin);
    gl.bindTexture(gl.TEXTURE_2D, this.atlas);
    gl.uniform2f(letters.uniform('cells'), glyphs.columns, glyphs.rows);
    this.draw('letters', 4);
  }

  private draw(layer: Layer, vertices: number): void {
    const { array, count } = this.layers[layer];
    if (!count) return;
    this.gl.bindVertexArray(array);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, vertices, count);
    ++this.drawCalls;
  }

  private send(layer: Layer, batch: Omit<Batch, 'of'>): void {
    const { gl } = this;
    const loaded = this.layers[layer];
    loaded.count = batch.count;
    gl.bindBuffer(gl.ARRAY_BUFFER, loaded.places);
    gl.bufferData(gl.ARRAY_BUFFER, batch.places, gl.DYNAMIC_DRAW);
    gl.bindBuffer(gl.ARRAY_BUFFER, loaded.style);
    gl.bufferData(gl.ARRAY_BUFFER, batch.style, gl.DYNAMIC_DRAW);
  }

  private layer(width: number): Loaded {
    const { gl } = this;
    const loaded = { array: gl.createVertexArray(), places: gl.createBuffer(), style: gl.createBuffer(), count: 0 };
    gl.bindVertexArray(loaded.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, loaded.places);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, width, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(0, 1);
    gl.bindBuffer(gl.ARRAY_BUFFER, loaded.style);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribIPointer(1, 4, gl.UNSIGNED_BYTE, 0, 0);
    gl.vertexAttribDivisor(1, 1);
    gl.bindVertexArray(null);
    return loaded;
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
