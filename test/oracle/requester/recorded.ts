import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Data } from '@ticketgate/sdk';

import type { ArrivedRequest, ScriptedAnswer } from '../../../packages/runtime/test/invokers/remote.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
export const ORACLE = join(ROOT, '..', 'shared', 'oracle');
const RECORDED = join(ORACLE, 'requester');

export const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded calls (../shared/oracle/requester) are not here\n');

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Data;
}

/** A call that waits in the recorded system. */
export interface RecordedTask {
  readonly ExecutionTime?: string;
  readonly Data: { readonly Data: Data; readonly Invoker: string; readonly PastExecutionData?: Data | null };
}

/** What happened in an OTOBO 11 (`README.md` of the recordings). */
export interface Recorded {
  readonly name: string;
  readonly group: string;
  readonly note?: string;
  readonly definition: string;
  readonly captures?: Readonly<Record<string, string>>;
  readonly setup?: readonly RecordedRequest[];
  readonly remote: readonly ScriptedAnswer[];
  readonly trigger: {
    readonly run?: { readonly invoker: string; readonly data: unknown; readonly past?: Data };
    readonly event?: { readonly event: string; readonly data: Data };
    readonly provider?: RecordedRequest;
    readonly steps?: string;
    readonly eventName?: string;
  };
  readonly answer?: { readonly status: number; readonly body: string };
  readonly result?: { readonly Success: number; readonly ErrorMessage?: string; readonly Data?: unknown };
  readonly died?: string;
  readonly outgoing: readonly (ArrivedRequest & { readonly bodyBase64?: string })[];
  readonly debugger: readonly { readonly level: string; readonly subject: string }[];
  readonly tasks?: {
    readonly now: string;
    readonly task: readonly RecordedTask[];
    readonly future: readonly RecordedTask[];
  };
  readonly steps?: unknown;
  readonly effect?: { readonly dynamicFields: readonly { readonly name: string; readonly text: string | null }[] };
}

export function readRecorded(): readonly Recorded[] {
  if (!isThere) return [];
  const lines = readFileSync(join(RECORDED, 'requester.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

export function readRecordedFile(name: string): string {
  return readFileSync(join(RECORDED, name), 'utf8');
}

/** The test that plays a case; undefined: none can. */
export function playerOf(recorded: Recorded): 'calls' | 'tickets' | 'conditions' | 'events' | undefined {
  const { name, group, trigger } = recorded;
  if (group === 'other-objects') return undefined;
  if (trigger.run !== undefined && name !== 'inv.own-provider-ticket-create') {
    return ['ticket-invoker', 'write-back'].includes(group) ? 'tickets' : 'calls';
  }
  if (trigger.eventName !== undefined && group === 'retry') return 'calls';
  return isOfRecordedTicket(recorded) ? 'conditions' : 'events';
}

/** Whether it is about the ticket of `condition-ticket.json`. */
function isOfRecordedTicket({ name, group, note, trigger }: Recorded): boolean {
  return (
    group === 'conditions' && trigger.event !== undefined && note === undefined && !name.startsWith('cond.condition.')
  );
}

/** Names of cases that `docs/compatibility.md` explains. */
export function explainedNames(): ReadonlySet<string> {
  const page = readFileSync(join(ROOT, 'docs', 'compatibility.md'), 'utf8');
  const bold = page.match(/(?<=\*\*)[^*]+(?=\*\*)/g) ?? [];
  return new Set(bold.flatMap((names) => names.split(/,\s+/)));
}
