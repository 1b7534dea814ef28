import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Two connected sockets. */
type Ends = readonly [Socket, Socket];

/** A proxy to a database that can be cut, slowed down, or fall silent as after a power failure of the other end. */
export class DatabaseRoad {
  /** Milliseconds by which it delays what is sent either way. */
  delay = 0;
  /** Connection attempts since the proxy was last cut. */
  attempts = 0;
  readonly #target: URL;
  readonly #connections = new Set<Ends>();
  #server: Server | undefined;
  #port = 0;
  #isCut = false;
  #isSilent = false;
  #onAttempt: () => void = () => undefined;

  constructor(url: string) {
    this.#target = new URL(url);
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    url.hostname = '127.0.0.1';
    return url.href;
  }

  get port(): number {
    return this.#port;
  }

  /** Opens the proxy, again after it was closed. */
  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      this.attempts += 1;
      this.#onAttempt();
      if (this.#isCut) socket.destroy();
      else this.#join(socket, connect(Number(this.#target.port), this.#target.hostname));
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections, and each new one at once. */
  cut(): void {
    this.#isCut = true;
    this.attempts = 0;
    this.#destroyAll();
  }

  /** Stops all traffic on open connections, with `forNewOnes` on new ones too. They stay open. */
  silence({ forNewOnes = false } = {}): void {
    this.#isSilent = forNewOnes;
    for (const ends of this.#connections) hush(ends);
  }

  /** Lets new connections work again. */
  mend(): void {
    this.#isCut = false;
    this.#isSilent = false;
  }

  untilAttempts(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onAttempt = () => {
        if (this.attempts >= count) resolve();
      };
    });
  }

  /** Closes the port. */
  async close(): Promise<void> {
    this.#server?.close();
    this.#destroyAll();
    if (this.#server?.listening === true) await once(this.#server, 'close');
  }

  #join(near: Socket, far: Socket): void {
    const ends = [near, far] as const;
    this.#connections.add(ends);
    for (const [from, to] of [ends, [far, near] as const]) {
      from.pipe(this.#slowDown()).pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#connections.delete(ends);
        to.destroy();
      });
    }
    if (this.#isSilent) hush(ends);
  }

  #slowDown(): Transform {
    let last = Promise.resolve();
    const roadside = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const due = performance.now() + this.delay;
        last = last.then(async () => {
          const left = due - performance.now();
          if (left > 0) await wait(left);
          roadside.push(chunk);
        });
        done();
      },
      flush: (done) => void last.then(() => done()),
    });
    return roadside;
  }

  #destroyAll(): void {
    for (const ends of this.#connections) for (const socket of ends) socket.destroy();
  }
}

function hush(ends: Ends): void {
  for (const socket of ends) {
    socket.unpipe();
    socket.resume();
  }
}
