import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { createTestContext, describeOperation, type TestContext } from '@ticketgate/sdk/testing';
import { plugin as tickets } from '@ticketgate/plugin-ticket';

import { chatPost } from '../chat-post.js';
import { plugin } from '../index.js';

let context: TestContext;
let posted: { readonly text: string; readonly key: string | undefined }[] = [];
let status = 204;

/** Stands for the chat. */
const chat = createServer((request, response) => {
  void (async () => {
    posted.push({ text: toText(await text(request)), key: keyOf(request) });
    response.writeHead(status).end();
  })();
});

const toText = (body: string) => (JSON.parse(body) as { text: string }).text;
const keyOf = ({ headers }: IncomingMessage) => headers['idempotency-key']?.toString();

before(async () => {
  await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
  const { port } = chat.address() as AddressInfo;
  context = await createTestContext({
    plugins: [tickets, plugin],
    settings: { 'Chat::URL': `http://127.0.0.1:${port}/post`, 'Chat::Hosts': [`127.0.0.1:${port}`] },
    accounts: { agents: [{ login: 'anna', groups: ['users'] }] },
    database: true,
  });
});

after(async () => {
  await context.close();
  chat.closeAllConnections();
  chat.close();
});

beforeEach(() => {
  posted = [];
  status = 204;
});

async function createTicket(title: string): Promise<string> {
  const Ticket = {
    Title: title,
    Queue: 'Raw',
    State: 'new',
    Priority: '3 normal',
    CustomerUser: 'carla@customer.example',
  };
  const Article = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };
  const operation = { type: 'Ticket::TicketCreate' } as const;
  const { data } = await context.inject(operation, { input: { Ticket, Article }, as: 'anna' });
  return String(data.TicketNumber);
}

describeOperation(chatPost, { context: () => context, as: 'anna' });

test('the chat is told of a new ticket, once', async () => {
  const number = await createTicket('Printer on fire');
  assert.deepEqual(posted, []);
  const [outcome] = await context.deliverEvents();
  assert.equal(outcome?.kind, 'handled');
  await context.deliverEvents();
  assert.deepEqual(posted, [{ text: `New in Raw: Printer on fire (${number})`, key: outcome.event.id }]);
});

test('a chat that is away is told later, with the same key', async () => {
  await createTicket('Lamp');
  status = 503;
  const [first] = await context.deliverEvents();
  assert.equal(first?.kind, 'postponed');
  assert.match(String(first.error), /The chat answered 503\./);
  status = 204;
  assert.deepEqual(await context.deliverEvents(), []);
  context.clock.advance(60);
  const [second] = await context.deliverEvents();
  assert.equal(second?.kind, 'handled');
  assert.equal(posted.length, 2);
  assert.equal(posted[0]?.key, posted[1]?.key);
});

test('an operation says when the chat does not take a message', async () => {
  status = 500;
  const answer = await context.inject(chatPost, { input: { Text: 'Hello' }, as: 'anna' });
  assert.equal(answer.status, 503);
  assert.match(answer.text, /ChatPost\.ChatAway/);
});
