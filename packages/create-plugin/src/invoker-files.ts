import type { Names } from './names.js';
import type { Kind } from './package-files.js';

/** A new invoker posts to a chat. */
export const invokerKind: Kind = { name: 'invoker', code, test, definition, usage };

function code({ type, name, variable }: Names): string {
  return `import { createError, defineInvoker, isData } from '@ticketgate/sdk';

const NoTicket = createError('${name}.NoTicket', () => 'The data of the event has no TicketID.', 'Invalid');

export const ${variable} = defineInvoker({
  type: '${type}',
  summary: 'Tells a chat what happened to a ticket.',
  config: { Room: { type: 'string' } }, // keys of its entry in the web service
  payload: {
    type: 'object',
    required: ['room', 'text'],
    properties: { room: { type: 'string' }, text: { type: 'string' } },
  },
  examples: [
    {
      summary: 'Tells the room of the help desk about a new ticket.',
      data: { Event: 'TicketCreate', TicketID: 7 },
      config: { Room: 'helpdesk' },
      payload: { room: 'helpdesk', text: 'TicketCreate: ticket 7' },
      answer: { id: 12 },
      result: { MessageID: 12 },
    },
  ],
  prepare(data, { binding }) {
    if (!isData(data) || data.TicketID === undefined) throw new NoTicket();
    return { room: binding.options.Room ?? 'general', text: \`\${data.Event}: ticket \${data.TicketID}\` };
  },
  handle: (answer) => ({ MessageID: isData(answer) ? answer.id : undefined }),
});
`;
}

function test({ variable, file, name, type }: Names): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext, describeInvoker } from '@ticketgate/sdk/testing';

import { ${variable} } from '../${file}.js';

describeInvoker(${variable});

test('${type} sends nothing without a ticket', async () => {
  const context = await createTestContext({ invokers: [${variable}] });
  try {
    const called = await context.invoke(${variable}, { data: { Event: 'QueueCreate' } });
    assert.match(called.errorMessage, /^${name}\\.NoTicket/);
    assert.deepEqual(called.sent, []);
  } finally {
    await context.close();
  }
});
`;
}

function definition({ type, name }: Names): string {
  return `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://chat.example.org # the other system
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping:
        ${name}: { Controller: /messages }
  Invoker:
    ${name}:
      Type: '${type}'
      Events: [{ Event: TicketCreate, Asynchronous: '1' }]
      Room: helpdesk
`;
}

function usage({ name }: Names): string {
  return `Write the address of the other system into \`webservices/${name}.yml\` and run it. Each new ticket calls it; by hand:

    npx ticketgate serve --config gateway.yml
    npx ticketgate invoke ${name} ${name} --ticket 1 --dry-run --config gateway.yml`;
}
