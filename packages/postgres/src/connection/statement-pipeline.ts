import { runStatement, type Connection, type WithPooledConnection, type Statement } from './run-statement.js';

/** Statements after which a connection goes back to its pool, so that others get their turn. */
const MOST_STATEMENTS = 32;

/**
 * Sends statements on one connection without waiting for the answers to those before them, so that PostgreSQL has the next statement when
 * it is done with one, and does not wait until this process has read the answer.
 */
export class StatementPipeline {
  readonly #withConnection: WithPooledConnection;
  #current: PipelinedConnection | undefined;

  constructor(withConnection: WithPooledConnection) {
    this.#withConnection = withConnection;
  }

  run<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.#current?.isOpen !== true) this.#current = new PipelinedConnection(this.#withConnection);
    return this.#current.run<Row>(statement);
  }

  /** Lets statements that are sent from now on use another connection. */
  detach(): void {
    this.#current = undefined;
  }
}

/** A connection of the pool, kept for as long as one of its statements is running. */
class PipelinedConnection {
  readonly #connection: Promise<Connection>;
  #release: (() => void) | undefined;
  #sent = 0;
  #running = 0;
  #isOpen = true;

  constructor(withConnection: WithPooledConnection) {
    this.#connection = new Promise((resolve, reject) => {
      const finished = withConnection((connection) => {
        resolve(connection);
        return new Promise<void>((release) => {
          this.#release = release;
        });
      });
      finished.catch(reject);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#sent < MOST_STATEMENTS;
  }

  async run<Row extends object>(statement: Statement): Promise<Row[]> {
    this.#sent += 1;
    this.#running += 1;
    try {
      return await runStatement<Row>(await this.#connection, statement);
    } catch (cause) {
      // The connection may be lost.
      this.#isOpen = false;
      throw cause;
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#end();
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#release?.();
  }
}
