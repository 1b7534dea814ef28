import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Waits until the parent process ends or closes the pipe, then stops PostgreSQL, if it still runs, and removes the folder. */
const SCRIPT = `read -r _; kill -QUIT "$(head -n 1 "$0/postgresql/postmaster.pid" 2> /dev/null)" 2> /dev/null; rm -rf "$0"`;

/**
 * Stops the PostgreSQL of a folder and removes the folder when this process ends, even if it is killed.
 *
 * @returns a function that does it now
 */
export function endWithProcess(folder: string): () => void {
  const child = spawn('/bin/sh', ['-c', SCRIPT, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.on('error', () => undefined); // without a shell, PostgreSQL keeps running after a killed test
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return () => {
    child.stdin.end();
  };
}
