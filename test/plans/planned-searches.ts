import type { Database } from '@ticketgate/sdk';
import { startTestServer, type TestServer } from '../support/index.js';
import pg from 'pg';

/** What the statements of one search read. */
export interface Work {
  /** Rows of `ticket` and `dynamic_field_value` that were looked at, whether they were right or not. */
  readonly rows: number;
  /** Pages of all tables and indexes, each time that they were asked for. */
  readonly buffers: number;
  /** For people, when a test fails. */
  readonly plans: readonly string[];
}

export interface Searched extends Work {
  readonly ticketIDs: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const SERVICE = 'Searches';
const DEFINITION = JSON.stringify({
  Debugger: { DebugThreshold: 'error', TestMode: '0' },
  FrameworkVersion: '11.0.x',
  Provider: {
    Operation: { TicketSearch: { Type: 'Ticket::TicketSearch' } },
    Transport: {
      Type: 'HTTP::REST',
      Config: {
        KeepAlive: '1',
        MaxLength: '100000',
        RouteOperationMapping: { TicketSearch: { Route: '/Search', RequestMethod: ['POST'] } },
      },
    },
  },
});

/** PostgreSQL plans a prepared statement five times before it may keep a plan, and a statement gets a name when it comes again. */
const REPETITIONS = 8;
const FIELDS = [
  ['Host', 'Text'],
  ['Site', 'Dropdown'],
] as const;

/** Tickets of one statement: the connection would end if it had no answer for half a minute. */
const BATCH = 100_000;
/** One of so many tickets has values of its own where nearly all have the same. */
const RARE_EVERY = 100;
const OWN = `(not $4::boolean or mod(n, ${RARE_EVERY}) = 50)`;
const LOAD_TICKETS = `
insert into ticket (id, tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id,
  ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time,
  escalation_response_time, escalation_solution_time, create_time, create_by, change_time, change_by)
select n, (20260000000 + n)::text, case when ${OWN} then 'Ticket ' || n else 'Disk full' end, $3, 1, 1, 1, 1, 3, 1,
  case when ${OWN} then 'C' || n else 'Acme' end, case when ${OWN} then 'user' || n else 'Monitor' end, 0, 0, 0, 0, 0, 0,
  timestamp '2026-01-01' + n * interval '7 seconds', 1, timestamp '2026-01-01' + n * interval '7 seconds', 1
from generate_series($1::bigint, $2::bigint) n`;
const LOAD_VALUES = `
insert into dynamic_field_value (field_id, object_id, value_text)
select f.id, n, case when ${OWN.replace('$4', '$3')} then f.name || '-' || n else f.name || '-0' end
from generate_series($1::bigint, $2::bigint) n, dynamic_field f where f.name in ('Host', 'Site')`;

/** A server whose own connections tell how PostgreSQL ran each of their statements (auto_explain). */
export class PlannedSearches {
  readonly #server: TestServer;
  readonly #queueID: number;
  #plans: { readonly node: PlanNode; readonly text: string }[] = [];

  private constructor(server: TestServer, queueID: number) {
    this.#server = server;
    this.#queueID = queueID;
    const collect = (message: string) => {
      const [, json = ''] = /plan:\s*(\{[\s\S]*\})\s*$/.exec(message) ?? [];
      if (json === '') return;
      const { 'Query Text': text, Plan: node } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
      this.#plans.push({ node, text });
    };
    // The driver hands out what the server notes by this event only.
    const emit = Reflect.get(pg.Client.prototype, 'emit') as (...sent: unknown[]) => unknown;
    const noting = new Proxy(emit, {
      apply(send, client, sent: [string, { readonly message?: string } | undefined]) {
        const [event, note] = sent;
        if (event === 'notice') collect(note?.message ?? '');
        return Reflect.apply(send, client, sent);
      },
    });
    Reflect.set(pg.Client.prototype, 'emit', noting);
  }

  static async start(): Promise<PlannedSearches> {
    const server = await startTestServer({ webServices: { [SERVICE]: DEFINITION } });
    const { database } = server;
    const person = { firstName: 'Api', lastName: 'Agent', password: server.rootPassword };
    const { agents } = server.system.accounts;
    await agents.add({ ...person, login: 'api_agent', email: 'api@customer.org', groups: ['users'] });
    const [queue] = await database.query<{ id: number }>(`select id from queue where name = 'Raw'`);
    await addFields(database);
    await explainAll(database);
    return new PlannedSearches(server, queue?.id ?? 0);
  }

  async stop(): Promise<void> {
    Reflect.deleteProperty(pg.Client.prototype, 'emit');
    await this.#server.stop();
  }

  async clear(): Promise<void> {
    await this.#server.database.query('truncate ticket, dynamic_field_value cascade');
  }

  /** As in the database of a host, before the first search. */
  async dropIndex(name: string): Promise<void> {
    await this.#server.database.query(`drop index ${name}`);
  }

  /** Adds tickets with these ids. `isSkewed`: nearly all have the same values. */
  async add(from: number, to: number, isSkewed: boolean): Promise<void> {
    const { database } = this.#server;
    await database.withTransaction(async (transaction) => {
      await transaction.query('set local statement_timeout = 0');
      // The rows are right by construction; checking each reference would take most of the time.
      await transaction.query('set local session_replication_role = replica');
      for (let first = from; first <= to; first += BATCH) {
        const last = Math.min(to, first + BATCH - 1);
        await transaction.query(LOAD_TICKETS, [first, last, this.#queueID, isSkewed]);
        await transaction.query(LOAD_VALUES, [first, last, isSkewed]);
      }
    });
  }

  /** Reads the statistics by which PostgreSQL plans. */
  async analyze(): Promise<void> {
    await this.#server.database.withTransaction(async (transaction) => {
      await transaction.query('set local statement_timeout = 0');
      await transaction.query('analyze ticket, dynamic_field_value');
    });
  }

  /**
   * Searches as often as PostgreSQL needs to settle on a plan, and answers the most that one search read.
   *
   * @param criteria with the `UserLogin` of one of the agents, who have the same password
   */
  async search(criteria: object): Promise<Searched> {
    let most: Searched = { ticketIDs: [], rows: -1, buffers: 0, plans: [] };
    for (let time = 0; time < REPETITIONS; time += 1) {
      this.#plans = [];
      const ticketIDs = await this.#searchOnce(criteria);
      const work = workOf(this.#plans);
      if (work.plans.length === 0) throw new Error('PostgreSQL did not tell how it ran a search.');
      if (work.rows > most.rows) most = { ticketIDs, ...work };
    }
    return most;
  }

  async #searchOnce(criteria: object): Promise<readonly string[]> {
    const body = JSON.stringify({ Password: this.#server.rootPassword, ...criteria });
    const response = await fetch(`${this.#server.url}/Webservice/${SERVICE}/Search`, { method: 'POST', body });
    const answer = (await response.json()) as { TicketID?: readonly string[]; Error?: unknown };
    if (response.status !== 200 || answer.Error !== undefined) throw new Error(JSON.stringify(answer));
    return answer.TicketID ?? [];
  }
}

async function addFields(database: Database): Promise<void> {
  for (const [name, type] of FIELDS) {
    await database.query(
      `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, valid_id, create_time,
         create_by, change_time, change_by)
       values (0, $1, $1, 1, $2, 'Ticket', 1, now(), 1, now(), 1)`,
      [name, type],
    );
  }
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
};

/** For connections that are opened from now on: those for searches are, when the first one comes. */
async function explainAll(database: Database): Promise<void> {
  await database.withConnection(async (connection) => {
    // Before that, its settings are not known.
    await connection.query(`load 'auto_explain'`);
    for (const [name, value] of Object.entries(SETTINGS)) {
      await connection.query(`do $$ begin
  execute format('alter database %I set ${name} = %L', current_database(), '${value}');
end $$`);
    }
  });
  // Statistics are read when a test says so.
  for (const table of ['ticket', 'dynamic_field_value']) {
    await database.query(`alter table ${table} set (autovacuum_enabled = false)`);
  }
}

function workOf(plans: readonly { readonly node: PlanNode; readonly text: string }[]): Work {
  const searches = plans.filter(({ text }) => isSearch(text));
  return {
    rows: sum(searches.map(({ node }) => rowsOf(node))),
    buffers: sum(searches.map(({ node }) => node['Shared Hit Blocks'] + node['Shared Read Blocks'])),
    plans: searches.map(({ node }) => render(node)),
  };
}

/** Now and then the server also looks which indexes these tables have, and how far walks reach. */
function isSearch(text: string): boolean {
  const isOfTables = text.includes('from ticket t') || text.includes('dynamic_field_value');
  return isOfTables && !text.includes('from pg_index') && !text.includes(' as bound ');
}

function rowsOf(node: PlanNode): number {
  const below = sum((node.Plans ?? []).map(rowsOf));
  if (!['ticket', 'dynamic_field_value'].includes(node['Relation Name'] ?? '')) return below;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return below + Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

function render(node: PlanNode, indent = ''): string {
  const name = node['Index Name'] ?? node['Relation Name'] ?? '';
  const line = `${indent}${node['Node Type']} ${name} (${node['Actual Rows']} × ${node['Actual Loops']})`;
  return [line, ...(node.Plans ?? []).map((each) => render(each, `${indent}  `))].join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
