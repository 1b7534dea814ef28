import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadWebService } from '@ticketgate/definition';
import { meetsCondition } from '@ticketgate/requester';
import type { Data } from '@ticketgate/sdk';

const RECORDED = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'oracle', 'requester');
const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded conditions (../shared/oracle/requester) are not here\n');

interface RecordedEvent {
  readonly name: string;
  readonly group: string;
  readonly definition: string;
  readonly trigger: { readonly event?: { readonly event: string; readonly data: Data } };
  readonly outgoing: readonly unknown[];
  /** Of those with a ticket of their own. */
  readonly note?: string;
}

/** What the event brings decides before its condition is looked at. */
function isUnconditional({ name }: RecordedEvent): boolean {
  return name.startsWith('cond.condition.');
}

function calls({ definition, trigger }: RecordedEvent, ticket: Data): number {
  const { webService } = loadWebService(readFileSync(join(RECORDED, definition), 'utf8'));
  const invokers = [...(webService?.requester?.invokers.values() ?? [])];
  const heard = invokers.flatMap(({ events }) => events.filter(({ event }) => event === trigger.event?.event));
  return heard.filter(({ condition }) => condition === undefined || meetsCondition(condition, ticket)).length;
}

describe('the recorded conditions of an OTOBO 11', () => {
  (isThere ? it : it.skip)('call the same invokers', () => {
    const { ticket, article } = JSON.parse(readFileSync(join(RECORDED, 'condition-ticket.json'), 'utf8')) as {
      readonly ticket: Data;
      readonly article?: Data;
    };
    const cases = readFileSync(join(RECORDED, 'requester.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedEvent)
      .filter((each) => each.group === 'conditions' && each.trigger.event !== undefined)
      .filter((each) => each.note === undefined && !isUnconditional(each));
    const differing = cases
      .filter((each) => calls(each, { ...ticket, ...article }) !== each.outgoing.length)
      .map(({ name }) => name);
    expect(differing).toEqual([]);
    expect(cases.length).toBeGreaterThan(70);
  });
});
