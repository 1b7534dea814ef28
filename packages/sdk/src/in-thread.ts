import type { Piscina } from 'piscina';

/** Threads end after some idle seconds. They have neither the hooks nor the inspector of this process. */
const OPTIONS = { minThreads: 0, maxThreads: 3, idleTimeout: 10_000, execArgv: [] };
const MEMORY = { maxOldGenerationSizeMb: 1_024 };

let pool: Promise<Piscina> | undefined;

/** Work that a module exports under its own name. What it takes and returns is plain data, which is copied. */
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
 * Does work in a thread of a small pool, so that it does not keep other requests waiting. Rejects when the work fails or its memory does
 * not suffice, and with an `AbortError` when it takes too long.
 *
 * @example
 * export const countLines = (text: string) => text.split('\n').length;
 * const lines = await inThread({ run: countLines, module: import.meta.url }, text);
 */
export async function inThread<Input, Output>(work: ThreadWork<Input, Output>, input: Input): Promise<Output> {
  const { run, module, seconds, signal = limitOf(seconds) } = work;
  pool ??= import('piscina').then(({ Piscina: Pool }) => new Pool({ ...OPTIONS, resourceLimits: MEMORY }));
  // Threads cannot load TypeScript, which tests import, so they load the built file.
  const filename = module.replace(/\/src\/(.*)\.[jt]s$/, '/dist/$1.js');
  return (await (await pool).run(input, { filename, name: run.name, signal })) as Output; // of the work
}

function limitOf(seconds: number | undefined): AbortSignal | null {
  return seconds === undefined ? null : AbortSignal.timeout(seconds * 1_000);
}
