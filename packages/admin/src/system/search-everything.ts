import { RecordedRequests } from '@ticketgate/database';
import { keptIn } from '@ticketgate/sdk';
import { optionManual, settingDefinitions } from '@ticketgate/runtime';
import { inputObject, listOfNamed, objectOf, optional, text } from '@ticketgate/sdk/schema';

import { searchCatalogue } from '../catalogue/catalogue-entries.js';
import { asEntries } from '../tasks/pages.js';
import { word } from '../tasks/schemas.js';
import { mayDo, mayLookAtAll } from '../tasks/scope.js';
import { task, type TaskSystem } from '../tasks/task.js';

/** Names of each kind. */
const MOST = 12;
/** Ids of requests are longer; what is shorter is not looked up. */
const SHORTEST_ID = 8;
/** Of a request, as logs have it whole or cut. */
const START_OF_ID = /^[\da-f]{1,32}$/;
/** Numbers of tickets have digits, which may have a hyphen before them or between. */
const NUMBER = /^[\w-]*\d{4}$/;

interface Found {
  /** `service`, `route`, `operation`, `invoker`, `credentials`, `setting`, `API key` or `request`, the key of a kind of the catalogue, or what a plugin finds. */
  readonly kind: string;
  readonly name: string;
  readonly service?: string;
  readonly part?: string | undefined;
  readonly title?: string;
}

export const searchEverything = task({
  at: 'GET /search',
  needs: 'own',
  summary: `Finds web services with their routes, operations and their types, invokers and where they call, credentials, settings, API keys, accounts and entries of the catalogue by a part of their name or by an address, tickets by their number, and a recorded request by one of its ids or the start of that: at most ${MOST} of each.`,
  input: inputObject({
    text: { ...word('a part of a name, in any case, an address, a number or an id'), minLength: 2 },
  }),
  answer: objectOf({
    items: asEntries('Found', {
      kind: text('What it is.'),
      name: text('Its name.'),
      service: optional(text('The web service that it is a part of.')),
      part: optional(text('Name of the operation or invoker that it belongs to.')),
      title: optional(text('What else says what it is.')),
    }),
    services: listOfNamed('All web services that it is a part of, or of whose words.', 'FoundService', {
      name: text('Name of the web service.'),
      fits: text('The first part that fits.'),
    }),
  }),
  async run({ text: given }, { system, author }) {
    const wanted = given.trim();
    const isShown = (service: string) => mayDo(author, 'look', service);
    const ofNoService = mayLookAtAll(author) ? [findThing, findNames, findEntries] : [];
    const [parts, request, [thing = [], names = [], entries = []]] = await Promise.all([
      findParts(system, wanted, isShown),
      findByID(system, wanted, isShown),
      Promise.all(ofNoService.map((find) => find(system, wanted))),
    ]);
    const services = new Map(parts.toReversed().map(({ service, name }) => [service, name]));
    return {
      items: [...thing, ...request, ...ranked([...parts, ...names, ...entries], wanted)],
      services: [...services].map(([name, fits]) => ({ name, fits })),
    };
  },
});

type IsShown = (service: string) => boolean;

/** Reads all definitions, one after the other, so that the first search does not wait for it. */
export async function prepareSearch({ services, counts }: TaskSystem, stopping: AbortSignal): Promise<void> {
  for (const { config } of await services.list()) {
    if (stopping.aborted) return;
    await counts.of(config);
  }
}

/** The parts of all web services that fit, each with its service. */
async function findParts({ services, counts }: TaskSystem, wanted: string, isShown: IsShown) {
  const found: (Found & Required<Pick<Found, 'service'>>)[] = [];
  for (const { name: service, config } of await services.list()) {
    if (!isShown(service)) continue;
    const { parts, description, remoteSystem } = await counts.of(config);
    const own = [service, description, remoteSystem].find((words) => hasText(words, wanted));
    if (own !== undefined) found.push({ kind: 'service', name: service, service });
    const fitting = parts.filter(({ name }) => hasText(name, wanted));
    found.push(...fitting.map(({ kind, name, of: part }) => ({ kind, name, service, part })));
  }
  return found;
}

/** Whether a name has the text, or ends with the pattern of an address that the text is. */
function hasText(name: string, wanted: string): boolean {
  const [words, part] = [name.toLowerCase(), wanted.toLowerCase()];
  if (words.includes(part)) return true;
  const address = part.replace(/[?#].*$/s, '');
  const pattern = words.split(' ').at(-1) ?? '';
  // As a log has it: with its method, after the address of the server, or without that of another system.
  const path = address.replace(/^(?:[a-z]+ )?(?:.*\/webservice\/[^/]+(?=\/))?/, '');
  const patterns = [pattern, pattern.replace(/^[a-z]+:\/\/[^/]*/, '')].filter((each) => each.includes('/'));
  return patterns.some((each) => matchesAddress(each, address) || matchesAddress(each, path));
}

function matchesAddress(pattern: string, address: string): boolean {
  const [wanted, given] = [pattern.replace(/\?.*$/s, '').split('/'), address.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part === given[at] || /^[:{]/.test(part));
}

/** The first ones of each kind: names that are it come first, then those that begin with it. */
function ranked(all: readonly Found[], part: string): readonly Found[] {
  const kinds = new Map<string, Found[]>();
  for (const each of all.toSorted((one, other) => rank(one.name, part) - rank(other.name, part))) {
    // Operations of web services have the names of their types.
    const kind = keptIn(kinds, `${each.kind} ${each.service === undefined}`, () => []);
    if (kind.length < MOST) kind.push(each);
  }
  return [...kinds.values()].flat();
}

function rank(name: string, part: string): number {
  const [words, wanted] = [name.toLowerCase(), part.toLowerCase()];
  return words === wanted ? 0 : words.startsWith(wanted) ? 1 : 2;
}

async function findNames(system: TaskSystem, part: string): Promise<readonly Found[]> {
  const { operations, accounts, plugins, host } = system;
  const names: Readonly<Record<string, readonly string[]>> = {
    operation: operations.types(),
    setting: [
      ...optionManual().keys(),
      ...settingDefinitions(plugins, system).map(({ name }) => host.settings.names[name] ?? name),
    ],
    'API key': (await accounts.apiKeys.list()).map(({ name }) => name),
  };
  return Object.entries(names).flatMap(([kind, all]) =>
    all.filter((name) => hasText(name, part)).map((name) => ({ kind, name })),
  );
}

async function findEntries({ catalogue }: TaskSystem, part: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  // One after the other: a search takes one connection.
  for (const kind of catalogue.kinds) {
    const page = await searchCatalogue(kind, { text: part, limit: MOST }, catalogue);
    found.push(...page.found.map(({ name }) => ({ kind: kind.key, name })));
  }
  return found;
}

async function findThing({ plugins, reader }: TaskSystem, number: string): Promise<readonly Found[]> {
  if (!NUMBER.test(number)) return [];
  const found: Found[] = [];
  for (const { findByNumber } of plugins) {
    const thing = await findByNumber?.(number, reader());
    if (thing !== undefined) found.push({ kind: thing.kind, name: thing.number, title: thing.title });
  }
  return found;
}

async function findByID({ reader }: TaskSystem, id: string, isShown: IsShown): Promise<readonly Found[]> {
  if (id.length < SHORTEST_ID) return [];
  const requests = new RecordedRequests(reader());
  const whole = await requests.find(id);
  const start = id.toLowerCase();
  const begun = whole === undefined && START_OF_ID.test(start) ? await requests.listByStart(start, MOST) : [];
  const found = whole === undefined ? begun : [whole];
  return found
    .filter(({ service }) => isShown(service))
    .map(({ communicationID }) => ({ kind: 'request', name: communicationID }));
}
