import { Duplex } from 'node:stream';

/** Two ends of a connection within this process. */
export function socketPair(): readonly [Duplex, Duplex] {
  const first = new End();
  const second = new End();
  first.other = second;
  second.other = first;
  return [first, second];
}

/** An end of a connection: data written to it is read from the other end. */
class End extends Duplex {
  other: End | undefined;
  /** The gateway reads the address of a connection. */
  readonly remoteAddress = '127.0.0.1';
  #onRead: (() => void) | undefined;

  override _read(): void {
    const onRead = this.#onRead;
    this.#onRead = undefined;
    onRead?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.other?.receive(chunk, done);
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { other } = this;
    // Both ends are closed.
    setImmediate(() => other?.destroy());
    done(error);
  }

  receive(chunk: Buffer, done: () => void): void {
    if (this.destroyed) done();
    else if (this.push(chunk)) done();
    else this.#onRead = done;
  }

  // Methods that Node's HTTP calls.
  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
