import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell that runs commands one after the other and keeps their variables. */
export class Terminal {
  readonly #shell;
  #count = 0;
  /** What the last command has written. */
  output = '';

  constructor(cwd: string, env: NodeJS.ProcessEnv) {
    // In a process group of its own, with what it leaves running.
    this.#shell = spawn('sh', { cwd, env, detached: true });
    for (const stream of [this.#shell.stdout, this.#shell.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  start(command: string): void {
    this.output = '';
    this.#shell.stdin.write(`${command}\n`);
  }

  /** Runs a command to its end. */
  async run(command: string): Promise<{ readonly code: number; readonly output: string }> {
    const mark = `--- ended ${String((this.#count += 1))}:`;
    this.start(`${command}\necho "${mark} $?"`);
    for (;;) {
      const [output = '', code] = this.output.split(mark);
      if (code?.includes('\n') === true) return { code: Number(code), output };
      await once(this.#shell.stdout, 'data');
    }
  }

  async close(): Promise<void> {
    const ended = once(this.#shell, 'exit');
    if (this.#shell.pid !== undefined) process.kill(-this.#shell.pid, 'SIGTERM');
    await ended;
  }
}
