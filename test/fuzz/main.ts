import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { fuzzDefinitions } from './fuzz-definitions.js';
import type { Finding } from './finding.js';
import { fuzzRequests } from './fuzz-requests.js';
import { FuzzServer } from './fuzz-server.js';
import { Random } from './random.js';
import { allFindings, renderSummary, writeFindings } from './report.js';
import { ROOT } from './root.js';
import type { Sample } from './sample.js';
import { SESSION } from './seeds.js';
import { send } from './send.js';

/** Share of the time that definitions get. */
const FOR_DEFINITIONS = 0.15;
const DEFINITIONS = 20_000;

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, again: { type: 'string' } },
});
process.exitCode = values.again === undefined ? await fuzz() : await sendAgain(values.again);

async function fuzz(): Promise<number> {
  const seconds = readNumber('--minutes', values.minutes ?? '10') * 60;
  const seed = readNumber('--seed', values.seed ?? String(Date.now() % 1_000_000));
  console.log(`Seed ${seed}, ${Math.round(seconds)} s. The same again: npm run fuzz -- --seed ${seed}`);
  const definitions = fuzzDefinitions(new Random(seed), { count: DEFINITIONS, seconds: seconds * FOR_DEFINITIONS });
  console.log(`${definitions.checked} definitions, the slowest took ${Math.round(definitions.slowest)} ms.`);
  const server = await FuzzServer.start();
  try {
    const left = seconds * (1 - FOR_DEFINITIONS);
    const requests = await fuzzRequests(server, { seed, count: Infinity, seconds: left });
    const { before, after } = requests.memory;
    const memory = `${Math.round(before / 1e6)} MB after a fifth, ${Math.round(after / 1e6)} MB at the end`;
    console.log(`${requests.sent} requests, longest stall ${requests.stall.milliseconds} ms, memory ${memory}.`);
    return conclude(seed, allFindings(definitions, requests));
  } finally {
    await server.stop();
  }
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

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0))
    throw new Error(`${name} is "${text}"; write a number, for example ${name} 10.`);
  return number;
}
