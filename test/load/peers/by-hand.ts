import pg from 'pg';

import { loadNames, type Names } from './names.js';
import { presentArticle, presentTicket, type ArticleRow, type TicketRow } from './present.js';
import { ARTICLES, CREATE, FIND, SEARCHES, TICKET, UPDATE } from './ticket-statements.js';

/** A body of the benchmark. Nothing checks that it is one: that is what makes a peer bare. */
export interface Body {
  readonly Ticket: Readonly<Record<string, string>> & { readonly PriorityID: number; readonly StateID: number };
  readonly Article: { readonly Subject: string; readonly Body: string; readonly ContentType: string };
}

export interface Search {
  readonly Title?: string;
  readonly MIMEBase_Body?: string;
  readonly DynamicField_Reference?: { readonly Equals: string };
}

const LIMIT = 500;
const CUSTOMER = { login: 'carla', id: 'ACME', address: '"Carla Customer" <carla@customer.org>' };
const HISTORY = {
  NewTicket: 1,
  AddNote: 15,
  CustomerUpdate: 21,
  PriorityUpdate: 22,
  OwnerUpdate: 23,
  Misc: 25,
  StateUpdate: 27,
};
const RESET = '%%Reset of unlock time.';

interface FoundTicket extends TicketRow {
  readonly version: string;
}

/** A ticket system as one would write it for a single client: a pool, prepared statements, names in memory, no questions. */
export class TicketsByHand {
  readonly #pool: pg.Pool;
  readonly #names: Names;
  #number = Date.now() * 1000;

  private constructor(pool: pg.Pool, names: Names) {
    this.#pool = pool;
    this.#names = names;
  }

  static async open(url: string): Promise<TicketsByHand> {
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text);
    const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c timezone=UTC -c search_path=public' });
    return new TicketsByHand(pool, await loadNames(pool));
  }

  async create({ Ticket, Article }: Body): Promise<object> {
    const { queues, states, priorities, agent } = this.#names;
    const { Title = '', Queue = '', State = '', Priority = '' } = Ticket;
    const now = moment();
    const number = String((this.#number += 1));
    const index = indexOf(Article, { MIMEBase_From: CUSTOMER.address.toLowerCase(), MIMEBase_To: Queue.toLowerCase() });
    const history = [
      [`%%${number}%%${Queue}%%${Priority}%%${State}%%`, HISTORY.NewTicket, false],
      [`%%CustomerID=${CUSTOMER.id};CustomerUser=${CUSTOMER.login};`, HISTORY.CustomerUpdate, false],
      ['%%GenericInterface Create', HISTORY.NewTicket, true],
      [RESET, HISTORY.Misc, false],
      [`%%${agent.login}%%${agent.id}`, HISTORY.OwnerUpdate, false],
    ] as const;
    const values = [
      number,
      Title,
      queues.ids.get(Queue),
      agent.id,
      priorities.ids.get(Priority),
      states.ids.get(State),
    ];
    const { rows } = await this.#pool.query<{ id: number; ticket_id: number }>({
      name: 'create',
      text: CREATE,
      values: [
        ...values,
        ...[CUSTOMER.id, CUSTOMER.login, now.seconds, now.text, CUSTOMER.address, Queue],
        ...[Article.Subject, Article.ContentType, Article.Body, Object.keys(index), Object.values(index)],
        ...[history.map(([name]) => name), history.map(([, type]) => type), history.map(([, , has]) => has)],
        ...[history.map(() => agent.id), null],
      ],
    });
    const [row] = rows;
    return { TicketID: String(row?.ticket_id), TicketNumber: number, ArticleID: row?.id };
  }

  async get(id: number): Promise<object> {
    const { rows } = await this.#pool.query<TicketRow>({ name: 'ticket', text: TICKET, values: [[id]] });
    const articles = await this.#pool.query<ArticleRow>({ name: 'articles', text: ARTICLES, values: [[id]] });
    return {
      Ticket: rows.map((row) => ({ ...presentTicket(row, this.#names), Article: articles.rows.map(presentArticle) })),
    };
  }

  async search({ Title, MIMEBase_Body: body, DynamicField_Reference: field }: Search): Promise<object> {
    const queues = [...this.#names.queues.byID.values()].filter(({ detail }) =>
      this.#names.agent.groups.includes(Number(detail)),
    );
    const find = async (kind: keyof typeof SEARCHES, ...values: unknown[]) => {
      // As the product does: how to look for a pattern depends on the pattern.
      const name = kind === 'body' || kind === 'titleWord' ? undefined : kind;
      const statement = { name, text: SEARCHES[kind], values: [queues.map(({ id }) => id), LIMIT, ...values] };
      const { rows } = await this.#pool.query<{ id: number }>(statement);
      return { TicketID: rows.map(({ id }) => String(id)) };
    };
    if (field !== undefined) return find('field', [field.Equals], this.#names.fields.ids.get('Reference'));
    if (body !== undefined) return find('body', `%${body.toLowerCase()}%`);
    return Title?.includes('%') === true ? find('titleWord', Title) : find('title', [Title]);
  }

  /** As often as it takes: another client may change the ticket after it was read. */
  async update(id: number, body: Body): Promise<object> {
    for (;;) {
      const answer = await this.#change(id, body);
      if (answer !== undefined) return answer;
    }
  }

  async #change(id: number, { Ticket, Article }: Body): Promise<object | undefined> {
    const { rows } = await this.#pool.query<FoundTicket>({ name: 'find', text: FIND, values: [id] });
    const [before] = rows;
    if (before === undefined) throw new Error(`There is no ticket ${id}.`);
    const now = moment();
    const { agent } = this.#names;
    const index = indexOf(Article, { MIMEBase_From: agent.fullName.toLowerCase() });
    const history = [
      ...changes(before, Ticket, this.#names),
      ['%%GenericInterface Note', HISTORY.AddNote, true] as const,
      ...(before.timeout === now.seconds ? [] : [[RESET, HISTORY.Misc, false] as const]),
    ];
    const added = await this.#pool.query<{ id: number }>({
      name: 'update',
      text: UPDATE,
      values: [
        ...[id, Ticket.PriorityID, Ticket.StateID, now.seconds, now.text, agent.id, before.title, before.queue_id],
        ...[history.map(([name]) => name), history.map(([, type]) => type), history.map(([, , has]) => has)],
        ...[history.map(() => Ticket.PriorityID), history.map(() => Ticket.StateID)],
        ...[agent.fullName, Article.Subject, Article.ContentType, Article.Body],
        ...[Object.keys(index), Object.values(index), null, before.user_id, before.version],
      ],
    });
    const [article] = added.rows;
    return article && { TicketID: String(id), TicketNumber: before.tn, ArticleID: article.id };
  }
}

/** The history of a new state and a new priority: text, type, whether it is the article's. */
function changes(before: TicketRow, after: Body['Ticket'], names: Names): (readonly [string, number, boolean])[] {
  const { state, priority } = namesOf(before.ticket_state_id, before.ticket_priority_id, names);
  const now = namesOf(after.StateID, after.PriorityID, names);
  const priorityText = `%%${priority}%%${before.ticket_priority_id}%%${now.priority}%%${after.PriorityID}`;
  const all: (readonly [boolean, string, number])[] = [
    [state !== now.state, `%%${state}%%${now.state}%%`, HISTORY.StateUpdate],
    [priority !== now.priority, priorityText, HISTORY.PriorityUpdate],
  ];
  return all.flatMap(([isChanged, text, type]) => (isChanged ? [[text, type, false]] : []));
}

function namesOf(
  stateID: number,
  priorityID: number,
  { states, priorities }: Names,
): { state: string; priority: string } {
  return { state: states.byID.get(stateID)?.name ?? '', priority: priorities.byID.get(priorityID)?.name ?? '' };
}

function moment(): { readonly seconds: number; readonly text: string } {
  const now = new Date();
  return { seconds: Math.floor(now.getTime() / 1000), text: now.toISOString().slice(0, 19).replace('T', ' ') };
}

/** Each word once, as the product indexes them. */
function indexOf(
  { Subject, Body }: Body['Article'],
  addresses: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const words = (text: string) =>
    [...new Set(text.toLowerCase().split(/\W+/))].filter((word) => word.length > 2).join(' ');
  return { ...addresses, MIMEBase_Subject: words(Subject), MIMEBase_Body: words(Body) };
}
