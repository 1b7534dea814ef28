import type { Piscina } from 'piscina';

/** Idle threads end after 10 seconds. Without `execArgv` they would inherit loader hooks and the inspector. */
const OPTIONS = { minThreads: 0, maxThreads: 3, idleTimeout: 10_000, execArgv: [] };
const MEMORY = { maxOldGenerationSizeMb: 1_024 };

let pool: Promise<Piscina> | undefined;

/** An exported function to be run in a thread. Its input and output are plain data, which is copied. */
export interface ThreadWork<Input, Output> {
  readonly run: (input: Input) => Output | Promise<Output>;
  /** `import.meta.url` of the module that exports it. */
  readonly module: string;
  /** Time limit; undefined for none. */
  readonly seconds?: number;
  /** Aborts it, instead of `seconds`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a function in a thread of a small pool, so that it does not block other requests. Rejects if it fails or runs out of memory, and with
 * an `AbortError` if it takes too long.
 *
 * @example
 * export const countLines = (text: string) => text.split('\n').length;
 * const lines = await inThread({ run: countLines, module: import.meta.url }, text);
 */
export async function inThread<Input, Output>(work: ThreadWork<Input, Output>, input: Input): Promise<Output> {
  const { run, module, seconds, signal = seconds === undefined ? null : AbortSignal.timeout(seconds * 1_000) } = work;
  pool ??= import('piscina').then(({ Piscina: Pool }) => new Pool({ ...OPTIONS, resourceLimits: MEMORY }));
  // Threads cannot load TypeScript: in tests, they load the built file.
  const filename = module.replace(/\/src\/(.*)\.[jt]s$/, '/dist/$1.js');
  return (await (await pool).run(input, { filename, name: run.name, signal })) as Output; // Piscina returns what `run` returned, untyped.
}

/** The limit that ended work in a thread; undefined for other errors. */
export function findExceededLimit(cause: unknown): 'time' | 'memory' | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause.name === 'AbortError') return 'time';
  return 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : undefined;
}

/** Part of the input of work whose own time is limited. */
export interface Started {
  /** The work begins by passing it to {@link reportStart}. */
  readonly started: Int32Array;
}

/** Called in a thread when the work begins: its time counts from here. */
export function reportStart(started: Int32Array): void {
  Atomics.store(started, 0, 1);
}

/** Milliseconds between two checks of a limit. */
const CHECK_INTERVAL = 50;

/**
 * Like {@link inThread}, with a limit in milliseconds for the work alone: starting a thread and waiting for a free one do not count. Rejects
 * with an `AbortError` at the limit.
 */
export async function inThreadWithin<Input, Output>(
  milliseconds: number,
  { run, module }: Pick<ThreadWork<Input & Started, Output>, 'run' | 'module'>,
  input: Input,
): Promise<Output> {
  const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const controller = new AbortController();
  let left = milliseconds;
  const clock = setInterval(() => {
    if (Atomics.load(started, 0) === 1) left -= CHECK_INTERVAL;
    if (left < 0) controller.abort();
  }, CHECK_INTERVAL);
  try {
    return await inThread({ run, module, signal: controller.signal }, { ...input, started });
  } finally {
    clearInterval(clock);
  }
}
