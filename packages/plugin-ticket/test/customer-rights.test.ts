import type { Caller, Data } from '@ticketgate/sdk';

import { ticketCreate } from '../src/operations/ticket-create.js';
import { ticketDelete } from '../src/operations/ticket-delete.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { BOSS, CUSTOMER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
  await tests.query(
    `insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
     values (3, 1, 'note', '2026-11-21 00:00:00', 1, '2026-11-21 00:00:00', 1)`,
  );
});

afterAll(() => tests.stop());

const AS_CUSTOMER: Call = { caller: CUSTOMER, profile: 'contract' };
const NOTE_TAKER: Caller = { type: 'User', userID: 3, login: 'roagent' };
const ARTICLE = { Subject: 's', Body: 'b', ContentType: 'text/plain; charset=utf-8' };
const TICKET = {
  Title: 't',
  Queue: 'Misc',
  State: 'new',
  Priority: '3 normal',
  Type: 'Incident',
  CustomerUser: 'customer@example.com',
};

const tried = async (ticket: Data, call: Call = AS_CUSTOMER) =>
  tests.failure(ticketUpdate, { TicketID: await tests.ticket(), ...ticket }, call);
const refusal = (operation: string, what: string) =>
  `${operation}.AccessDenied | ${operation}: Customers may not set ${what} in this web service. Leave it out.`;

/** Sender, visibility and From of the articles of a ticket. */
const articles = (ticketID: number) =>
  tests.query(
    `select s.name as sender, a.is_visible_for_customer as visible, m.a_from from article a
     join article_sender_type s on s.id = a.article_sender_type_id join article_data_mime m on m.article_id = a.id
     where a.ticket_id = $1 order by a.id`,
    [ticketID],
  );

describe('A customer who updates a ticket in profile contract', () => {
  it('adds visible articles in their own name', async () => {
    const id = await tests.ticket();
    await tests.run(ticketUpdate, { TicketID: id, Article: ARTICLE }, AS_CUSTOMER);
    const same = { SenderType: 'customer', CommunicationChannel: 'Internal', IsVisibleForCustomer: 1 };
    const Article = { ...ARTICLE, ...same, From: 'The Boss <CUSTOMER@example.com>' };
    await tests.run(ticketUpdate, { TicketID: id, Article }, AS_CUSTOMER);
    const own = { sender: 'customer', visible: 1, a_from: '"Carla Customer" <customer@example.com>' };
    expect(await articles(id)).toEqual([own, own]);
  });

  it.each<[Data, string]>([
    [{ Ticket: { Title: 'x' } }, 'Ticket->Title'],
    [{ Ticket: { Queue: 'Restricted' } }, 'Ticket->Queue'],
    [{ Ticket: { QueueID: 6 } }, 'Ticket->QueueID'],
    [{ Ticket: { State: 'closed successful' } }, 'Ticket->State'],
    [{ Ticket: { OwnerID: 2 } }, 'Ticket->OwnerID'],
    [{ Ticket: { Owner: 2 } }, 'Ticket->OwnerID'],
    [{ Ticket: { Responsible: 'bossagent' } }, 'Ticket->Responsible'],
    [{ Ticket: { Lock: 'lock' } }, 'Ticket->Lock'],
    [{ Ticket: { CustomerUser: 'jane' } }, 'Ticket->CustomerUser'],
    [{ Ticket: { CustomerID: 'XYZ' } }, 'Ticket->CustomerID'],
    [{ DynamicField: { Name: 'Impact', Value: 'high' } }, 'DynamicField "Impact"'],
    [{ Article: { ...ARTICLE, SenderType: 'agent' } }, 'Article->SenderType'],
    [{ Article: { ...ARTICLE, SenderTypeID: 1 } }, 'Article->SenderTypeID'],
    [{ Article: { ...ARTICLE, From: '"Boss" <boss@customer.org>' } }, 'Article->From'],
    [{ Article: { ...ARTICLE, HistoryType: 'Misc' } }, 'Article->HistoryType'],
    [{ Article: { ...ARTICLE, HistoryComment: 'x' } }, 'Article->HistoryComment'],
    [{ Article: { ...ARTICLE, TimeUnit: 5 } }, 'Article->TimeUnit'],
    [{ Article: { ...ARTICLE, IsVisibleForCustomer: 0 } }, 'Article->IsVisibleForCustomer'],
    [{ Article: { ...ARTICLE, CommunicationChannel: 'Phone' } }, 'Article->CommunicationChannel'],
    [{ Article: { ...ARTICLE, To: 'all@customer.org' } }, 'Article->To'],
  ])('may not send %j', async (...[input, what]) => {
    expect(await tried(input)).toBe(refusal('TicketUpdate', what));
  });

  it('sets what the service names, and nothing else', async () => {
    const call = { ...AS_CUSTOMER, customersMay: ['State', 'Priority', 'DynamicField_Impact'] };
    const id = await tests.ticket();
    const DynamicField = { Name: 'Impact', Value: 'high' };
    await tests.run(
      ticketUpdate,
      { TicketID: id, Ticket: { StateID: 2, Priority: '1 very low' }, Article: ARTICLE, DynamicField },
      call,
    );
    expect(await tests.query('select ticket_state_id, ticket_priority_id from ticket where id = $1', [id])).toEqual([
      { ticket_state_id: 2, ticket_priority_id: 1 },
    ]);
    expect(await tried({ Ticket: { Title: 'x' } }, call)).toBe(refusal('TicketUpdate', 'Ticket->Title'));
    expect(await tried({ DynamicField: { Name: 'Notes', Value: 'x' } }, call)).toBe(
      refusal('TicketUpdate', 'DynamicField "Notes"'),
    );
  });

  it('acts with their own permissions, not with those of user 1', async () => {
    const call = { ...AS_CUSTOMER, customersMay: ['Queue', 'Title'] };
    await tests.withSettings({ CustomerGroupSupport: 1, CustomerGroupAlwaysGroups: ['users'] }, async () => {
      expect(await tried({ Ticket: { Queue: 'Restricted' } }, call)).toBe(
        'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update queue!',
      );
      expect(await tried({ Ticket: { Queue: 'Misc::Sub' } }, call)).toContain('no failure');
      await tests.query(
        `insert into group_customer_user (user_id, group_id, permission_key, permission_value, create_time, create_by, change_time, change_by)
         values ('customer@example.com', 4, 'ro', 1, '2026-11-21 00:00:00', 1, '2026-11-21 00:00:00', 1)`,
      );
      const restricted = { TicketID: await tests.ticket({ queue_id: 6 }) };
      expect(await tests.failure(ticketUpdate, { ...restricted, Article: ARTICLE }, call)).toBe(
        'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to create new articles!',
      );
      expect(await tests.failure(ticketUpdate, { ...restricted, Ticket: { Title: 'x' } }, call)).toBe(
        'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update the ticket!',
      );
    });
  });

  it('need not book time where agents have to', async () => {
    await tests.withSettings({ 'Ticket::Frontend::NeedAccountedTime': 1 }, async () => {
      expect(await tried({ Article: ARTICLE })).toContain('no failure');
      expect(await tried({ Article: ARTICLE }, { profile: 'contract' })).toContain('TimeUnit is required');
    });
  });
});

describe('A customer who creates a ticket in profile contract', () => {
  it('creates it for themself only, by login or address', async () => {
    const answer = await tests.run(ticketCreate, { Ticket: TICKET, Article: ARTICLE }, AS_CUSTOMER);
    expect(await articles(Number(answer.TicketID))).toEqual([
      { sender: 'customer', visible: 1, a_from: '"Carla Customer" <customer@example.com>' },
    ]);
    const Ticket = { ...TICKET, CustomerUser: 'CUSTOMER@example.com', CustomerID: 'ACME' };
    expect(await tests.failure(ticketCreate, { Ticket, Article: ARTICLE }, AS_CUSTOMER)).toContain('no failure');
  });

  it.each<[Data, Data, string]>([
    [{ CustomerUser: 'jane' }, {}, 'Ticket->CustomerUser'],
    [{ CustomerID: 'XYZ' }, {}, 'Ticket->CustomerID'],
    [{ Owner: 'bossagent' }, {}, 'Ticket->Owner'],
    [{ LockID: 2 }, {}, 'Ticket->LockID'],
    [{}, { Article: { ...ARTICLE, SenderType: 'system' } }, 'Article->SenderType'],
    [{}, { Article: { ...ARTICLE, From: 'boss@customer.org' } }, 'Article->From'],
    [{}, { DynamicField: [{ Name: 'Impact', Value: 'high' }] }, 'DynamicField "Impact"'],
  ])('may not send %j and %j', async (...[ticket, others, what]) => {
    const input = { Ticket: { ...TICKET, ...ticket }, Article: ARTICLE, ...others };
    expect(await tests.failure(ticketCreate, input, AS_CUSTOMER)).toBe(refusal('TicketCreate', what));
    const call = { ...AS_CUSTOMER, customersMay: ['CustomerUser', 'CustomerID', 'Owner', 'Lock', 'DynamicField'] };
    expect(await tests.failure(ticketCreate, input, call)).toContain(
      what.startsWith('Article') ? 'AccessDenied' : 'no failure',
    );
  });
});

describe('In profile otobo', () => {
  it('customers set what the family lets them set, unless the service names what they may', async () => {
    const forged = { Ticket: { Queue: 'Restricted' }, Article: { ...ARTICLE, SenderType: 'agent', TimeUnit: 5 } };
    expect(await tried(forged, { caller: CUSTOMER })).toContain('no failure');
    expect(await tried(forged, { caller: CUSTOMER, customersMay: [] })).toBe(refusal('TicketUpdate', 'Ticket->Queue'));
  });

  it('an agent who may only read gives a ticket to another customer, as recorded', async () => {
    expect(await tried({ Ticket: { CustomerUser: 'jane' } }, { caller: NOTE_TAKER })).toContain('no failure');
  });
});

describe('An agent in profile contract', () => {
  it.each<[Data]>([[{ CustomerUser: 'jane' }], [{ CustomerID: 'XYZ' }]])(
    'who may read and take notes may not set %j',
    async (Ticket) => {
      const call: Call = { caller: NOTE_TAKER, profile: 'contract' };
      expect(await tried({ Ticket, Article: ARTICLE }, call)).toBe(
        'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update customer!',
      );
      expect(await tried({ Article: ARTICLE }, call)).toContain('no failure');
      expect(await tried({ Ticket }, { profile: 'contract' })).toContain('no failure');
    },
  );

  it('is denied a queue that they may not move tickets into', async () => {
    expect(await tried({ Ticket: { Queue: 'Restricted' } }, { profile: 'contract' })).toBe(
      'TicketUpdate.AccessDenied | TicketUpdate: Does not have permissions to update queue!',
    );
  });
});

describe('IncludeTicketData', () => {
  const options = { IncludeTicketData: '1' };

  it.each(['otobo', 'contract'] as const)('shows customers no internal article (profile %s)', async (profile) => {
    const id = await tests.ticket();
    const changed = { TicketID: id, Ticket: { Title: 'Ink' } };
    const none = await tests.run(ticketUpdate, changed, {
      caller: CUSTOMER,
      customersMay: ['Title'],
      profile,
      options,
    });
    expect(none).not.toHaveProperty('ArticleID');
    const shown = await tests.run(ticketUpdate, { TicketID: id, Article: ARTICLE }, { caller: BOSS });
    await tests.run(ticketUpdate, { TicketID: id, Article: { ...ARTICLE, IsVisibleForCustomer: 0 } }, { caller: BOSS });
    const asked = await tests.run(ticketUpdate, changed, {
      caller: CUSTOMER,
      customersMay: ['Title'],
      profile,
      options,
    });
    expect(asked).toMatchObject({ ArticleID: shown.ArticleID, Ticket: { Article: { ArticleNumber: 1 } } });
    const agent = await tests.run(ticketUpdate, changed, { caller: BOSS, profile, options });
    const SenderTypeID = profile === 'contract' ? 1 : '1';
    expect(agent).toMatchObject({ Ticket: { Article: { ArticleNumber: 2, SenderTypeID } } });
  });
});

describe('TicketDelete', () => {
  it('is denied to an owner without permissions in the group of the queue', async () => {
    const id = await tests.ticket({ user_id: 4 });
    expect(await tests.failure(ticketDelete, { TicketID: id }, { caller: STRANGER })).toBe(
      'TicketDelete.AccessDenied | TicketDelete: User does not have access to the ticket!',
    );
    expect(await tests.failure(ticketDelete, { TicketID: id })).toBe('no failure: {}');
  });
});
