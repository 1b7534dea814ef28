import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Finding } from './finding.js';
import type { RequestOutcome } from './fuzz-requests.js';

/** Milliseconds that the server may keep others waiting. */
export const LONGEST_STALL = 200;
/** Bytes that resident memory may grow by after the first fifth of a run. */
const GROWTH = 150_000_000;

/** Everything that was found, the stall and the memory among it. */
export function allFindings({ findings, stall, memory }: RequestOutcome): readonly Finding[] {
  const stalled: readonly Finding[] =
    stall.milliseconds > LONGEST_STALL
      ? [{ fault: `others waited ${stall.milliseconds} ms, while these were under way`, input: stall.underWay }]
      : [];
  const growth = memory.after - memory.before;
  const grown: readonly Finding[] =
    growth > GROWTH ? [{ fault: `memory grew by ${Math.round(growth / 1e6)} MB`, input: memory }] : [];
  return [...findings, ...stalled, ...grown];
}

/** Faults with how often they came, the most frequent first. */
export function renderSummary(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { fault } of findings) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  const lines = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([fault, count]) => `  ${count} × ${fault.slice(0, 300)}`);
  return lines.join('\n');
}

/** One file for each finding, to be sent again with `npm run fuzz -- --again <file>`. */
export function writeFindings(folder: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  mkdirSync(folder, { recursive: true });
  for (const [index, finding] of findings.entries()) {
    writeFileSync(join(folder, `${index + 1}.json`), `${JSON.stringify(finding, undefined, 2)}\n`);
  }
}
