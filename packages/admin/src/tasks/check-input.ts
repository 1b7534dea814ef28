import type { Data, JsonSchema } from '@ticketgate/sdk';
import {
  declareMessages,
  describeMistakes,
  schemaCompiler,
  type Message,
  type ValidateFunction,
} from '@ticketgate/sdk/schema';

import { type LooseInput, type Task } from './task.js';
import type { AdminRequest, AdminRoute } from '../api/admin-route.js';
import { DetailedError, InputInvalid } from './task-errors.js';
import { NO_PAGES, PAGE_PARAMETERS, isWholeList } from './pages.js';

/** Mistakes that an answer lists. */
const MOST_MISTAKES = 20;

const NOTHING: JsonSchema = { type: 'object', additionalProperties: false };

const RULES = { allErrors: true, useDefaults: true } as const;

/** Compile each schema once, by identity. */
const inputs = schemaCompiler(RULES);
const queries = schemaCompiler({ ...RULES, coerceTypes: true });

type Sent = Pick<AdminRequest, 'params' | 'query' | 'body'>;

/**
 * Compares the input of a request with the schemas of its route. Texts of `params` and `query` become what the schemas say.
 *
 * @throws OperationError `Admin.InputInvalid`
 */
export function checkInput(route: AdminRoute, { params, query, body }: Sent): void {
  throwMistakes([
    ...listMistakes(route.params && queries.compile(route.params), params, 'path'),
    ...(refusePages(route, query) ?? listMistakes(queries.compile(route.query ?? NOTHING), query, 'query')),
    ...listMistakes(route.body && inputs.compile(route.body), body, 'body'),
  ]);
}

/**
 * The input of a task that a command calls, with its defaults; members that are undefined are left out.
 *
 * @throws OperationError `Admin.InputInvalid`
 */
export function readInput<Input>(
  { input }: Pick<Task<Input, unknown>, 'input' | 'run'>,
  given: LooseInput<Input>,
): Input {
  const value = Object.fromEntries(Object.entries(given).filter(([, member]) => member !== undefined));
  throwMistakes(listMistakes(inputs.compile(input), value, 'input'));
  return value as Input; // as the schema says
}

/** @throws OperationError `Admin.InputInvalid` if there is a mistake */
function throwMistakes(mistakes: readonly Mistake[]): void {
  const [first] = mistakes;
  if (first === undefined) return;
  const { id, values, message } = first;
  const reason = { id, values, message };
  throw new DetailedError(new InputInvalid({ reason }), { mistakes: mistakes.slice(0, MOST_MISTAKES) });
}

interface Mistake extends Message {
  /** For example `body/limit`. */
  readonly at: string;
}

const say = declareMessages({
  'request.add': `{place} is missing; add it to the {where}.`,
  'request.no-pages': `{reason} Leave out {asked}.`,
});

function listMistakes(validate: ValidateFunction | undefined, value: unknown, where: string): readonly Mistake[] {
  if (validate === undefined || validate(value)) return [];
  return describeMistakes(validate.errors ?? []).map(({ kind, place, id, values, message }) => ({
    at: [where, ...place.split('->').filter(Boolean)].join('/'),
    ...(kind === 'missing' ? say('request.add', { place, where }) : { id, values, message }),
  }));
}

/** Mistakes for paging parameters of a list that is always answered whole. */
function refusePages(route: AdminRoute, query: Data): readonly Mistake[] | undefined {
  const asked = Object.keys(query).filter((name) => PAGE_PARAMETERS.has(name));
  if (asked.length === 0 || !isWholeList(route)) return undefined;
  const message = say('request.no-pages', { reason: NO_PAGES, asked: asked.join(' and ') });
  return [{ at: `query/${asked.join(', ')}`, ...message }];
}
