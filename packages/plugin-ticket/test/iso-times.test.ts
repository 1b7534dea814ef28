import type { Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketGet } from '../src/operations/ticket-get.js';
import { ticketHistoryGet } from '../src/operations/ticket-history-get.js';
import { ticketList } from '../src/operations/ticket-list.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { TicketTests, type Call } from './support/ticket-tests.js';

const ARTICLE = { Subject: 's', Body: 'b', ContentType: 'text/plain; charset=utf-8' };
const TICKET = {
  Title: 't',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  Type: 'Incident',
  CustomerUser: 'jane',
};
const CALL: Call = { profile: 'contract', times: 'iso', options: { IncludeTicketData: '1' } };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

const inZone = <Result>(zone: string, work: () => Promise<Result>) => tests.withSettings({ OTOBOTimeZone: zone }, work);

describe('Times in ISO 8601', () => {
  it('stand beside the form of the family, with the offset of the zone at that time', async () => {
    const id = await tests.ticket({ create_time: '2026-07-01 12:00:00', change_time: '2026-12-01 12:00:00' });
    const read = async (zone: string) => {
      const answer = await inZone(zone, () => tests.run(ticketGet, { TicketID: id }, CALL));
      const [{ Created, CreatedISO, Changed, ChangedISO } = {}] = answer.Ticket as readonly Data[];
      return { Created, CreatedISO, Changed, ChangedISO };
    };
    const family = { Created: '2026-07-01 12:00:00', Changed: '2026-12-01 12:00:00' };
    expect(await read('Europe/Berlin')).toEqual({
      ...family,
      CreatedISO: '2026-07-01T12:00:00+02:00',
      ChangedISO: '2026-12-01T12:00:00+01:00',
    });
    expect(await read('America/St_Johns')).toMatchObject({ ChangedISO: '2026-12-01T12:00:00-03:30' });
    expect(await read('UTC')).toMatchObject({ ChangedISO: '2026-12-01T12:00:00+00:00' });
  });

  it('come in every operation that answers times, and only where they are asked for', async () => {
    const whole = { Ticket: TICKET, Article: ARTICLE };
    const { TicketID } = await tests.run(ticketCreate, whole);
    const requests = [
      { operation: ticketCreate, input: whole },
      { operation: ticketGet, input: { TicketID, AllArticles: 1 } },
      { operation: ticketList, input: { TicketID } },
      { operation: ticketHistoryGet, input: { TicketID } },
      { operation: ticketUpdate, input: { TicketID, Article: ARTICLE } },
    ];
    for (const { operation, input } of requests) {
      const answer = JSON.stringify(await tests.run(operation, input, CALL));
      expect(answer).toMatch(/"(?:CreatedISO|CreateTimeISO)":"2026-11-23T12:00:00\+00:00"/);
      expect(JSON.stringify(await tests.run(operation, input, { ...CALL, times: 'family' }))).not.toContain('ISO');
    }
  });

  it('are not made from values that clients store', async () => {
    const id = await tests.ticket({ title: '2026-01-01 00:00:00' });
    const DynamicField = { Name: 'DueAt', Value: '2026-01-01 00:00:00' };
    await tests.run(ticketUpdate, { TicketID: id, DynamicField });
    const answer = await tests.run(ticketGet, { TicketID: id, DynamicFields: 1 }, CALL);
    expect(JSON.stringify(answer).match(/\w+ISO"/g)).toEqual(['CreatedISO"', 'ChangedISO"']);
  });
});
