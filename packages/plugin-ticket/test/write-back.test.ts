import type { Data } from '@ticketgate/sdk';
import { collectingLogger } from '../../../test/support/index.js';

import { readInvokerOptions } from '../src/invokers/invoker-options.js';
import { writeBack } from '../src/invokers/write-back.js';
import type { TicketContext } from '../src/plugin/ticket-system.js';
import { ticketGet } from '../src/operations/ticket-get.js';
import { TicketTests } from './support/ticket-tests.js';

const ANSWER = { Ticket: { DynamicField: { Name: 'ExternalRef', Value: 'R-7' } } };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

async function write(ticketID: number): Promise<string> {
  const logger = collectingLogger();
  const context: TicketContext = { ...tests.context(ticketGet, {}), services: tests.system, logger };
  const catalogue = await tests.system.catalogue.current();
  const config: Data = { DynamicFieldList: ['ExternalRef'] };
  const options = readInvokerOptions(config, tests.settings(), catalogue);
  await writeBack(ANSWER, ticketID, { options, context });
  return logger.lines.join();
}

describe('the response of another system', () => {
  it('is written to the dynamic fields of its ticket', async () => {
    const id = await tests.ticket();
    expect(await write(id)).toBe('');
    const values = await tests.query('select value_text as value from dynamic_field_value where object_id = $1', [id]);
    expect(values).toEqual([{ value: 'R-7' }]);
  });

  it('is logged as not written when its ticket was deleted meanwhile', async () => {
    expect(await write(4711)).toContain('the ticket 4711 was deleted before the response could be written to it');
  });
});
