import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { API_AGENT, SESSION } from './credentials.js';
import { ROOT } from '../support/root.js';
import { bytesOf, type Sample } from './sample.js';

const RECORDED = join(ROOT, '..', 'shared', 'oracle', 'corpus');
const CONNECTOR = '/Webservice/GenericTicketConnectorREST';

/** Requests that mutations begin with: the recorded exchanges where they are, and a few of our own in any case. */
export function readSeeds(): readonly Sample[] {
  const files = existsSync(RECORDED) ? readdirSync(RECORDED).filter((file) => file.endsWith('.jsonl')) : [];
  const lines = files.flatMap((file) => readFileSync(join(RECORDED, file), 'utf8').split('\n').filter(Boolean));
  return [...OWN, ...lines.map((line) => recorded(JSON.parse(line) as Exchange))];
}

/** A line of the recorded exchanges. */
interface Exchange {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly template?: { readonly path?: string; readonly query?: string; readonly requestBody?: string | null };
}

function recorded({ id, method, path, query = '', requestHeaders = {}, template = {} }: Exchange): Sample {
  const url = urlOf(template.path ?? path, template.query ?? query);
  const type = requestHeaders['Content-Type'];
  const headers = type === undefined ? {} : { 'Content-Type': type };
  return { origin: id, method, url, headers, body: bodyOf(template.requestBody) };
}

/** Blanks and the like would end the target of a request. */
function urlOf(path: string, query: string): string {
  const url = `${CONNECTOR}${path}${query === '' ? '' : `?${query}`}`;
  return url.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
}

/** Some bodies were no UTF-8 and are not written down as text. */
function bodyOf(body: string | null | undefined): string | undefined {
  return body === undefined || body === null || body === '' ? undefined : bytesOf(body);
}

const TICKET = { Title: 'Seed', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
const ARTICLE = {
  Subject: 'Seed',
  Body: 'Text',
  ContentType: 'text/plain; charset=utf-8',
  HistoryType: 'AddNote',
  SenderType: 'agent',
};
const ATTACHMENT = [{ Filename: 'a.txt', ContentType: 'text/plain', Content: 'QUJD' }];

const OWN: readonly Sample[] = [
  own('POST', `${CONNECTOR}/Ticket`, { SessionID: SESSION, Ticket: TICKET, Article: ARTICLE, Attachment: ATTACHMENT }),
  own('PATCH', `${CONNECTOR}/Ticket/1`, {
    SessionID: SESSION,
    Ticket: { Title: 'New', PendingTime: { Diff: 60 } },
    Article: ARTICLE,
  }),
  own('GET', `${CONNECTOR}/Ticket/1?SessionID=${SESSION}&AllArticles=1&Attachments=1&DynamicFields=1`),
  own('GET', `${CONNECTOR}/Ticket?SessionID=${SESSION}&Title=Se*&Queues=Raw&SortBy=Age&OrderBy=Up&Limit=5`),
  own('POST', '/connector/ticket-create', {
    ...API_AGENT,
    Ticket: TICKET,
    Article: ARTICLE,
    DynamicField: [{ Name: 'Reference', Value: 'x' }],
  }),
  own('PUT', '/connector/ticket-update', {
    ...API_AGENT,
    TicketID: 1,
    Ticket: { State: 'open' },
    Article: ARTICLE,
    Attachment: ATTACHMENT,
  }),
  own('POST', '/connector/ticket-search', {
    ...API_AGENT,
    Fulltext: 'text',
    'DynamicField_Reference.Like': 'x*',
    Limit: 10,
  }),
  own('POST', '/connector/ticket-get', { ...API_AGENT, TicketID: [1, 2], AllArticles: 1 }),
  own('POST', '/connector/faq-search', { ...API_AGENT, What: 'text' }),
  own('POST', '/connector/service-list', { ...API_AGENT, CustomerUser: 'a@customer.org' }),
  own('POST', '/Webservice/TicketExample/ticket/get', { SessionID: SESSION, TicketID: 1 }),
  own('GET', `/Webservice/TicketService/ArticleGet?SessionID=${SESSION}&ArticleID=1,2&Fields=Subject`),
  own('GET', `/Webservice/TicketService/AttachmentGet?SessionID=${SESSION}&ArticleID=1&FileID=1`),
  own('GET', `/Webservice/TicketService/TicketList?SessionID=${SESSION}&Limit=3&Fields=Title,State`),
  own('GET', '/healthz'),
];

function own(method: string, url: string, body?: object): Sample {
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    origin: `own ${method} ${url.slice(0, 40)}`,
    method,
    url,
    headers,
    body: body && bytesOf(JSON.stringify(body)),
  };
}
