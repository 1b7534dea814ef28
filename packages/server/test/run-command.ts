import { Readable } from 'node:stream';
import { CommanderError } from 'commander';

import { exitCodeOf } from '../src/command/exit-code-of.js';
import { addPluginCommands } from '../src/command/plugin-commands.js';
import { createProgram } from '../src/command/program.js';

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly log: string;
}

export interface RunOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Runs a `ticketgate` command to its end, within this process: it opens a system of its own, as a process would, in a
 * fraction of the time. One at a time.
 */
export async function runCommand(words: readonly string[], { environment, input = '' }: RunOptions): Promise<Ran> {
  const before = { ...process.env };
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([input]) });
  Object.assign(process.env, environment);
  try {
    const code = await parse(words);
    return { code, output: stdout.text(), log: stderr.text() };
  } finally {
    stdout.restore();
    stderr.restore();
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin);
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}

async function parse(words: readonly string[]): Promise<number> {
  try {
    const program = createProgram();
    await addPluginCommands(program, createProgram(), words);
    await program.parseAsync(['node', 'ticketgate', ...words]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`ticketgate: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCodeOf(error);
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
