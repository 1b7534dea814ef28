import { compileUnpublished } from '@ticketgate/gateway';
import { isData, type Data } from '@ticketgate/sdk';

import { Remote } from '../../../packages/runtime/test/invokers/remote.js';
import { isThere, playerOf, readRecorded, readRecordedFile, type Recorded, type RecordedRequest } from './recorded.js';
import { startRecordedSystem, type RecordedSystem } from './recorded-system.js';

const LOGIN = { UserLogin: 'apiagent', Password: 'secret-Passw0rd' };

let system: RecordedSystem;
let remote: Remote;

beforeAll(async () => {
  if (!isThere) return;
  remote = await Remote.start();
  system = await startRecordedSystem([`127.0.0.1:${remote.port}`]);
});

afterAll(async () => {
  if (!isThere) return;
  await system.stop();
  await remote.close();
});

async function send({ method, path, body }: RecordedRequest): Promise<Data> {
  const url = `${system.server.url}/otobo/nph-genericinterface.pl/Webservice/${path}`;
  const response = await fetch(url, { method, body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!isData(answer) || answer.Error !== undefined) throw new Error(JSON.stringify(answer));
  return answer;
}

/** The ids of a ticket by the names that the recordings have for them. */
type Captures = Readonly<Record<string, string>>;

async function create(body: Data): Promise<Captures> {
  const path = 'GenericTicketConnectorREST/Ticket';
  const { TicketID, TicketNumber, ArticleID } = await send({ method: 'POST', path, body: { ...body, ...LOGIN } });
  return { TID: String(TicketID), TN: String(TicketNumber), AID: String(ArticleID), AID1: String(ArticleID) };
}

async function addArticle(ticketID: string, rest: Data): Promise<string> {
  const path = `GenericTicketConnectorREST/Ticket/${ticketID}`;
  return String((await send({ method: 'PATCH', path, body: { ...LOGIN, ...rest } })).ArticleID);
}

interface Tickets {
  readonly create: { readonly body: Data };
  readonly poor: { readonly create: { readonly body: Data } };
}

function readTickets(): Tickets {
  return JSON.parse(readRecordedFile('rich-ticket.json')) as Tickets;
}

async function makeRichTicket(request: Data): Promise<Captures> {
  const captures = await create(request);
  const ticketID = captures.TID ?? '';
  const mail = { Subject: 'Second', Body: 'Mail', ContentType: 'text/plain; charset=utf-8', From: 'agent@example.com' };
  const AID2 = await addArticle(ticketID, {
    Article: { ...mail, CommunicationChannel: 'Email', SenderType: 'agent', IsVisibleForCustomer: 1 },
    DynamicField: { Name: 'ArticleRef', Value: 'ref-2' },
  });
  const html = { Subject: 'Third', Body: '<p>html</p>', ContentType: 'text/html; charset=utf-8' };
  const AID3 = await addArticle(ticketID, {
    Article: { ...html, CommunicationChannel: 'Internal', SenderType: 'agent', IsVisibleForCustomer: 0 },
    Attachment: { Content: 'aGFsbG8=', ContentType: 'text/plain', Filename: 'c.txt' },
  });
  return { ...captures, AID2, AID3 };
}

function withCaptures(data: unknown, captures: Captures): unknown {
  const text = JSON.stringify(data).replace(/\{\{(\w+)\}\}/g, (_, name: string) => captures[name] ?? '');
  return JSON.parse(text) as unknown;
}

async function call(recorded: Recorded, captures: Captures) {
  const config = readRecordedFile(recorded.definition).replaceAll('127.0.0.1:5190', `127.0.0.1:${remote.port}`);
  const service = await compileUnpublished({ id: 1, name: 'Requester', config, validID: 1 }, system.ready.operations);
  if (service === undefined) throw new Error(`${recorded.definition} cannot be read.`);
  remote.script(recorded.remote);
  const { invoker = '', data } = recorded.trigger.run ?? {};
  const { signal } = new AbortController();
  return system.ready.invokers.call({ service, invoker, data: withCaptures(data, captures), signal });
}

/** Ids and times differ. */
const IGNORED = ['TicketID', 'TicketNumber', 'Age', 'Created', 'Changed', 'UntilTime', 'ArticleID'];

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isData(value)) return value;
  const members = Object.keys(value)
    .sort()
    .filter((name) => !IGNORED.includes(name));
  return Object.fromEntries(members.map((name) => [name, comparable(value[name])]));
}

function bodyOf(text: string | undefined): unknown {
  return text === undefined || text === '' ? text : comparable(JSON.parse(text));
}

async function fieldsOf(ticketID: string): Promise<readonly unknown[]> {
  const rows = await system.database.query<{ name: string; text: string | null }>(
    `select f.name, coalesce(v.value_text, '') as text from dynamic_field_value v join dynamic_field f on f.id = v.field_id
     where f.object_type = 'Ticket' and v.object_id = $1 order by f.name, v.id`,
    [ticketID],
  );
  return rows;
}

interface Outcome {
  readonly success: number;
  readonly message: string;
  readonly bodies: readonly unknown[];
  readonly fields: readonly unknown[];
  readonly subjects: readonly string[];
}

async function ours(recorded: Recorded, captures: Captures): Promise<Outcome> {
  const result = await call(recorded, captures);
  return {
    success: result.isSuccess ? 1 : 0,
    message: result.errorMessage.replace(PORT, "'"),
    bodies: remote.arrived.map(({ body }) => bodyOf(body)),
    fields: recorded.effect === undefined ? [] : await fieldsOf(captures.TID ?? ''),
    // The first one of a failed call says what was called.
    subjects: subjectsOf(result.entry?.contents ?? []).filter((subject) => subject !== 'error Request that failed'),
  };
}

function subjectsOf(entries: Recorded['debugger']): readonly string[] {
  return entries.map(({ level, subject }) => `${level} ${subject.replace(PORT, "'")}`);
}

function theirs(recorded: Recorded): Outcome {
  const { result, outgoing, effect } = recorded;
  return {
    success: result?.Success ?? -1,
    message: (result?.ErrorMessage ?? '').replace(PORT, "'"),
    bodies: outgoing.map(({ body }) => bodyOf(body)),
    fields: (effect?.dynamicFields ?? []).map(({ name, text }) => ({ name, text: text ?? '' })),
    subjects: subjectsOf(recorded.debugger),
  };
}

const PORT = /:\d{4,5}'/;

describe('the recorded calls of invokers of tickets', () => {
  (isThere ? it : it.skip)('send the same tickets, and write the same values back', async () => {
    const cases = readRecorded().filter((each) => playerOf(each) === 'tickets');
    const { create: richRequest, poor: poorRequest } = readTickets();
    const rich = await makeRichTicket(richRequest.body);
    const poor = await create(poorRequest.create.body);
    for (const recorded of cases) {
      const [setup] = recorded.setup ?? [];
      const shared = recorded.note?.startsWith('ticket without') === true ? poor : rich;
      const captures = setup === undefined ? shared : await create(setup.body ?? {});
      expect({ name: recorded.name, ...(await ours(recorded, captures)) }).toEqual({
        name: recorded.name,
        ...theirs(recorded),
      });
    }
  });
});
