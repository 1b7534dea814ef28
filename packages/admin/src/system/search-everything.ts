import { entriesOf } from '../tasks/pages.js';
import { RecordedRequests } from '@ticketgate/database';
import { optionManual, settingDefinitions } from '@ticketgate/runtime';
import { inputObject, objectOf, text } from '@ticketgate/sdk/schema';

import { searchCatalogue } from '../catalogue/catalogue-entries.js';
import { word } from '../tasks/schemas.js';
import { task, type TaskSystem } from '../tasks/task.js';

/** Names of each kind. */
const MOST = 12;
/** Ids of requests are longer; what is shorter is not looked up. */
const SHORTEST_ID = 8;

interface Found {
  /** `service`, `operation`, `setting`, `API key` or `request`, or the key of a kind of the catalogue. */
  readonly kind: string;
  readonly name: string;
}

export const searchEverything = task({
  at: 'GET /search',
  summary: `Finds web services, operations, settings, API keys and entries of the catalogue by a part of their name, and a recorded request by one of its ids: at most ${MOST} of each.`,
  input: inputObject({ text: { ...word('a part of a name, in any case, or an id'), minLength: 2 } }),
  answer: objectOf({
    items: entriesOf('Found', { kind: text('What it is.'), name: text('Its name.') }),
  }),
  async run({ text: wanted }, { system }) {
    const named = await Promise.all([
      namesOf(system, wanted.toLowerCase()),
      findEntries(system, wanted),
      requestOf(system, wanted),
    ]);
    return { items: named.flat() };
  },
});

async function namesOf(system: TaskSystem, part: string): Promise<readonly Found[]> {
  const { services, operations, accounts, plugins, host } = system;
  const names: Readonly<Record<string, readonly string[]>> = {
    service: (await services.list()).map(({ name }) => name),
    operation: operations.types(),
    setting: [
      ...optionManual().keys(),
      ...settingDefinitions(plugins, system).map(({ name }) => host.settings.names[name] ?? name),
    ],
    'API key': (await accounts.apiKeys.list()).map(({ name }) => name),
  };
  return Object.entries(names).flatMap(([kind, all]) =>
    all
      .filter((name) => name.toLowerCase().includes(part))
      .toSorted((one, other) => rank(one, part) - rank(other, part))
      .slice(0, MOST)
      .map((name) => ({ kind, name })),
  );
}

/** Names that are it come first, then those that begin with it. */
function rank(name: string, part: string): number {
  return name.toLowerCase() === part ? 0 : name.toLowerCase().startsWith(part) ? 1 : 2;
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

async function requestOf({ database }: TaskSystem, id: string): Promise<readonly Found[]> {
  const found = id.length < SHORTEST_ID ? undefined : await new RecordedRequests(database).find(id);
  return found === undefined ? [] : [{ kind: 'request', name: found.communicationID }];
}
