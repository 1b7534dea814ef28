import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { readAgainstOptions, USAGE } from './against/against-options.js';
import { compareCheckouts } from './against/compare-checkouts.js';
import { ATTACHED_USAGE, readAttachedOptions } from './attached/attached-options.js';
import { measureAgainstPeers } from './measures/against-peers.js';
import { measureAttached, renderAttached, writeAttached } from './measures/attached.js';
import { startBench, type Bench } from './measures/bench.js';
import { measureConsole } from './measures/console.js';
import { measureFeatures } from './measures/features.js';
import { measureHosts } from './measures/hosts.js';
import { measureInvokers } from './measures/invokers.js';
import { measureMemory } from './measures/memory.js';
import { measureOperations, type OperationSpeed } from './measures/operations.js';
import { measureSoap } from './measures/soap.js';
import { measurePartitions } from './measures/partitions.js';
import { measureScale } from './measures/scale.js';
import { measureStandbys } from './measures/standbys.js';
import { measureStarts } from './measures/starts.js';
import { measureWorkers } from './measures/workers.js';
import type { Measured } from './report/measure.js';
import { renderMeasures, renderSpent, renderTable } from './report/render-table.js';
import { processorTime, stolenSince } from './system/stolen-time.js';

const TICKETS = 10_000;
/** Share of the processor time that others may take before ratios of single turns mean little. */
const TOLERATED = 0.03;

const MEASURES: Readonly<Record<string, (bench: Bench) => Promise<readonly Measured[]>>> = {
  peers: measureAgainstPeers,
  features: measureFeatures,
  workers: measureWorkers,
  memory: measureMemory,
  starts: measureStarts,
  invokers: measureInvokers,
  soap: measureSoap,
};

/** Takes longer than all others, or needs a browser (Debian's Chromium): only where it is named. */
const LONG_MEASURES: typeof MEASURES = {
  scale: measureScale,
  partitions: measurePartitions,
  console: measureConsole,
  standbys: measureStandbys,
};

const [first, ...rest] = process.argv.slice(2);
if (first === 'against') await against(rest);
else if (first === 'attached') await attached(rest);
else if (first === 'hosts') await hosts(rest);
else await main(process.argv.slice(2));

async function against(words: readonly string[]): Promise<void> {
  const began = processorTime();
  await reportWrongUse(USAGE, async () => {
    const isFine = await compareCheckouts(readAgainstOptions(words));
    tellDisturbance(stolenSince(began));
    process.exitCode = isFine ? 0 : 1;
  });
}

async function attached(words: readonly string[]): Promise<void> {
  const began = processorTime();
  await reportWrongUse(ATTACHED_USAGE, async () => {
    const result = await measureAttached(readAttachedOptions(words));
    console.log(`\n${renderAttached(result.points)}`);
    if (result.measures.length > 0) console.log(`\n${renderMeasures(result.measures)}`);
    const stolen = stolenSince(began);
    tellDisturbance(stolen);
    writeAttached({ ...circumstances(), stolen }, result);
  });
}

async function hosts(words: readonly string[]): Promise<void> {
  const began = processorTime();
  await reportWrongUse(ATTACHED_USAGE, async () => {
    const measures = await measureHosts(readAttachedOptions(words, '8'));
    console.log(`\n${renderMeasures(measures)}\n\n${renderSpent(measures)}`);
    const stolen = stolenSince(began);
    tellDisturbance(stolen);
    writeFileSync('bench-hosts.json', `${JSON.stringify({ ...circumstances(), stolen, measures }, undefined, 2)}\n`);
  });
}

/** What is missing, and how it is called, instead of a stack. */
async function reportWrongUse(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
  }
}

async function main(names: readonly string[]): Promise<void> {
  const usual = ['operations', ...Object.keys(MEASURES)];
  const known = [...usual, ...Object.keys(LONG_MEASURES)];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(
      `There is no measure "${unknown.join('", "')}". There are: ${known.join(', ')}; and, by themselves, attached, hosts and against <checkout>.`,
    );
    process.exitCode = 2;
    return;
  }
  await measure(names.length === 0 ? usual : names);
}

async function measure(names: readonly string[]): Promise<void> {
  const began = processorTime();
  const bench = await startBench(TICKETS);
  try {
    const operations = names.includes('operations') ? await measureOperations(bench) : [];
    if (operations.length > 0) console.log(`\n${renderOperations(operations)}`);
    const measures: Measured[] = [];
    for (const [name, run] of Object.entries({ ...MEASURES, ...LONG_MEASURES })) {
      if (!names.includes(name)) continue;
      const measured = await run(bench);
      if (measured.length > 0) console.log(`\n${renderMeasures(measured)}`);
      measures.push(...measured);
    }
    if (measures.some(({ spent = [] }) => spent.length > 0)) console.log(`\n${renderSpent(measures)}`);
    const stolen = stolenSince(began);
    tellDisturbance(stolen);
    writeFileSync(
      'bench.json',
      `${JSON.stringify({ ...circumstances(), tickets: TICKETS, stolen, operations, measures }, undefined, 2)}\n`,
    );
  } finally {
    await bench.system.stop();
  }
}

function tellDisturbance(stolen: number | undefined): void {
  if (stolen === undefined || stolen <= TOLERATED) return;
  const share = (stolen * 100).toFixed(0);
  const sentence = `Other virtual machines took ${share} % of the processor time meanwhile: measure again when they are quiet.`;
  console.log(`\n${sentence}`);
}

function circumstances(): object {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const processors = cpus();
  return {
    commit,
    time: new Date().toISOString(),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
    node: process.version,
  };
}

function renderOperations(speeds: readonly OperationSpeed[]): string {
  return renderTable(
    ['operation', 'credentials', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request', 'memory MB'],
    speeds.map((each) => [
      each.operation,
      each.credentials,
      String(each.connections),
      each.perSecond.toFixed(0),
      each.p50.toFixed(1),
      each.p99.toFixed(1),
      each.cpu?.toFixed(2) ?? '-',
      each.memory === undefined ? '-' : (each.memory / 1024 / 1024).toFixed(0),
    ]),
  );
}
