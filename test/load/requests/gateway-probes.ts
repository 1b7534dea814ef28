import { SOAP_11, XmlWriter } from '@ticketgate/gateway';
import type { Data } from '@ticketgate/sdk';

import { HITS, type LoadedTickets } from '../data/load-tickets.js';
import type { Probe, ProbeRequest, RightAnswer } from '../driving/drive.js';
import type { Credentials } from '../system/start-system.js';

export const CREDENTIALS = ['SessionID', 'password', 'API key'] as const;
export type CredentialKind = (typeof CREDENTIALS)[number];

/** What a caller sends with each request: members of the body or the query, and headers. */
export interface Caller {
  readonly members: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export function chooseCaller(kind: CredentialKind, credentials: Credentials & { readonly SessionID: string }): Caller {
  const { SessionID, UserLogin, Password, ApiKey } = credentials;
  if (kind === 'API key') return { members: {}, headers: { 'X-API-Key': ApiKey } };
  return { members: kind === 'SessionID' ? { SessionID } : { UserLogin, Password }, headers: {} };
}

/** Bare peers ask nobody who they are. */
export const ANYBODY: Caller = { members: {}, headers: {} };

export const OPERATIONS = [
  'TicketCreate',
  'TicketGet',
  'TicketSearch title',
  'TicketSearch title and queue',
  'TicketSearch title and state',
  'TicketSearch %word%',
  'TicketSearch full text',
  'TicketSearch dynamic field',
  'TicketList deep page',
  'TicketUpdate',
  'SessionCreate',
  'QueueList',
  'SOAP TicketCreate',
  'SOAP TicketGet',
] as const;
export type OperationName = (typeof OPERATIONS)[number];

export interface ProbeOptions {
  /** Path before the routes, for example `/Webservice/Bench`. `Soap` at its end is the same service over SOAP. */
  readonly prefix: string;
  readonly caller: Caller;
  readonly tickets: LoadedTickets;
  /** Ends of pages that TicketList gave, with their order. */
  readonly pageEnds: readonly PageEnd[];
}

export interface PageEnd {
  readonly SortBy: string;
  readonly OrderBy: string;
  readonly After: string;
}

/** Tickets that TicketList answers. */
export const PAGE = 20;

/** The requests of one operation, each with another ticket. */
export function probeFor(name: OperationName, options: ProbeOptions): Probe {
  return { name, ...PROBES[name](options) };
}

type Sent = Omit<Probe, 'name'>;

const ONE_TICKET: RightAnswer = { start: '{', pattern: String.raw`"TicketID":"?\d+`, times: 1 };
const SESSION: RightAnswer = { start: '{', pattern: `"SessionID":"${String.raw`\d`.repeat(39)}"`, times: 1 };
const XML = { start: '<?xml', times: 1 };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const ARTICLE = {
  Subject: 'The printer on the second floor',
  Body: 'It prints nothing but blank pages since this morning. '.repeat(6),
  ContentType: 'text/plain; charset=utf-8',
  Charset: 'utf-8',
  MimeType: 'text/plain',
};

const PROBES: Readonly<Record<OperationName, (options: ProbeOptions) => Sent>> = {
  TicketCreate: (options) => sending(options, { method: 'POST', path: () => '/Ticket', data: newTicket }),
  TicketUpdate: (options) =>
    sending(options, {
      method: 'PATCH',
      path: () => `/Ticket/${ticketOf(options.tickets, 'upper')}`,
      data: changedTicket,
    }),
  SessionCreate: (options) =>
    sending(options, { method: 'POST', path: () => '/Session', data: () => ({}), right: SESSION }),
  TicketGet: (options) =>
    asking(options, {
      path: () => `/Ticket/${ticketOf(options.tickets, 'lower')}`,
      query: () => ({ AllArticles: '1' }),
      right: { start: '{"Ticket":[{', pattern: '"ArticleID"', times: options.tickets.articles },
    }),
  'TicketSearch title': (options) => search(options, { Title: options.tickets.title }, 1),
  'TicketSearch title and queue': (options) =>
    search(options, { Title: options.tickets.title, Queues: [options.tickets.queue] }, 1),
  'TicketSearch title and state': (options) =>
    search(options, { Title: options.tickets.title, States: [options.tickets.state] }, 1),
  'TicketSearch %word%': (options) => search(options, { Title: `%${options.tickets.titleWord}%` }, HITS),
  'TicketSearch full text': (options) => search(options, { MIMEBase_Body: options.tickets.bodyWord }, HITS),
  'TicketSearch dynamic field': (options) =>
    search(options, { DynamicField_Reference: { Equals: options.tickets.reference } }, HITS),
  'TicketList deep page': (options) =>
    sending(options, {
      method: 'POST',
      path: () => '/TicketList',
      data: () => ({ Limit: PAGE, ...anyOf(options.pageEnds) }),
      right: { start: '{"Ticket":[{', pattern: '"TicketNumber"', times: PAGE },
    }),
  QueueList: (options) =>
    asking(options, { path: () => '/Queue', query: () => ({}), right: { start: '{', pattern: '"Raw"', times: 1 } }),
  'SOAP TicketCreate': (options) =>
    enveloped(options, {
      name: 'TicketCreate',
      data: newTicket,
      right: { ...XML, pattern: String.raw`<TicketID>\d+` },
    }),
  'SOAP TicketGet': (options) =>
    enveloped(options, {
      name: 'TicketGet',
      data: () => ({ TicketID: ticketOf(options.tickets, 'lower'), AllArticles: '1' }),
      right: { ...XML, pattern: '<ArticleID>', times: options.tickets.articles },
    }),
};

function newTicket() {
  const Ticket = {
    Title: 'Printer does not print',
    Queue: 'Raw',
    State: 'new',
    Priority: '3 normal',
    CustomerUser: 'carla',
  };
  return { Ticket, Article: ARTICLE };
}

let changes = 0;

/** Another priority than that of the request before. */
function changedTicket(): object {
  changes += 1;
  return { Ticket: { PriorityID: 1 + (changes % 5), StateID: 4 }, Article: ARTICLE };
}

/** Tickets that are read are others than those that get articles, so that answers stay of one size. */
function ticketOf({ firstID, count }: LoadedTickets, half: 'lower' | 'upper'): number {
  const size = Math.floor(count / 2);
  return firstID + (half === 'lower' ? 0 : size) + Math.floor(Math.random() * size);
}

function anyOf<Entry>(entries: readonly Entry[]): Entry | undefined {
  return entries[Math.floor(Math.random() * entries.length)];
}

function search(options: ProbeOptions, data: object, hits: number): Sent {
  const right = { start: '{', pattern: String.raw`"\d+"`, times: hits };
  return sending(options, { method: 'POST', path: () => '/TicketSearch', data: () => data, right });
}

interface Asked {
  readonly path: () => string;
  readonly query: () => Readonly<Record<string, string>>;
  readonly right: RightAnswer;
}

function asking({ prefix, caller }: ProbeOptions, { path, query, right }: Asked): Sent {
  const next = (): ProbeRequest => {
    const words = new URLSearchParams({ ...caller.members, ...query() });
    return { method: 'GET', path: `${prefix}${path()}?${words.toString()}`, headers: caller.headers };
  };
  return { next, right };
}

interface SentData {
  readonly method: 'POST' | 'PATCH';
  readonly path: () => string;
  readonly data: () => object;
  readonly right?: RightAnswer;
}

function sending({ prefix, caller }: ProbeOptions, { method, path, data, right = ONE_TICKET }: SentData): Sent {
  const next = (): ProbeRequest => ({
    method,
    path: prefix + path(),
    headers: { ...JSON_TYPE, ...caller.headers },
    body: JSON.stringify({ ...caller.members, ...data() }),
  });
  return { next, right };
}

interface Enveloped {
  readonly name: string;
  readonly data: () => Data;
  readonly right: RightAnswer;
}

/** As clients send it that a WSDL has been read by. */
function enveloped({ prefix, caller }: ProbeOptions, { name, data, right }: Enveloped): Sent {
  const next = (): ProbeRequest => {
    const start = `<soapenv:Envelope xmlns:soapenv="${SOAP_11.envelope}"><soapenv:Body><${name} xmlns="urn:bench">`;
    const writer = new XmlWriter(start).members({ ...caller.members, ...data() });
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', ...caller.headers };
    const body = [writer.finish(`</${name}></soapenv:Body></soapenv:Envelope>`)].flat().join('');
    return { method: 'POST', path: `${prefix}Soap`, headers, body };
  };
  return { next, right };
}
