import { EventQueue, eventRow } from '@ticketgate/database';

import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
export function describePluginEvents(given: AdminCase): void {
  describe('events of plugins', () => {
    it('that nobody could handle are listed by page, tried again and deleted', async () => {
      const { client, server } = given;
      const { database } = server;
      const event = { consumer: 'away', name: 'TicketCreate', data: { TicketID: 1, Password: 'seeded-Passw0rd-80' } };
      const keys = ['one', 'two', 'three'];
      await EventQueue.add(
        database,
        keys.map((key) => eventRow({ ...event, key }, new Date())),
      );
      expect((await client.get('GET /plugin-events')).items).toEqual([]);
      const waiting = await client.get('GET /plugin-events?state=waiting&consumer=away');
      expect(waiting).toMatchObject({ items: [{ key: 'one', attempts: 0, deadSince: null }, {}, {}], next: null });
      await database.query(`update ticketgate.event set dead_since = now(), error = 'It was away.'`);
      const first = await client.get('GET /plugin-events?limit=2');
      expect(first).toMatchObject({
        items: [{ key: 'one', error: 'It was away.', data: { TicketID: 1, Password: '*******' } }, { key: 'two' }],
      });
      const last = await client.get(`GET /plugin-events?limit=2&after=${String(first.next)}`);
      expect(last).toMatchObject({ items: [{ key: 'three' }], next: null });
      expect(await client.get('GET /plugin-events?text=was%20AWAY&limit=1')).toMatchObject({ total: 3 });
      expect(await client.get('GET /plugin-events?text=%231&limit=1')).toMatchObject({ total: 3 });
      // Of the data, only what leads to its ticket is searched: the rest may have secrets.
      expect(await client.get('GET /plugin-events?text=Passw0rd')).toMatchObject({ items: [], total: 0 });
      expect(await client.get('POST /plugin-events/retry', { body: { all: true, text: 'gone' } })).toEqual({
        events: 0,
      });
      const [{ id } = { id: 0 }] = first.items as readonly { readonly id: number }[];
      const retried = await client.get('POST /plugin-events/retry', { body: { ids: [id], comment: 'it is back' } });
      expect(retried).toEqual({ events: 1 });
      const nobodys = { all: true, consumer: 'another' };
      expect(await client.get('POST /plugin-events/drop', { body: nobodys })).toEqual({ events: 0 });
      for (const body of [{ ids: [id, 999] }, { ids: [id], consumer: 'another' }])
        expect(await client.fail('POST /plugin-events/drop', { body })).toBe('404 Admin.EventUnknown');
      expect(await client.get('POST /plugin-events/drop', { body: { all: true } })).toEqual({ events: 2 });
      expect((await client.get('GET /plugin-events?state=waiting')).items).toMatchObject([{ id }]);
      expect(await client.fail('POST /plugin-events/drop', { body: {} })).toBe('400 Admin.InputInvalid');
      expect(await client.fail('POST /plugin-events/drop', { body: { ids: [999] } })).toBe('404 Admin.EventUnknown');
      expect((await client.get(`GET /audit?subject=${id}`)).items).toMatchObject([
        { action: 'events retried', comment: 'it is back', after: { events: 1 } },
      ]);
    });
  });
}
