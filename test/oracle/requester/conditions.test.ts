import { loadWebService } from '@ticketgate/definition';
import { meetsCondition } from '@ticketgate/runtime/invokers/call';
import type { Data } from '@ticketgate/sdk';

import { isThere, playerOf, readRecorded, readRecordedFile, type Recorded } from './recorded.js';

function calls({ definition, trigger }: Recorded, ticket: Data): number {
  const { webService } = loadWebService(readRecordedFile(definition));
  const invokers = [...(webService?.requester?.invokers.values() ?? [])];
  const heard = invokers.flatMap(({ events }) => events.filter(({ event }) => event === trigger.event?.event));
  return heard.filter(({ condition }) => condition === undefined || meetsCondition(condition, ticket)).length;
}

describe('the recorded conditions of an OTOBO 11', () => {
  (isThere ? it : it.skip)('call the same invokers', () => {
    const { ticket, article } = JSON.parse(readRecordedFile('condition-ticket.json')) as {
      readonly ticket: Data;
      readonly article?: Data;
    };
    const cases = readRecorded().filter((each) => playerOf(each) === 'conditions');
    const differing = cases.filter((each) => calls(each, { ...ticket, ...article }) !== each.outgoing.length);
    expect(differing.map(({ name }) => name)).toEqual([]);
  });
});
