import { ticketGet } from '../src/operations/ticket-get.js';
import { ticketSearch } from '../src/operations/ticket-search.js';
import { ticketUpdate } from '../src/operations/ticket-update.js';
import { insertHistory } from './support/stored-rows.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests } from './support/ticket-tests.js';

const GRANTED = { Module: 'x', Required: 0, Granted: 1 };

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

async function mayRead(TicketID: number, caller = STRANGER): Promise<boolean> {
  return !(await tests.failure(ticketGet, { TicketID }, { caller })).includes('AccessDenied');
}

describe('The checks of permissions', () => {
  it.each([
    ['Ticket::Permission###5-CreatorCheck', 4, false],
    ['Ticket::Permission###6-InvolvedCheck', 2, true],
  ])('that are off by default grant when they are switched on: %s', async (name, creator, isInvolved) => {
    const id = await tests.ticket({ create_by: creator });
    if (isInvolved) await insertHistory(tests, id, { create_by: 4 });
    const update = () =>
      tests.run(ticketUpdate, { TicketID: id, Ticket: { Priority: '5 very high' } }, { caller: STRANGER });
    expect(await mayRead(id)).toBe(false);
    await tests.withSettings({ [name]: GRANTED }, async () => {
      expect(await mayRead(id)).toBe(true);
      expect(await mayRead(id, BOSS)).toBe(true);
      expect(await update()).toMatchObject({ TicketID: id });
    });
    expect(await mayRead(id)).toBe(false);
  });

  it('that are on by default grant nothing when they are switched off', async () => {
    const owned = await tests.ticket({ user_id: 4 });
    await tests.withSettings({ 'Ticket::Permission###1-OwnerCheck': null }, async () => {
      expect(await mayRead(owned)).toBe(false);
    });
    await tests.withSettings({ 'Ticket::Permission###3-GroupCheck': null }, async () => {
      expect(await mayRead(owned)).toBe(true);
      expect(await mayRead(owned, READER)).toBe(false);
    });
  });

  it('that are required deny callers who fail them', async () => {
    const owned = await tests.ticket({ user_id: 4 });
    const required = { 'Ticket::Permission###1-OwnerCheck': { Required: 1, Granted: 0 } };
    await tests.withSettings(required, async () => {
      expect(await mayRead(owned, AGENT)).toBe(false);
      expect(await mayRead(await tests.ticket({ user_id: 2 }), AGENT)).toBe(true);
    });
  });

  it.each(['customer_user_id', 'customer_id'])('take no letter beyond ASCII for one of ASCII in %s', async (column) => {
    const karl = { ...CUSTOMER, login: 'karl' };
    await tests.query(
      `insert into customer_user_customer (user_id, customer_id, create_time, create_by, change_time, change_by)
       values ('karl', 'Kontor', now(), 1, now(), 1) on conflict do nothing`,
    );
    const others = { customer_user_id: 'jane', customer_id: 'none', title: column };
    const [own, alike] = column === 'customer_id' ? ['kONTOR', '\u212Aontor'] : ['Karl', '\u212Aarl'];
    const [mine, theirs] = [
      await tests.ticket({ ...others, [column]: own }),
      await tests.ticket({ ...others, [column]: alike }),
    ];
    expect([await mayRead(mine, karl), await mayRead(theirs, karl)]).toEqual([true, false]);
    expect(await tests.run(ticketSearch, { Title: column }, { caller: karl })).toEqual({ TicketID: [String(mine)] });
  });

  it('let customers see the tickets of their company, unless that is switched off', async () => {
    const own = await tests.ticket({ title: 'Company' });
    const jane = await tests.ticket({ title: 'Company', customer_user_id: 'jane' });
    const search = () => tests.run(ticketSearch, { Title: 'Company' }, { caller: CUSTOMER });
    expect(await mayRead(jane, CUSTOMER)).toBe(true);
    expect(await search()).toEqual({ TicketID: [String(own), String(jane)] });
    await tests.withSettings({ 'Ticket::Frontend::CustomerDisableCompanyTicketAccess': 1 }, async () => {
      expect(await mayRead(jane, CUSTOMER)).toBe(false);
      expect(await mayRead(own, CUSTOMER)).toBe(true);
      expect(await search()).toEqual({ TicketID: [String(own)] });
    });
  });
});
