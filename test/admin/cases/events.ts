import { EventHub, type EventSources } from '@ticketgate/admin';
import { silentLogger, untilTrue } from '@ticketgate/test-support';
import type { ServerResponse } from 'node:http';

import { sessionService } from '../session-service.js';
import type { AdminCase } from './admin-case.js';

// These tests share one server with others.
// eslint-disable-next-line jest/no-export
export function describeEvents(given: AdminCase): void {
  describe('events', () => {
    it('tell of requests, publishes, counts and who listens, until the administrator may no longer', async () => {
      const { client, server } = given;
      const gone = new AbortController();
      const headers = { ...client.session };
      const response = await fetch(`${client.url}/events`, { headers, signal: gone.signal });
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      let heard = '';
      const reading = (async () => {
        for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part;
      })().catch(() => undefined);
      await untilTrue(async () => heard.includes('event: counts') && heard.includes('"logins":["root@localhost"]'));
      await client.get('POST /services', { body: { name: 'Heard', definition: sessionService('/heard') } });
      await untilTrue(async () => heard.includes('{"service":"Heard","isGone":false}'));
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

  describe('an event hub', () => {
    const sources = (stopping: AbortSignal): EventSources => ({
      requests: { list: () => Promise.resolve([]), newestID: () => Promise.resolve(0) },
      services: { list: () => Promise.resolve([]), versions: {} } as unknown as EventSources['services'],
      replicas: { list: () => Promise.resolve([]) },
      now: () => new Date(),
      watchServices: () => Promise.resolve(() => undefined),
      messages: { listen: () => Promise.resolve(() => undefined), send: () => Promise.resolve() },
      stopping,
    });

    function listener(waiting = 0) {
      const state = { isEnded: false, isDestroyed: false };
      // All that a hub uses of it.
      const response = {
        writableLength: waiting,
        writeHead: () => undefined,
        write: () => true,
        end: () => (state.isEnded = true),
        destroy: () => (state.isDestroyed = true),
        once: () => undefined,
      } as unknown as ServerResponse;
      return { state, listening: { login: 'anna', response, requireAllowed: () => Promise.resolve() } };
    }

    it('has room for fifty, lets slow ones go, and ends all when the server stops', () => {
      const stopping = new AbortController();
      const hub = new EventHub(sources(stopping.signal), silentLogger);
      const slow = listener(300_000);
      hub.add(slow.listening);
      expect(slow.state.isDestroyed).toBe(true);
      const others = Array.from({ length: 49 }, () => listener());
      for (const { listening } of others) {
        hub.requirePlace();
        hub.add(listening);
      }
      expect(() => {
        hub.requirePlace();
      }).toThrow(expect.objectContaining({ code: 'Admin.TooManyListeners' }) as Error);
      stopping.abort();
      expect(others.every(({ state }) => state.isEnded)).toBe(true);
    });
  });
}
