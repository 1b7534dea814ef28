import { run, type Connection, type OnConnection, type Statement } from './run-statement.js';

/** Statements of one connection at a time: each waits for the answers to those before it. */
const TOGETHER = 8;

interface Started {
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Statements that are over in a moment. Those that start in the same turn travel together, so that this process and PostgreSQL wake each
 * other once for several of them: on a busy system that costs as much as many of the statements do.
 */
export class QuickStatements {
  readonly #onConnection: OnConnection;
  readonly #started: Started[] = [];
  #groups = 0;

  constructor(onConnection: OnConnection) {
    this.#onConnection = onConnection;
  }

  run<Row extends object>(statement: Statement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#started.push({ statement, resolve: resolve as Started['resolve'], reject });
      if (this.#started.length > 1) return;
      const send = () => {
        this.#send();
      };
      // While others are under way, more requests have arrived that are looked at in this turn; otherwise waiting for them would take longer.
      if (this.#groups > 0) setImmediate(send);
      else process.nextTick(send);
    });
  }

  #send(): void {
    while (this.#started.length > 0) void this.#sendGroup(this.#started.splice(0, TOGETHER));
  }

  async #sendGroup(group: readonly Started[]): Promise<void> {
    this.#groups += 1;
    try {
      await this.#onConnection((connection) =>
        Promise.all(inOneWrite(connection, () => group.map(startOn(connection)))),
      );
    } catch (cause) {
      // There was no connection.
      for (const { reject } of group) reject(cause);
    } finally {
      this.#groups -= 1;
    }
  }
}

function startOn(connection: Connection): (started: Started) => Promise<void> {
  return ({ statement, resolve, reject }) => run(connection, statement).then(resolve, reject);
}

/** pg writes each statement to the socket as it starts, and a write takes longer than all else that sending a statement needs. */
function inOneWrite<Result>({ connection: { stream } }: Connection, send: () => Result): Result {
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
