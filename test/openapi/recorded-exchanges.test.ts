import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadWebService } from '@ticketgate/definition';
import { writeOpenApi } from '@ticketgate/describe';
import { isData, type Data } from '@ticketgate/sdk';

import { DocumentCheck, type SentRequest } from './document-check.js';
import { shippedOperations } from './shipped-operations.js';

const ROOT = join(import.meta.dirname, '..', '..');
const CORPUS = join(ROOT, '..', 'shared', 'oracle', 'corpus');
const NAME = 'GenericTicketConnectorREST';
const isThere = existsSync(CORPUS);
if (!isThere)
  process.stderr.write('skipped: all recorded exchanges (../shared/oracle) are not here; some are compared\n');
/** A few of each operation, for checkouts that have no others. */
const SOME = join(ROOT, 'test', 'fixtures', 'openapi');

interface Exchange {
  readonly id: string;
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestBody?: string | null;
  /** Not all answers are known. */
  readonly status?: number;
  readonly responseBody?: string;
}

/** The family is kinder than what the operations declare: it reads numbers as texts, and takes the last of several values. */
const TOLERATED = [
  'create.number-title',
  'create.array-title',
  'create.object-title',
  'create.att-null',
  'update.check.articles.order-lower',
  'update.title-number',
  'search.dup-limit',
];

function readExchanges(folder: string): readonly Exchange[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line) as Exchange).filter(({ service }) => service === NAME);
}

function parse(text: string | null | undefined): unknown {
  try {
    return text === null || text === undefined || text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

const sentBy = ({ method, path, query, requestBody }: Exchange): SentRequest => ({
  method,
  path,
  query,
  body: parse(requestBody),
});

function describeShipped(): DocumentCheck {
  const { webService } = loadWebService(readFileSync(join(ROOT, 'config', 'webservices', `${NAME}.yml`), 'utf8'));
  if (webService === undefined) throw new Error('The shipped definition is broken.');
  return new DocumentCheck(writeOpenApi({ name: NAME, webService }, shippedOperations()));
}

interface Recorded {
  readonly amount: string;
  readonly folder: string;
  readonly tolerated: readonly string[];
  /** How many comparisons there are at least: of what was recorded, and of what was broken on purpose. */
  readonly least: readonly [recorded: number, broken: number];
}

const recorded: readonly Recorded[] = [
  { amount: 'some', folder: SOME, tolerated: [], least: [30, 14] },
  ...(isThere ? [{ amount: 'all', folder: CORPUS, tolerated: TOLERATED, least: [500, 50] } as const] : []),
];

describe.each(recorded)(
  'the document of the reference service, of $amount exchanges',
  ({ folder, tolerated, least }) => {
    const exchanges = readExchanges(folder);
    /** Exchanges whose operation answered, with a result or an error. */
    const answered = exchanges.filter(({ status, responseBody }) => status === 200 && isData(parse(responseBody)));
    const successes = answered.filter(({ responseBody }) => !('Error' in (parse(responseBody) as Data)));
    const check = describeShipped();

    it('accepts what was recorded: successful requests, and all answers of operations', () => {
      const requests = successes.map((each) => [each.id, check.findRequestMistake(sentBy(each))] as const);
      const answers = answered.map(
        (each) => [each.id, check.findAnswerMistake(sentBy(each), 200, parse(each.responseBody))] as const,
      );
      const wrong = [...requests, ...answers].filter(([, mistake]) => mistake !== undefined);
      expect(wrong.map(([id]) => id)).toEqual(tolerated);
      expect(requests.length + answers.length - wrong.length).toBeGreaterThan(least[0]);
    });

    it('refuses answers with a member of another kind, or without a required member', () => {
      const broken = successes.flatMap((each) => {
        const body = parse(each.responseBody) as Data;
        return Object.keys(body).flatMap((name) => [{ each, body: { ...body, [name]: { wrong: true } } }]);
      });
      const taken = broken.filter(({ each, body }) => check.findAnswerMistake(sentBy(each), 200, body) === undefined);
      expect(taken.map(({ each }) => each.id)).toEqual([]);
      expect(broken.length).toBeGreaterThan(least[1]);
    });

    it('refuses requests without a required member, or with one of another kind', () => {
      const creates = successes.filter(({ method, path }) => method === 'POST' && path === '/Ticket');
      const broken = creates.flatMap((each) => {
        const { Ticket, ...rest } = parse(each.requestBody) as Data;
        const { Title, ...others } = isData(Ticket) ? Ticket : {};
        return [rest, { ...rest, Ticket: others }, { ...rest, Ticket: { ...others, Title: { Title } } }].map(
          (body) => ({ each, body }),
        );
      });
      const taken = broken.filter(
        ({ each, body }) => check.findRequestMistake({ ...sentBy(each), body }) === undefined,
      );
      expect(taken.map(({ each }) => each.id)).toEqual([]);
      expect(broken.length).toBeGreaterThan(least[1]);
    });
  },
);
