export interface ModelArticle {
  readonly body: string;
  readonly isVisible: boolean;
  readonly sender: 'agent' | 'customer';
}

/** What the model knows of a ticket: times in epoch seconds, history as `type|name|+ if of an article|queue owner priority state`. */
export interface ModelTicket {
  id: number;
  number: string;
  title: string;
  queue: string;
  state: string;
  priority: string;
  customer: string;
  company: string;
  lock: string;
  owner: number;
  timeout: number;
  until: number;
  changed: number;
  reference: string;
  timeUnits: number;
  articles: ModelArticle[];
  history: string[];
}

export const AGENT_IDS: Readonly<Record<string, number>> = {
  'root@localhost': 1,
  apiagent: 2,
  roagent: 3,
  bossagent: 6,
};
const QUEUE_IDS: Readonly<Record<string, number>> = { Raw: 2, Misc: 4, Restricted: 6 };
const STATE_IDS: Readonly<Record<string, number>> = { new: 1, 'closed successful': 2, open: 4, 'pending reminder': 6 };
const PRIORITY_IDS: Readonly<Record<string, number>> = { '1 very low': 1, '3 normal': 3 };

/** Changes of one ticket in the order of the family, with the history that they leave. */
export class TicketEditor {
  readonly ticket: ModelTicket;
  readonly #now: number;

  constructor(ticket: ModelTicket, now: number) {
    this.ticket = ticket;
    this.#now = now;
  }

  record(type: string, name: string, isOfArticle = false): void {
    const { queue, owner, priority, state } = this.ticket;
    const snapshot = [QUEUE_IDS[queue], owner, PRIORITY_IDS[priority], STATE_IDS[state]].join(' ');
    this.ticket.history.push(`${type}|${name}|${isOfArticle ? '+' : ''}|${snapshot}`);
    this.ticket.changed = this.#now;
  }

  setTitle(title: string): void {
    const shown = title.slice(0, 50);
    this.record('TitleUpdate', `%%${this.ticket.title}%%${shown}${shown.length === 50 ? '...' : ''}`);
    this.ticket.title = title;
  }

  setQueue(queue: string): void {
    const old = this.ticket.queue;
    this.ticket.queue = queue;
    this.record('Move', `%%${queue}%%${QUEUE_IDS[queue]}%%${old}%%${QUEUE_IDS[old]}`);
    this.setLock('unlock');
  }

  setLock(lock: string): void {
    const { ticket } = this;
    if (ticket.lock === lock) return;
    if (lock === 'unlock') {
      this.record('OwnerUpdate', 'Reset owner to root@localhost.');
      ticket.owner = 1;
    }
    ticket.lock = lock;
    this.record(lock === 'unlock' ? 'Unlock' : lock === 'lock' ? 'Lock' : 'Misc', `%%${lock}`);
    if (lock === 'lock') this.resetTimeout();
  }

  resetTimeout(): void {
    if (this.ticket.timeout === this.#now) return;
    this.ticket.timeout = this.#now;
    this.record('Misc', 'Reset of unlock time.');
  }

  setPending(minutes: number): void {
    this.ticket.until = this.#now + minutes * 60;
    this.record('SetPendingTime', `%%${timestamp(this.ticket.until).slice(0, 16)}`);
  }

  setState(state: string): void {
    const { ticket } = this;
    const old = ticket.state;
    if (old === state) return;
    ticket.state = state;
    this.record('StateUpdate', `%%${old}%%${state}%%`);
    if (ticket.until === 0 || state.startsWith('pending')) return;
    ticket.until = 0;
    this.record('SetPendingTime', '%%00-00-00 00:00');
  }

  setCustomer(customer: string): void {
    this.ticket.customer = customer;
    this.ticket.company = companyOf(customer);
    this.record('CustomerUpdate', `%%CustomerID=${this.ticket.company};CustomerUser=${customer};`);
  }

  setPriority(priority: string): void {
    const old = this.ticket.priority;
    this.ticket.priority = priority;
    this.record('PriorityUpdate', `%%${old}%%${PRIORITY_IDS[old]}%%${priority}%%${PRIORITY_IDS[priority]}`);
  }

  setOwner(owner: number): void {
    if (this.ticket.owner === owner) return;
    this.ticket.owner = owner;
    const login = Object.keys(AGENT_IDS).find((name) => AGENT_IDS[name] === owner);
    this.record('OwnerUpdate', `%%${login}%%${owner}`);
  }

  setReference(reference: string): void {
    const old = this.ticket.reference;
    if (old === reference) return;
    this.ticket.reference = reference;
    this.record('TicketDynamicFieldUpdate', `%%FieldName%%ExternalRef%%Value%%${reference}%%OldValue%%${old}`);
  }

  addArticle(article: ModelArticle, [type, comment]: readonly [string, string]): void {
    const isAnswer = article.sender === 'customer' && this.ticket.articles.at(-1)?.sender === 'agent';
    this.ticket.articles.push(article);
    this.record(type, comment, true);
    if (article.sender === 'agent' || isAnswer) this.resetTimeout();
  }

  addTime(units: number): void {
    if (units === 0) return;
    this.ticket.timeUnits += units;
    this.record('TimeAccounting', `%%${units}%%${this.ticket.timeUnits}`, true);
  }
}

export function companyOf(customer: string): string {
  return customer === 'customer@example.com' ? 'ACME' : '';
}

/** `YYYY-MM-DD HH:MM:SS` in UTC. */
export function timestamp(epoch: number): string {
  return new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
