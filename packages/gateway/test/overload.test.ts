import { defineFamilyOperation } from '@ticketgate/sdk';

import { Overload } from '../src/services/overload.js';
import { LIMITS, service, startGateway, type GatewayHarness } from './gateway-harness.js';

/** Holds requests until it is told to let go. */
class Hold {
  readonly #waiting = new Set<() => void>();
  readonly operation = defineFamilyOperation({
    type: 'Test::Gone',
    summary: 'Waits.',
    effect: 'reads',
    input: { type: 'object' },
    run: () =>
      new Promise((resolve) => {
        this.#waiting.add(() => {
          resolve({ Done: 1 });
        });
      }),
  });

  get size(): number {
    return this.#waiting.size;
  }

  letGo(): void {
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }
}

describe('a gateway whose places are taken', () => {
  const hold = new Hold();
  let gateway: GatewayHarness;

  beforeAll(async () => {
    gateway = await startGateway([hold.operation], { ...LIMITS, waitingRequests: 2 });
    gateway.publish({
      Family: service({ level: 'debug' }),
      Envelope: service({ gateway: '{ Profile: contract, Answer: envelope, ErrorStatus: http }' }),
      Problem: service({ gateway: '{ Profile: contract, Answer: problem, ErrorStatus: http }' }),
    });
  });

  afterAll(async () => {
    await gateway.close();
  });

  const wait = () => gateway.call('/Webservice/Family/gone', { method: 'POST', body: { Any: 1 } });

  async function untilHeld(count: number): Promise<void> {
    while (hold.size < count) await new Promise((resolve) => setImmediate(resolve));
  }

  it('refuses others at once, in the form of their service, and accepts them again later', async () => {
    const held = [wait(), wait()];
    await untilHeld(2);
    const recorded = gateway.entries.length;
    for (const [name, type, text] of [
      ['Family', 'text/plain; charset=UTF-8', 'Too many requests are waiting for an answer.'],
      ['Envelope', 'application/json; charset=UTF-8', '"ErrorCode":"Gateway.Overloaded"'],
      ['Problem', 'application/problem+json; charset=UTF-8', '"code":"Gateway.Overloaded"'],
    ] as const) {
      const { status, headers, text: body } = await gateway.call(`/Webservice/${name}/echo?A=1`);
      expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '1', type]);
      expect(body).toContain(text);
    }
    expect(gateway.entries).toHaveLength(recorded);
    hold.letGo();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await gateway.call('/Webservice/Family/echo?A=1')).status).toBe(200);
  });
});

describe('the places of requests that wait', () => {
  it('follow what the process finishes in half a second while it is busy', () => {
    let time = 0;
    const overload = new Overload(undefined, () => time);
    /** As many as are taken in, always; `perSecond` are finished. */
    const run = (perSecond: number, seconds: number) => {
      const places = [];
      for (let index = 0; index < perSecond * seconds; index += 1) {
        while (!overload.isFull) {
          const place = overload.place();
          place.take();
          places.push(place);
        }
        time += 1000 / perSecond;
        places.shift()?.leave();
      }
      const left = places.length;
      for (const place of places) place.leave();
      return left;
    };
    expect(run(1_000, 10)).toBeGreaterThan(450);
    expect(run(1_000, 10)).toBeLessThan(550);
    expect(run(20, 60)).toBeLessThan(60);
    expect(run(1_000, 10)).toBeGreaterThan(450);
  });

  it('are not learned from an idle process', () => {
    let time = 0;
    const overload = new Overload(undefined, () => time);
    for (let index = 0; index < 100; index += 1) {
      const place = overload.place();
      place.take();
      time += 1_000;
      place.leave();
    }
    const places = Array.from({ length: 200 }, () => overload.place());
    for (const place of places) place.take();
    expect(overload.isFull).toBe(true);
  });

  it('are released once, even by a request that was abandoned before it was read', () => {
    const overload = new Overload(1);
    const early = overload.place();
    early.leave();
    early.take();
    const place = overload.place();
    place.take();
    expect(() => {
      overload.place().take();
    }).toThrow('Too many requests are waiting');
    place.leave();
    place.leave();
    expect(overload.isFull).toBe(false);
    overload.place().take();
    expect(overload.isFull).toBe(true);
  });
});
