import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../../support/root.js';
import type { Driven, Probe, ProbeRequest } from './drive.js';

const SCRIPT = join(ROOT, 'test/load/driving/wrk.lua');
/** Requests that are made in advance, and sent over and over. */
const PREPARED = 2_000;

let isInstalled: boolean | undefined;

export function hasWrk(): boolean {
  isInstalled ??= spawnSync('wrk', ['--version']).error === undefined;
  return isInstalled;
}

/** {@link drive} by wrk, a process of its own. */
export async function driveByWrk(
  url: string,
  probe: Probe,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-wrk-'));
  try {
    const file = join(folder, 'requests');
    const { host } = new URL(url);
    writeFileSync(file, Array.from({ length: PREPARED }, () => format(probe.next(), host)).join('\0'));
    const { start, pattern, times } = probe.right;
    const load = `--threads 1 --connections ${connections} --duration ${seconds}s --timeout 10s`.split(' ');
    const right = [start, pattern.replaceAll('\\d', '%d'), String(times)];
    const words = [...load, '--script', SCRIPT, url, '--', file, ...right];
    const { stdout } = await promisify(execFile)('wrk', words);
    return read(stdout, probe);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function format({ method, path, headers, body = '' }: ProbeRequest, host: string): string {
  const all = { Host: host, ...headers, ...(body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/** What the script says at its end; wrk counts in microseconds. */
interface Measured {
  readonly requests: number;
  readonly duration: number;
  readonly p50: number;
  readonly p99: number;
  /** Connections and time-outs. */
  readonly failures: number;
  /** Status codes and bodies, the first of which stands on the line below. */
  readonly wrong: number;
}

const MEASURED = /^MEASURED (\{.*\})\n(.*)/m;

function read(output: string, probe: Probe): Driven {
  const [, json, example = ''] = MEASURED.exec(output) ?? [];
  if (json === undefined) throw new Error(`wrk did not say what it measured: ${output}`);
  // Written by our own script.
  const { requests, duration, p50, p99, failures, wrong } = JSON.parse(json) as Measured;
  if (requests === 0 || failures + wrong > 0) {
    const what = `${failures} connections or time-outs, ${wrong} status codes or bodies`;
    throw new Error(`${probe.name}: of ${requests} answers these were wrong: ${what}. ${example}`);
  }
  return { perSecond: requests / (duration / 1e6), p50: p50 / 1000, p99: p99 / 1000, requests };
}
