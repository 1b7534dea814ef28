import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { defaultConfiguration } from '../../runtime/src/configuration/default-configuration.js';
import { accept, type Acceptor } from '../src/serving/accept.js';

describe('accepting connections', () => {
  const http = { ...defaultConfiguration('/').http, port: 0 };
  let taken: Socket[];
  let acceptor: Acceptor;

  beforeEach(async () => {
    taken = [];
    acceptor = await accept(http, (socket) => {
      taken.push(socket);
      socket.once('data', (data) => socket.end(`heard ${data.toString()}`));
    });
  });

  afterEach(async () => {
    await acceptor.close();
    for (const socket of taken) socket.destroy();
  });

  /** Says something at once, and returns the answer. */
  function say(word: string): { readonly connected: Promise<unknown>; readonly answer: Promise<string> } {
    const socket = connect(acceptor.port, '127.0.0.1');
    const connected = new Promise((resolve) => socket.once('connect', resolve));
    socket.write(word);
    return { connected, answer: text(socket) };
  }

  it('keeps clients waiting until it is open, and loses nothing that they sent', async () => {
    const early = say('early');
    await early.connected;
    // The second connection is accepted after the first one, which by then would have been taken.
    await say('next').connected;
    expect(taken).toHaveLength(0);
    acceptor.open();
    expect(await early.answer).toBe('heard early');
    expect(taken.length).toBeGreaterThan(0);
  });

  it('hands connections over at once when it is open', async () => {
    acceptor.open();
    expect(await say('hello').answer).toBe('heard hello');
  });

  it('hands over earlier connections before it closes', async () => {
    const early = say('early');
    await early.connected;
    await acceptor.close();
    expect(await early.answer).toBe('heard early');
  });
});
