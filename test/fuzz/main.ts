import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { SESSION } from './credentials.js';
import { withDatabaseServer } from './database-server.js';
import type { Finding } from './finding.js';
import { fuzzDefinitions } from './fuzz-definitions.js';
import { fuzzRemotes } from './fuzz-remotes.js';
import { fuzzRequests, type RequestOutcome } from './fuzz-requests.js';
import { FuzzServer } from './fuzz-server.js';
import { readNumber, readSizes, SIZE_OPTIONS, type Size } from './fuzz-sizes.js';
import { Random } from './random.js';
import { allFindings, renderSummary, writeFindings } from './report.js';
import { ROOT } from '../support/root.js';
import type { Sample } from './sample.js';
import { fuzzSecrets } from './secrets/fuzz-secrets.js';
import { send } from './send.js';

const { values } = parseArgs({ options: { ...SIZE_OPTIONS, seed: { type: 'string' }, again: { type: 'string' } } });
process.exitCode = values.again === undefined ? await fuzz() : await sendAgain(values.again);

async function fuzz(): Promise<number> {
  const sizes = readSizes(values);
  const seed = readNumber('--seed', values.seed) ?? Date.now() % 1_000_000;
  console.log(`Seed ${seed}; the same again: npm run fuzz -- --seed ${seed}`);
  const findings = [
    ...attackDefinitions(seed, sizes.definitions),
    ...(await attackRemotes(seed, sizes.remotes)),
    ...(await attackSecrets(seed, sizes.secrets)),
    ...(await attackServer(seed, sizes.requests)),
  ];
  return conclude(seed, findings);
}

function attackDefinitions(seed: number, size: Size): readonly Finding[] {
  if (size.count === 0) return [];
  const outcome = fuzzDefinitions(new Random(seed), size);
  console.log(`${outcome.checked} definitions, the slowest took ${Math.round(outcome.slowest)} ms.`);
  return outcome.findings;
}

async function attackRemotes(seed: number, size: Size): Promise<readonly Finding[]> {
  if (size.count === 0) return [];
  const outcome = await fuzzRemotes(new Random(seed), size);
  console.log(`${outcome.called} calls of other systems, the slowest took ${Math.round(outcome.slowest)} ms.`);
  return outcome.findings;
}

async function attackSecrets(seed: number, size: Size): Promise<readonly Finding[]> {
  if (size.count === 0) return [];
  const { sent, leaks } = await withDatabaseServer(() => fuzzSecrets({ seed, ...size }));
  console.log(`${sent} requests with secrets.`);
  return leaks.map((leak) => ({ fault: 'a secret can be read', input: leak }));
}

async function attackServer(seed: number, size: Size): Promise<readonly Finding[]> {
  if (size.count === 0) return [];
  const server = await FuzzServer.start();
  try {
    const outcome = await fuzzRequests(server, { seed, ...size });
    console.log(describeRequests(outcome));
    return allFindings(outcome);
  } finally {
    await server.stop();
  }
}

function describeRequests({ sent, stall, memory }: RequestOutcome): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const growth = `${megabytes(memory.before)} after a fifth, ${megabytes(memory.after)} at the end`;
  return `${sent} requests, longest stall ${stall.milliseconds} ms, memory ${growth}.`;
}

function conclude(seed: number, findings: readonly Finding[]): number {
  if (findings.length === 0) {
    console.log('Nothing was found.');
    return 0;
  }
  const folder = join(ROOT, 'var', 'fuzz', String(seed));
  writeFindings(folder, findings);
  console.log(`${findings.length} findings, each with its input in ${folder}:\n${renderSummary(findings)}`);
  return 1;
}

/** Sends the request of a finding to a new server. */
async function sendAgain(file: string): Promise<number> {
  const { input } = JSON.parse(readFileSync(file, 'utf8')) as Finding;
  const server = await FuzzServer.start();
  try {
    const session = await server.login();
    const text = JSON.stringify(input)
      .replaceAll(SESSION, session)
      .replaceAll(/\{\{\w+\}\}/g, '2');
    const answer = await send(server.base, JSON.parse(text) as Sample);
    console.log(answer, server.tail());
    return 0;
  } finally {
    await server.stop();
  }
}
