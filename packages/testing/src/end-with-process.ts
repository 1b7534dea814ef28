import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Reads until the process that started it ends or closes the pipe. A PostgreSQL that has stopped has no such file. */
const SCRIPT = `read -r _; kill -QUIT "$(head -n 1 "$0/postgresql/postmaster.pid" 2> /dev/null)" 2> /dev/null; rm -rf "$0"`;

/**
 * Stops the PostgreSQL of a folder and removes the folder when this process ends, however it does: the runner may kill a test.
 *
 * @returns the same, now
 */
export function endWithProcess(folder: string): () => void {
  const child = spawn('/bin/sh', ['-c', SCRIPT, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined); // where there is no shell, a killed test leaves its PostgreSQL
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return () => {
    child.stdin.end();
  };
}
