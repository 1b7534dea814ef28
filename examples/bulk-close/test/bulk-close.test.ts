import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestContext, describeOperation, type TestContext } from '@ticketgate/sdk/testing';
import { plugin as tickets } from '@ticketgate/plugin-ticket';

import { bulkClose } from '../bulk-close.js';
import { plugin } from '../index.js';

let context: TestContext;

before(async () => {
  context = await createTestContext({
    plugins: [tickets, plugin],
    accounts: { agents: [{ login: 'anna', groups: ['users'] }] },
    database: true,
  });
  await createTicket('Old toner');
});

after(() => context.close());

async function createTicket(title: string): Promise<number> {
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
  return Number(data.TicketID);
}

const close = (input: Readonly<Record<string, unknown>>) => context.inject(bulkClose, { input, as: 'anna' });

async function openTickets(title: string): Promise<number> {
  const rows = await context.query(
    `select 1 from ticket join ticket_state on ticket_state.id = ticket.ticket_state_id
     where title = $1 and ticket_state.name = 'new'`,
    [title],
  );
  return rows.length;
}

describeOperation(bulkClose, { context: () => context, as: 'anna' });

test('all tickets of a search are closed, and no others', async () => {
  const ids = [await createTicket('Lamp'), await createTicket('Lamp')];
  await createTicket('Chair');
  const { status, data } = await close({ Search: { Title: 'Lamp', SortBy: 'Age', OrderBy: 'Up' } });
  assert.equal(status, 200);
  assert.deepEqual(data, { Closed: 2, Failed: 0, Tickets: ids.map((TicketID) => ({ TicketID, Closed: 1 })) });
  assert.deepEqual([await openTickets('Lamp'), await openTickets('Chair')], [0, 1]);
});

test('a ticket that cannot be closed says why, and the others are closed', async () => {
  const [first, second] = [await createTicket('Desk'), await createTicket('Desk')];
  // Another system holds one of them for longer than a statement may take; here a trigger stands for that.
  await context.query(
    `create function refuse() returns trigger language plpgsql as
     $$ begin if new.id = ${first} then raise exception 'held'; end if; return new; end $$`,
  );
  await context.query('create trigger refuse before update on ticket for each row execute function refuse()');
  const { data } = await close({ Search: { Title: 'Desk', SortBy: 'Age', OrderBy: 'Up' } });
  await context.query('drop trigger refuse on ticket');
  const Failed = { ErrorCode: 'BulkClose.Failed', ErrorMessage: 'The log has the reason.' };
  assert.deepEqual(data, {
    Closed: 1,
    Failed: 1,
    Tickets: [
      { TicketID: first, Closed: 0, ...Failed },
      { TicketID: second, Closed: 1 },
    ],
  });
  assert.equal(await openTickets('Desk'), 1);
});

test('a state that does not exist is said for each ticket', async () => {
  const { data } = await close({ Search: { Title: 'Desk', StateType: ['new'] }, State: 'shut' });
  assert.equal(data.Failed, 1);
  assert.match(JSON.stringify(data.Tickets), /TicketUpdate\.InvalidParameter/);
});

test('a search that finds more than 1,000 tickets closes none', async () => {
  await context.query(`insert into ticket (tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id,
      ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time,
      escalation_update_time, escalation_response_time, escalation_solution_time, archive_flag,
      create_time, create_by, change_time, change_by)
    select 'bulk' || n, 'Bulk', queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id,
      ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time,
      escalation_response_time, escalation_solution_time, archive_flag, create_time, create_by, change_time, change_by
    from ticket, generate_series(1, 1001) as n where title = 'Chair'`);
  const { status, text } = await close({ Search: { Title: 'Bulk' } });
  assert.equal(status, 400);
  assert.match(text, /The search finds more than 1000 tickets\./);
  assert.equal(await openTickets('Bulk'), 1001);
});
