import type { CreateStep, DeleteStep, ReadStep, SearchStep, UpdateStep, Who } from './life-steps.js';
import { AGENT_IDS, TicketEditor, companyOf, timestamp, type ModelArticle, type ModelTicket } from './model-ticket.js';

/** What an operation answers: an error's code, or what is compared of its answer. */
export type Outcome = string | readonly unknown[];

const USER_IDS: Readonly<Record<Who, number>> = { agent: 2, boss: 6, reader: 3, stranger: 4, customer: 1 };
const READING_AND_WRITING = new Set([1, 2, 6]);
const READING = new Set([1, 2, 3, 6]);
const RESTRICTED = new Set([1, 6]);

/** Tickets in memory, with the rules of the family as the specification has them, and nothing else. */
export class TicketModel {
  /** In the order of their creation; undefined once deleted. */
  readonly #tickets: (ModelTicket | undefined)[] = [];
  readonly #ids: number[] = [];

  /** The id of a step's target; one that is no ticket's when nothing was created. */
  idOf(target: number): number {
    return this.#ids[target % Math.max(1, this.#ids.length)] ?? 999_999_999;
  }

  /** @param created what the system called the ticket */
  create(step: CreateStep, created: { readonly id: number; readonly number: string }, now: number): Outcome {
    const isCustomer = step.who === 'customer';
    if (!isCustomer && !hasGroup(USER_IDS[step.who], step.ticket.queue, 'create')) return 'TicketCreate.AccessDenied';
    const { title, queue, state, priority, customer } = step.ticket;
    const ticket: ModelTicket = {
      ...{
        ...created,
        title,
        queue,
        state,
        priority,
        customer,
        company: companyOf(customer),
        lock: 'unlock',
        owner: 1,
      },
      ...{ timeout: 0, until: 0, changed: now, reference: '', timeUnits: 0, articles: [], history: [] },
    };
    this.#tickets.push(ticket);
    this.#ids.push(created.id);
    const editor = new TicketEditor(ticket, now);
    editor.record('NewTicket', `%%${created.number}%%${queue}%%${priority}%%${state}%%${created.id}`);
    editor.setCustomer(customer);
    fillNewTicket(editor, step);
    return [];
  }

  update(step: UpdateStep, now: number): Outcome {
    const stored = this.#find(this.idOf(step.target));
    if (stored === undefined || !mayRead(step.who, stored)) return 'TicketUpdate.AccessDenied';
    if (!mayChange(step, stored)) return 'TicketUpdate.AccessDenied';
    const ticket = structuredClone(stored);
    const problem = changeTicket(new TicketEditor(ticket, now), stored, step);
    if (problem !== undefined) return problem;
    this.#tickets[this.#tickets.indexOf(stored)] = ticket;
    return [];
  }

  delete(step: DeleteStep): Outcome {
    const ticket = this.#find(this.idOf(step.target));
    if (step.who === 'customer') return 'TicketDelete.AuthFail';
    // Owning a ticket is not enough.
    if (ticket === undefined || !hasGroup(USER_IDS[step.who], ticket.queue, 'rw')) return 'TicketDelete.AccessDenied';
    this.#tickets[this.#tickets.indexOf(ticket)] = undefined;
    return [];
  }

  get({ who, targets }: ReadStep): Outcome {
    const tickets = this.#readable(who, targets);
    return tickets === undefined ? 'TicketGet.AccessDenied' : tickets.map((ticket) => shown(ticket, who));
  }

  history({ who, targets }: ReadStep): Outcome {
    if (who === 'customer') return 'TicketHistoryGet.AuthFail';
    const tickets = this.#readable(who, targets);
    return tickets === undefined ? 'TicketHistoryGet.AccessDenied' : tickets.map(({ history }) => history);
  }

  /** Newest first. */
  search({ who, criteria }: SearchStep): Outcome {
    const { queues, states, word, reference } = criteria;
    return this.#tickets
      .filter((ticket) => ticket !== undefined)
      .filter((ticket) => mayFind(who, ticket))
      .filter(({ queue }) => queues?.includes(queue) ?? true)
      .filter(({ state }) => states?.includes(state) ?? true)
      .filter((ticket) => reference === undefined || ticket.reference === reference)
      .filter((ticket) => word === undefined || articlesFor(who, ticket).some(({ body }) => body.includes(word)))
      .map(({ id }) => String(id))
      .reverse();
  }

  #find(id: number): ModelTicket | undefined {
    return this.#tickets.find((ticket) => ticket?.id === id);
  }

  #readable(who: Who, targets: readonly number[]): readonly ModelTicket[] | undefined {
    const tickets = targets.map((target) => this.#find(this.idOf(target)));
    const readable = tickets.filter((ticket) => ticket !== undefined && mayRead(who, ticket));
    return readable.length === targets.length ? (readable as ModelTicket[]) : undefined; // undefined was filtered out
  }
}

function hasGroup(userID: number, queue: string, permission: string): boolean {
  if (queue === 'Restricted') return RESTRICTED.has(userID);
  return (permission === 'ro' ? READING : READING_AND_WRITING).has(userID);
}

function allows(userID: number, ticket: ModelTicket, permission: string): boolean {
  return ticket.owner === userID || hasGroup(userID, ticket.queue, permission);
}

function isOfCustomer({ customer, company }: ModelTicket): boolean {
  return customer === 'customer@example.com' || company === 'ACME';
}

function mayRead(who: Who, ticket: ModelTicket): boolean {
  return who === 'customer' ? isOfCustomer(ticket) : allows(USER_IDS[who], ticket, 'ro');
}

/** Being the owner does not widen a search. */
function mayFind(who: Who, ticket: ModelTicket): boolean {
  return who === 'customer' ? isOfCustomer(ticket) : hasGroup(USER_IDS[who], ticket.queue, 'ro');
}

function mayChange({ who, ticket, article, reference }: UpdateStep, stored: ModelTicket): boolean {
  const { queue, owner, priority, state = '' } = ticket;
  const needed = [
    ...(article === undefined ? [] : ['note']),
    ...(reference === undefined ? [] : ['rw']),
    ...(queue === undefined ? [] : ['move']),
    ...(owner === undefined ? [] : ['owner']),
    ...(priority === undefined ? [] : ['priority']),
    ...(/^(?:closed|pending)/.test(state) ? ['close'] : []),
  ];
  return needed.every((permission) => allows(USER_IDS[who], stored, permission));
}

function fillNewTicket(editor: TicketEditor, { who, ticket, article, reference }: CreateStep): void {
  if (ticket.lock !== undefined) editor.setLock(ticket.lock);
  if (ticket.state.startsWith('closed')) editor.setLock('unlock');
  else if (ticket.state.startsWith('pending') && ticket.pendingMinutes !== undefined) {
    editor.setPending(ticket.pendingMinutes);
  }
  if (reference !== undefined) editor.setReference(reference);
  editor.addArticle(articleOf(who, article), ['NewTicket', '%%GenericInterface Create']);
  editor.setOwner(AGENT_IDS[ticket.owner ?? ''] ?? USER_IDS[who]);
  if (ticket.owner !== undefined && ticket.lock === undefined) editor.setLock('lock');
  editor.addTime(article.timeUnit);
}

/** Compares with the ticket as it was stored, whatever happened meanwhile. */
function changeTicket(editor: TicketEditor, stored: ModelTicket, step: UpdateStep): string | undefined {
  const { title, queue = stored.queue, lock } = step.ticket;
  if (isNew(title, stored.title)) editor.setTitle(title);
  if (isNew(queue, stored.queue)) {
    if (!hasGroup(USER_IDS[step.who], queue, 'move_into')) return 'OperationFault';
    editor.setQueue(queue);
  }
  if (isNew(lock, stored.lock)) editor.setLock(lock);
  if (!changeState(editor, step)) return 'TicketUpdate.MissingParameter';
  changePeople(editor, stored, step);
  if (step.article !== undefined) {
    editor.addArticle(articleOf(step.who, step.article), ['AddNote', '%%GenericInterface Note']);
    editor.addTime(step.article.timeUnit);
  }
  if (step.reference !== undefined) editor.setReference(step.reference);
  return undefined;
}

function isNew<Value>(requested: Value | undefined, stored: Value): requested is Value {
  return requested !== undefined && requested !== stored;
}

function changePeople(editor: TicketEditor, stored: ModelTicket, { ticket }: UpdateStep): void {
  const { customer, priority, owner } = ticket;
  // A customer without their company differs from one with it.
  if (customer !== undefined && (customer !== stored.customer || stored.company !== '')) editor.setCustomer(customer);
  if (isNew(priority, stored.priority)) editor.setPriority(priority);
  const ownerID = AGENT_IDS[owner ?? ''];
  if (isNew(ownerID, stored.owner)) editor.setOwner(ownerID);
}

function changeState(editor: TicketEditor, { ticket: { state, pendingMinutes } }: UpdateStep): boolean {
  if (state === undefined) return true;
  if (state.startsWith('closed')) editor.setLock('unlock');
  if (state.startsWith('pending')) {
    if (pendingMinutes === undefined) return false;
    editor.setPending(pendingMinutes);
  }
  editor.setState(state);
  return true;
}

function articleOf(who: Who, { body, isVisible }: { body: string; isVisible: boolean }): ModelArticle {
  return { body, isVisible, sender: who === 'customer' ? 'customer' : 'agent' };
}

function articlesFor(who: Who, { articles }: ModelTicket): readonly ModelArticle[] {
  return articles.filter(({ isVisible }) => isVisible || who !== 'customer');
}

/** As the test reads it from an answer of TicketGet. */
function shown(ticket: ModelTicket, who: Who): unknown {
  const { id, number, title, queue, state, priority, lock, customer, company, owner, timeout, until, timeUnits } =
    ticket;
  return {
    ...{ id, number, title, queue, state, priority, lock, customer, company, owner, timeout, until, timeUnits },
    changed: timestamp(ticket.changed),
    reference: ticket.reference === '' ? null : ticket.reference,
    articles: articlesFor(who, ticket),
  };
}
