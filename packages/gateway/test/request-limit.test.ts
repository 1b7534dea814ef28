import { defineFamilyOperation } from '@ticketgate/sdk';

import { RequestLimit } from '../src/services/request-limit.js';
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
  it('are released once, even by a request that was abandoned before it was read', () => {
    const limiter = new RequestLimit(1);
    const early = limiter.createSlot();
    early.release();
    early.acquire();
    const slot = limiter.createSlot();
    slot.acquire();
    expect(() => {
      limiter.createSlot().acquire();
    }).toThrow('Too many requests are waiting');
    slot.release();
    slot.release();
    expect(limiter.isFull).toBe(false);
    limiter.createSlot().acquire();
    expect(limiter.isFull).toBe(true);
  });
});
