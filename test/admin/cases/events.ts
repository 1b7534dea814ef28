import { EventHub, type EventSources } from '@ticketgate/admin';
import type { FeedTurn } from '@ticketgate/database';
import { silentLogger, untilTrue } from '../../support/index.js';
import type { ServerResponse } from 'node:http';

import { echoService, sessionService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
export function describeEvents(given: AdminCase): void {
  const listen = async (lastEventID?: string) => {
    const { client } = given;
    const gone = new AbortController();
    const headers = { ...client.session, ...(lastEventID === undefined ? {} : { 'Last-Event-ID': lastEventID }) };
    const response = await fetch(`${client.url}/events`, { headers, signal: gone.signal });
    const heard = { text: '', status: response.status };
    const reading = (async () => {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard.text += part;
    })().catch(() => undefined);
    const stop = () => {
      gone.abort();
      return reading;
    };
    const operations = () => [...heard.text.matchAll(/"requestID":"(burst-\d+)"/g)].map(([, id]) => id ?? '');
    const lastID = () => [...heard.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
    return { heard, stop, operations, lastID };
  };

  describe('events', () => {
    it('tell of requests, drafts and publishes', async () => {
      const { client, server } = given;
      const gone = new AbortController();
      const headers = { ...client.session };
      const response = await fetch(`${client.url}/events`, { headers, signal: gone.signal });
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      let heard = '';
      const reading = (async () => {
        for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
      })().catch(() => undefined);
      await client.get('POST /services', { body: { name: 'Heard', definition: sessionService('/heard') } });
      await untilTrue(async () =>
        heard.includes('{"service":"Heard","isGone":false,"number":1,"author":"root@localhost"}'),
      );
      const { details } = (await client.get('GET /services/Heard')) as { details: { version: { id: number } } };
      const draft = { definition: sessionService('/draft'), base: details.version.id, revision: null };
      await client.get('PUT /services/Heard/draft', { body: draft });
      await untilTrue(async () => heard.includes('{"service":"Heard","author":"root@localhost","changedAt":"'));
      await untilTrue(async () => {
        const url = `${server.url}/otobo/nph-genericinterface.pl/Webservice/Heard/heard`;
        await fetch(url, { method: 'POST', body: '{}' });
        return heard.includes('event: request') && heard.includes('"service":"Heard"');
      });
      gone.abort();
      await reading;
      client.used.add('GET /events');
      client.answers.push(heard);
    });
  });

  describe('events of services', () => {
    const publish = (name: string) =>
      given.client.get('POST /services', { body: { name, definition: sessionService(`/${name}`) } });

    it('tell a new listener nothing of what was published before it came', async () => {
      const first = await listen();
      await publish('Before');
      const second = await listen();
      await publish('After');
      await untilTrue(async () => second.heard.text.includes('"service":"After"'));
      expect(second.heard.text).not.toContain('"service":"Before"');
      expect(first.heard.text.match(/"service":"(?:Before|After)"/g)).toEqual([
        '"service":"Before"',
        '"service":"After"',
      ]);
      await Promise.all([first.stop(), second.stop()]);
    });
  });

  describe('events of requests', () => {
    const call = async (requestID: string) => {
      const url = `${given.server.url}/otobo/nph-genericinterface.pl/Webservice/Burst/echo`;
      const body = JSON.stringify({ UserLogin: 'root@localhost', Password: given.server.rootPassword });
      const { status } = await fetch(url, { method: 'POST', body, headers: { 'X-Request-ID': requestID } });
      return status;
    };
    const burst = async (from: number, count: number) => {
      const ids = Array.from({ length: count }, (_, index) => `burst-${from + index}`);
      for (const id of ids) expect(await call(id)).toBe(200);
      return ids;
    };

    it('tell all of a burst that begins with the answer, once, and go on from the last id', async () => {
      await given.client.get('POST /services', { body: { name: 'Burst', definition: echoService } });
      const first = await listen();
      const ids = await burst(0, 300);
      await untilTrue(async () => first.operations().length >= ids.length);
      await first.stop();
      expect(first.operations().sort()).toEqual([...ids].sort());
      expect(first.heard.text).not.toContain('event: skipped');
      const missed = await burst(300, 5);
      const { database } = given.server;
      await untilTrue(async () => {
        const [row] = await database.query<{ count: number }>(
          `select count(*) as count from ticketgate.debug_entry where request_id = any($1)`,
          [missed],
        );
        return row?.count === missed.length;
      });
      const second = await listen(first.lastID());
      const later = await burst(305, 5);
      await untilTrue(async () => second.operations().length >= 10);
      await second.stop();
      expect(second.operations().sort()).toEqual([...missed, ...later].sort());
    });

    it('say how many requests are no longer kept, and refuse an id that is none', async () => {
      const [row] = await given.server.database.query<{ oldest: number }>(
        'select min(id) as oldest from ticketgate.debug_entry',
      );
      const oldest = row?.oldest ?? 0;
      await given.server.database.query('delete from ticketgate.debug_entry where id <= $1', [oldest + 1]);
      const { heard, stop } = await listen(`3:3:/${oldest}`);
      await untilTrue(async () => heard.text.includes('event: skipped'));
      await stop();
      expect(heard.text).toMatch(/event: skipped\ndata: \{"skipped":\d+\}/);
      for (const id of ['yesterday', '9:3:/4']) {
        const headers = { ...given.client.session, 'Last-Event-ID': id };
        expect(await given.client.fail('GET /events', { headers })).toBe('400 Admin.EventIDInvalid');
      }
    });
  });

  describe('an event hub', () => {
    const sources = (stopping: AbortSignal, requests: Partial<EventSources['requests']> = {}): EventSources => ({
      requests: {
        now: () => Promise.resolve('1:1:/0'),
        since: (place) => Promise.resolve({ place, requests: [], skipped: 0 }),
        ...requests,
      },
      services: {
        drafts: { saved: () => Promise.resolve([]) },
        versions: { newest: () => Promise.resolve(new Map()) },
        list: () => Promise.resolve([]),
        fingerprint: () => Promise.resolve(''),
      } as unknown as EventSources['services'],
      findLogin: () => Promise.resolve('nobody'),
      stopping,
    });

    function listener(login: string, { waiting = 0, destroyed = false } = {}) {
      const state = { isEnded: false, isDestroyed: false, leave: (): void => undefined };
      // All that a hub uses of it.
      const response = {
        writableLength: waiting,
        destroyed,
        writeHead: () => undefined,
        write: () => true,
        end: () => (state.isEnded = true),
        destroy: () => (state.isDestroyed = true),
        once: (_name: string, handler: () => void) => (state.leave = handler),
      } as unknown as ServerResponse;
      return { state, listening: { login, response, isShown: () => true, requireAllowed: () => Promise.resolve() } };
    }

    it('has room for fifty and for ten of one administrator, lets slow ones go, and ends all when the server stops', async () => {
      const stopping = new AbortController();
      const hub = new EventHub(sources(stopping.signal), silentLogger);
      const slow = listener('anna', { waiting: 1_100_000 });
      hub.add(slow.listening);
      expect(slow.state.isDestroyed).toBe(true);
      const full = { code: 'Admin.TooManyListeners' };
      const others = Array.from({ length: 49 }, (_, index) => listener(`agent ${index % 5}`));
      for (const { listening } of others) {
        await hub.prepare(listening.login, undefined);
        hub.add(listening);
      }
      await expect(hub.prepare('agent 0', undefined)).rejects.toMatchObject({
        ...full,
        message: expect.stringMatching(/^10 listen/) as string,
      });
      await expect(hub.prepare('carla', undefined)).rejects.toMatchObject({
        ...full,
        message: expect.stringMatching(/^50 listen/) as string,
      });
      const late = new EventHub(sources(stopping.signal), silentLogger);
      const all = await Promise.allSettled(Array.from({ length: 80 }, () => late.prepare('anna', undefined)));
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      stopping.abort();
      expect(others.every(({ state }) => state.isEnded)).toBe(true);
    });

    it('keeps no place for those who left before they listened', async () => {
      const hub = new EventHub(sources(new AbortController().signal), silentLogger);
      for (let index = 0; index < 10; index += 1) {
        await hub.prepare('anna', undefined);
        hub.add(listener('anna', { destroyed: true }).listening);
      }
      await expect(hub.prepare('anna', undefined)).resolves.toEqual([]);
    });

    it('begins anew after all have left, also while it was reading', async () => {
      let begun = 0;
      let read: (turn: FeedTurn) => void = () => undefined;
      const hub = new EventHub(
        sources(new AbortController().signal, {
          now: () => Promise.resolve(`1:1:/${(begun += 1)}`),
          since: () => new Promise((resolve) => (read = resolve)),
        }),
        silentLogger,
      );
      const first = listener('anna');
      await hub.prepare('anna', undefined);
      hub.add(first.listening);
      const before = read;
      await untilTrue(async () => read !== before);
      first.state.leave();
      read({ place: '1:1:/1', requests: [], skipped: 0 });
      await new Promise((resolve) => setImmediate(resolve));
      await hub.prepare('anna', undefined);
      expect(begun).toBe(2);
    });
  });
}
