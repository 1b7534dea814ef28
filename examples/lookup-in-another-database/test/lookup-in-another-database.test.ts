import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestContext, describeOperation, type TestContext } from '@ticketgate/sdk/testing';
import { plugin as tickets } from '@ticketgate/plugin-ticket';

import { assetsOfTicket } from '../assets-of-ticket.js';
import { plugin } from '../index.js';

/** A PostgreSQL that has nothing to do with tickets. */
let other: TestContext;
let context: TestContext;
let ticketID = 0;

before(async () => {
  other = await createTestContext({ database: true });
  await other.query('create table asset (name text, serial text, customer_id text)');
  await other.query("insert into asset values ('Printer', 'P-1', 'acme'), ('Lamp', 'L-9', 'another')");
  context = await createTestContext({
    plugins: [tickets, plugin],
    settings: { 'Assets::URL': other.databaseURL, CheckEmailAddresses: 0 },
    accounts: {
      agents: [{ login: 'anna', groups: ['users'] }, { login: 'otto' }],
      customers: [{ login: 'carla', firstName: 'Carla', lastName: 'C', customerID: 'acme' }],
    },
    database: true,
  });
  const Ticket = { Title: 'Ink', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'carla' };
  const Article = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };
  const operation = { type: 'Ticket::TicketCreate' } as const;
  const { data } = await context.inject(operation, { input: { Ticket, Article }, as: 'anna' });
  ticketID = Number(data.TicketID);
});

after(async () => {
  await context.close();
  await other.close();
});

describeOperation(assetsOfTicket, {
  context: () => context,
  as: 'anna',
  prepare: (input) => ({ ...input, TicketID: ticketID }),
});

const find = (as: string) => context.inject(assetsOfTicket, { input: { TicketID: ticketID }, as });

test('the assets of the customer of a ticket are listed, and no others', async () => {
  const { data } = await find('anna');
  assert.deepEqual(data, { Assets: [{ Name: 'Printer', Serial: 'P-1' }] });
});

test('who may not read the ticket does not see them', async () => {
  const { status, text } = await find('otto');
  assert.equal(status, 403);
  assert.match(text, /TicketGet\.AccessDenied/);
});

test('a look-up that fails is a 503', async () => {
  await other.query('alter table asset rename to gone');
  const { status, text } = await find('anna');
  await other.query('alter table gone rename to asset');
  assert.equal(status, 503);
  assert.match(text, /AssetsOfTicket\.AssetsAway/);
});
