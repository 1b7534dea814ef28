import { run, type Connection, type OnConnection, type Statement } from './run-statement.js';

/** Statements after which a connection goes back to its pool, so that others get their turn. */
const MOST = 32;

/**
 * Statements that follow each other on one connection for as long as one of them is under way. The next is with PostgreSQL by the time that
 * one ends, so that PostgreSQL does not wait until this process has read the answer, and the other way round.
 */
export class StatementPipeline {
  readonly #onConnection: OnConnection;
  #line: Line | undefined;

  constructor(onConnection: OnConnection) {
    this.#onConnection = onConnection;
  }

  run<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.#line?.isOpen !== true) this.#line = new Line(this.#onConnection);
    return this.#line.run<Row>(statement);
  }

  /** Statements that are sent from now on do not wait for those under way. */
  leave(): void {
    this.#line = undefined;
  }
}

/** The purpose that one connection is lent for. */
class Line {
  readonly #connection: Promise<Connection>;
  #giveBack: (() => void) | undefined;
  #sent = 0;
  #underWay = 0;
  #isOpen = true;

  constructor(onConnection: OnConnection) {
    this.#connection = new Promise((resolve, reject) => {
      const lent = onConnection((connection) => {
        resolve(connection);
        return new Promise<void>((giveBack) => {
          this.#giveBack = giveBack;
        });
      });
      lent.catch(reject);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#sent < MOST;
  }

  async run<Row extends object>(statement: Statement): Promise<Row[]> {
    this.#sent += 1;
    this.#underWay += 1;
    try {
      return await run<Row>(await this.#connection, statement);
    } catch (cause) {
      // The connection may be lost.
      this.#isOpen = false;
      throw cause;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#end();
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#giveBack?.();
  }
}
