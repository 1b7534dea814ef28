import { inOneWrite, runStatements, type WithPooledConnection, type Statement } from './run-statement.js';

/** Most statements that share a connection: each waits for the answers to the previous ones. */
const GROUP_SIZE = 8;

interface Pending {
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Sends short statements in groups. Statements that start in the same turn of the event loop are sent in one write, so that this process and
 * PostgreSQL wake each other once for several of them: on a busy system, waking costs as much as many of the statements.
 */
export class QuickStatements {
  readonly #withConnection: WithPooledConnection;
  readonly #pending: Pending[] = [];
  #groups = 0;

  constructor(withConnection: WithPooledConnection) {
    this.#withConnection = withConnection;
  }

  run<Row extends object>(statement: Statement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      // A cast: the caller knows the rows of its statement.
      this.#pending.push({ statement, resolve: resolve as Pending['resolve'], reject });
      if (this.#pending.length > 1) return;
      const flush = () => this.#flush();
      // While groups are running, this turn of the event loop reads more requests, and waiting for them pays off.
      if (this.#groups > 0) setImmediate(flush);
      else process.nextTick(flush);
    });
  }

  #flush(): void {
    while (this.#pending.length > 0) void this.#sendGroup(this.#pending.splice(0, GROUP_SIZE));
  }

  async #sendGroup(group: readonly Pending[]): Promise<void> {
    this.#groups += 1;
    try {
      await this.#withConnection((connection) =>
        Promise.all(
          inOneWrite(connection, () =>
            runStatements(
              connection,
              group.map(({ statement }) => statement),
            ).map((rows, index) => rows.then(group[index]?.resolve, group[index]?.reject)),
          ),
        ),
      );
    } catch (cause) {
      // No connection was available.
      for (const { reject } of group) reject(cause);
    } finally {
      this.#groups -= 1;
    }
  }
}
