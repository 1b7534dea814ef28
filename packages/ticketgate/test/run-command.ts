import { Readable } from 'node:stream';

import { runProgram } from '../src/command/main.js';

export interface Ran {
  readonly code: number | string;
  readonly output: string;
  readonly log: string;
}

export interface RunOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
  /** A person types the input at a terminal. */
  readonly isTyped?: boolean;
}

/**
 * Runs a `ticketgate` command to its end, within this process: it opens a system of its own, as a process would, in a
 * fraction of the time. One at a time.
 */
export async function runCommand(
  words: readonly string[],
  { environment, input = '', isTyped = false }: RunOptions,
): Promise<Ran> {
  const before = { ...process.env };
  const { exitCode } = process;
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  const typed = Object.assign(Readable.from([input]), { isTTY: isTyped });
  Object.defineProperty(process, 'stdin', { configurable: true, value: typed });
  const { isTTY } = process.stderr;
  process.stderr.isTTY = isTyped;
  Object.assign(process.env, environment);
  process.exitCode = undefined;
  try {
    const { failure } = await runProgram(words);
    return { code: failure ?? process.exitCode ?? 0, output: stdout.text(), log: stderr.text() };
  } finally {
    process.exitCode = exitCode;
    process.stderr.isTTY = isTTY;
    stdout.restore();
    stderr.restore();
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin);
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}

function collect(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  return {
    text: () => text,
    restore() {
      stream.write = write;
    },
  };
}
