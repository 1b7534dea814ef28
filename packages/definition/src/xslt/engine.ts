import { readFileSync } from 'node:fs';

/** The exports of `wasm/engine.c`. Numbers are addresses and lengths. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  start(): number;
  compile(text: number, length: number): number;
  release(stylesheet: number): void;
  transform(stylesheet: number, text: number, length: number): number;
  reserve(length: number): number;
  forget(address: number): void;
}

/** In the order of the enumeration in `wasm/engine.c`, whose first value is success. */
const STAGES: readonly XsltStage[] = [
  'LoadTemplate',
  'LoadTemplate',
  'ParseTemplate',
  'LoadData',
  'Map',
  'Write',
  'ReadResult',
];

/** WASI's error for a bad file descriptor. */
const BAD_FILE = 8;

/** The address of a compiled template, until it is released. */
export type Stylesheet = number & { readonly stylesheet: unique symbol };

export interface ResultElement {
  readonly name: string;
  /** Those in the JSON namespace by their local names, others prefixed with `@`; undefined if there are none. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Texts and elements; a comment does not split a text. */
  readonly content: readonly (string | ResultElement)[];
}

/** The library's JSON: the name, the attributes if there are any, and the content. */
type WrittenElement = readonly [name: string, ...(string | Readonly<Record<string, string>> | WrittenElement)[]];

function readElement([name, ...parts]: WrittenElement): ResultElement {
  const content: (string | ResultElement)[] = [];
  let attributes: ResultElement['attributes'];
  for (const part of parts) {
    const last = content.at(-1);
    if (isElement(part)) content.push(readElement(part));
    else if (typeof part === 'object') attributes = part;
    else if (typeof last === 'string') content[content.length - 1] = last + part;
    else content.push(part);
  }
  return attributes === undefined ? { name, content } : { name, attributes, content };
}

function isElement(part: WrittenElement[number]): part is WrittenElement {
  return Array.isArray(part);
}

let module: WebAssembly.Module | undefined;

/** An instance of libxslt. It must not be used after an error other than XsltError. */
export class Engine {
  readonly #library: Exports;
  /** The address of a call's outcome: stage, line, and address and length of a text. */
  readonly #report: number;

  constructor() {
    // Loaded on first use, because it takes about 10 ms.
    module ??= new WebAssembly.Module(readFileSync(new URL('../../engine.wasm', import.meta.url)));
    const { exports } = new WebAssembly.Instance(module, this.#imports());
    // A cast: the build exports these functions.
    this.#library = exports as unknown as Exports;
    this.#library._initialize();
    this.#report = this.#library.start();
  }

  /** @throws XsltError of the stages LoadTemplate and ParseTemplate */
  compile(template: string): Stylesheet {
    const stylesheet = this.#pass(template, (at, length) => this.#library.compile(at, length));
    if (stylesheet === 0) throw this.#failure();
    // A cast: the type marks addresses from this method.
    return stylesheet as Stylesheet;
  }

  release(stylesheet: Stylesheet): void {
    this.#library.release(stylesheet);
  }

  /** @throws XsltError of the later stages */
  transform(stylesheet: Stylesheet, xml: string): ResultElement {
    const isDone = this.#pass(xml, (at, length) => this.#library.transform(stylesheet, at, length));
    if (isDone === 0) throw this.#failure();
    // A cast: the library only writes JSON of this form.
    return readElement(JSON.parse(this.#text()) as WrittenElement);
  }

  #pass(text: string, use: (at: number, length: number) => number): number {
    const bytes = Buffer.from(text);
    const at = this.#library.reserve(bytes.length);
    if (at === 0) throw new Error('The memory of XSLT is full.');
    try {
      new Uint8Array(this.#library.memory.buffer).set(bytes, at);
      return use(at, bytes.length);
    } finally {
      this.#library.forget(at);
    }
  }

  #failure(): XsltError {
    const stage = STAGES[this.#view().getInt32(this.#report, true)] ?? 'Map';
    const line = this.#view().getInt32(this.#report + 4, true);
    return new XsltError(stage, this.#text(), line);
  }

  #text(): string {
    const view = this.#view();
    const at = view.getUint32(this.#report + 8, true);
    return Buffer.from(this.#library.memory.buffer, at, view.getInt32(this.#report + 12, true)).toString();
  }

  #view(): DataView {
    return new DataView(this.#library.memory.buffer);
  }

  /** The library has no access to the system except the time. */
  #imports(): WebAssembly.Imports {
    const nothing = () => 0;
    const noFile = () => BAD_FILE;
    const clock = (_clock: number, _precision: bigint, at: number) => {
      this.#view().setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
      return 0;
    };
    const noVariables = (count: number, bytes: number) => {
      this.#view().setUint32(count, 0, true);
      this.#view().setUint32(bytes, 0, true);
      return 0;
    };
    const abort = () => {
      throw new Error('XSLT has given up.');
    };
    return {
      env: { emscripten_notify_memory_growth: nothing, __syscall_getcwd: nothing },
      wasi_snapshot_preview1: {
        clock_time_get: clock,
        proc_exit: abort,
        environ_sizes_get: noVariables,
        environ_get: nothing,
        fd_close: noFile,
        fd_read: noFile,
        fd_seek: noFile,
        fd_write: noFile,
      },
    };
  }
}

export type XsltStage =
  | 'LoadTemplate'
  | 'ParseTemplate'
  | 'WriteData'
  | 'LoadData'
  | 'Map'
  | 'Write'
  | 'ReadResult'
  | 'TimeLimit'
  | 'Busy';

/** A template is invalid, or cannot be applied to the data. */
export class XsltError extends Error {
  override readonly name = 'XsltError';
  readonly stage: XsltStage;
  /** Line in the template; undefined if unknown. */
  readonly line: number | undefined;

  /** @param report messages of the library, one per line */
  constructor(stage: XsltStage, report: string, line = 0) {
    super(summarise(report));
    this.stage = stage;
    const named = /(?:file template )?line (\d+) element/.exec(report)?.[1];
    const known = line === 0 ? Number(named ?? 0) : line;
    this.line = known === 0 ? undefined : known;
  }
}

/** Most lines of a message, without repetitions. */
const MOST_LINES = 5;
const MOST_CHARACTERS = 200;

function summarise(report: string): string {
  const lines = report.replace(/file (?:template )?line \d+ /g, '').split('\n');
  const different = [...new Set(lines.map((line) => line.trim().slice(0, MOST_CHARACTERS)))];
  return different
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
    .join('; ');
}
