import { spawn } from 'node:child_process';
import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';
import { setImmediate } from 'node:timers';

/** The servers of one address: one, and more of the same socket once a crowd of clients waits to be accepted. */
export class Listeners {
  readonly first: Server;
  readonly #servers: Server[] = [];
  readonly #backlog = new ConnectionBacklog();
  readonly #options: ServerOpts;
  readonly #take: (socket: Socket) => void;
  #isPausing = true;
  #isClosed = false;
  #stopCopying: (() => void) | undefined;

  /** Connections are paused until {@link pause} says otherwise. */
  constructor(options: ServerOpts, take: (socket: Socket) => void) {
    this.#options = options;
    this.#take = take;
    this.first = this.#add();
  }

  /** Pauses new connections, or resumes them. */
  pause(isPausing: boolean): void {
    this.#isPausing = isPausing;
    // Node looks at this for every connection, but its types do not have it.
    for (const each of this.#servers) Object.assign(each, { pauseOnConnect: isPausing });
  }

  close(): void {
    // Before anything else that takes time: who connects meanwhile is reset.
    for (const each of this.#servers) handleOf(each)?.close();
    this.#isClosed = true;
    this.#stopCopying?.();
    for (const each of this.#servers) each.close();
  }

  #add(): Server {
    const server = createServer({ ...this.#options, pauseOnConnect: this.#isPausing }, (socket) => {
      this.#take(socket);
      if (this.#backlog.isGrowing()) this.#stopCopying ??= this.#copy();
    });
    this.#servers.push(server);
    return server;
  }

  #copy(): () => void {
    return copyListener(this.first, (handle) => {
      const copy = this.#add();
      // The first one goes on without it.
      copy.on('error', () => undefined).listen(handle);
      if (this.#isClosed) copy.close();
    });
  }
}

/** Milliseconds in which every turn of the event loop brought a connection. */
const LONG = 200;
const MANY = 10;

/** Detects that connections arrive faster than they are accepted. */
class ConnectionBacklog {
  readonly #now: () => number;
  #count = 0;
  #began = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** To be called for each connection. True once others have waited for a while. */
  isGrowing(): boolean {
    if (this.#count === 0) this.#began = this.#now();
    this.#count += 1;
    const count = this.#count;
    // The second one runs at the end of the next turn, which brings another connection if one is waiting.
    setImmediate(() => {
      setImmediate(() => {
        if (this.#count === count) this.#count = 0;
      });
    });
    return count >= MANY && this.#now() - this.#began >= LONG;
  }
}

/** Sends every socket back that it gets; each comes back as another handle of the same socket. */
const MIRROR = `process.on('message', (message, handle) => process.send(message, handle));`;
const COPIES = 7;

/**
 * Makes more handles of a listening socket. Node accepts one connection per handle and turn of its event loop, and cannot copy a
 * handle but by sending it to another process and back.
 *
 * @param server that listens
 * @param take receives each copy, for `listen` of another server
 * @returns the way to stop it; without the other process there are no copies
 */
function copyListener(server: Server, take: (handle: unknown) => void): () => void {
  const mirror = spawn(process.execPath, ['-e', MIRROR], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const stop = () => {
    mirror.kill('SIGKILL');
  };
  let received = 0;
  mirror.on('message', (_message, handle) => {
    received += 1;
    take(handle);
    if (received === COPIES) stop();
  });
  // One that cannot be started, or was stopped before it got everything.
  mirror.on('error', () => undefined);
  mirror.unref();
  mirror.channel?.unref();
  for (let copy = 0; copy < COPIES; copy += 1) {
    // Not the server: as one it would accept connections in the other process. Node's types do not know that it sends handles, too.
    mirror.send(copy, handleOf(server) as unknown as Server, () => undefined);
  }
  return stop;
}

/** The listening socket itself. */
interface ListeningHandle {
  /** At once, unlike the server that it belongs to. */
  close(): void;
}

/** @returns undefined where the server does not listen */
function handleOf(server: Server): ListeningHandle | undefined {
  // Node's types do not have this member.
  return (server as unknown as { readonly _handle: ListeningHandle | null })._handle ?? undefined;
}
