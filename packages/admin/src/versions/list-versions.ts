import type { ServiceVersion } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { type Directory, readSystemTime, type Settings } from '@ticketgate/sdk';
import { flag, inputObject, integer, listOf, named, objectOf, text, orNull } from '@ticketgate/sdk/schema';

import { type AdminSystem, loginOf } from '../admin-system.js';
import { getService, getVersion } from '../services/find-service.js';
import { ServiceUnknown, VersionUnknown } from '../services/service-errors.js';
import { version, versionNumber } from '../services/service-schemas.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { entriesOf, pageBefore, toPage } from '../tasks/pages.js';
import { formatMoment } from '../tasks/words.js';
import { word } from '../tasks/schemas.js';

/** Versions of a page whose meaning is worked out, the newest. */
const MOST_MEANINGS = 50;
/** Sentences in the summary of a version. */
const MOST_SENTENCES = 5;

const meaning = named('VersionMeaning', {
  count: integer('Number of changes.'),
  sentences: listOf(text(), 'The first ones.'),
});

export const listServiceVersions = task({
  at: 'GET /services/:name/versions',
  summary: `Lists the versions of a web service, the newest first: when, by whom, where from and why, and how many there are. With \`meaning\`, the newest ${MOST_MEANINGS} of the page also have what they changed; null for the first version, and for others.`,
  input: inputObject(
    { name: word('Name of the web service.') },
    { ...pageBefore, meaning: { type: 'boolean', default: false, description: 'whether to compare versions' } },
  ),
  answer: objectOf({
    items: entriesOf('ListedVersion', {
      ...version,
      isCurrent: flag('Whether it is the current version.'),
      meaning: orNull(meaning, 'What it changed in what the web service does; null where that was not worked out.'),
    }),
    next: orNull(integer(), 'Where the next page begins; null at the end.'),
    total: integer('Number of all versions.'),
  }),
  errors: [ServiceUnknown],
  async run({ name, limit, before, meaning: isCompared }, { system }) {
    const { id } = await getService(system, name);
    const { versions } = system.services;
    const found = await listVersions(system, name, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
    const meanings = isCompared ? await meaningsOf(system, id, found.slice(0, Math.min(limit, MOST_MEANINGS) + 1)) : [];
    const [newest] = await versions.list(id, { limit: 1 });
    const { items, next } = toPage(found, { limit }, (last) => last.id);
    const described = items.map((each, place) => ({
      ...each,
      isCurrent: each.id === newest?.id,
      meaning: meanings[place] ?? null,
    }));
    return { items: described, next, total: await versions.count(id) };
  },
  command: {
    usage: 'service history <name>',
    about: 'list the versions of a web service: when, by whom, where from and why; the current one first',
    words: {
      limit: ['--limit <count>', 'most versions to list'],
      before: ['--before <version>', 'only versions older than this one'],
    },
    table: {
      headings: 'VERSION TIME BY FROM WHAT COMMENT',
      cells: ({ id, time, author, origin, action, comment }) => [
        ...[String(id), formatMoment(time), author, origin ?? '-', action, comment],
      ],
    },
    json: ({ items }) => items.map(({ isCurrent: _isCurrent, meaning: _meaning, ...version }) => version),
  },
});

/** Summaries of what each version changed in the one before it, in the order of the versions. */
async function meaningsOf({ services }: TaskSystem, serviceID: number, versions: readonly ListedVersion[]) {
  const meanings: { readonly count: number; readonly sentences: readonly string[] }[] = [];
  let after: string | undefined;
  // One after the other: two texts at a time are kept.
  for (const { id } of versions) {
    const before = (await services.versions.find(serviceID, id))?.config ?? '';
    if (after !== undefined) {
      const changes = await offMainThread('compare', before, after);
      const sentences = changes.slice(0, MOST_SENTENCES).map(({ sentence }) => sentence);
      meanings.push({ count: changes.length, sentences });
    }
    after = before;
  }
  return meanings;
}

export const getServiceVersion = task({
  at: 'GET /services/:name/versions/:id',
  summary: 'Shows a version with its definition. Secrets are masked.',
  input: inputObject({ name: word('Name of the web service.'), id: versionNumber('Number of the version.') }),
  answer: objectOf({ ...version, definition: text('A definition in YAML.') }),
  errors: [ServiceUnknown, VersionUnknown],
  async run({ name, id }, { system }) {
    const found = await getVersion(system, name, id);
    return {
      ...describeVersion(found, { directory: await system.directory(), settings: system.settings }),
      definition: await offMainThread('mask', found.config),
    };
  },
});

/** A version as lists show it. */
export type ListedVersion = ReturnType<typeof describeVersion>;

/** The newest first, the current one at the top. */
export async function listVersions(
  system: AdminSystem,
  name: string,
  wanted: { readonly limit: number; readonly before?: number },
): Promise<readonly ListedVersion[]> {
  const { id } = await getService(system, name);
  const { settings } = system.catalogue;
  const directory = await system.directory();
  const found = await system.services.versions.list(id, wanted);
  return found.map((version) => describeVersion(version, { directory, settings }));
}

export function describeVersion(
  { id, number, changeTime, changeBy, note }: ServiceVersion,
  { directory, settings }: { readonly directory: Directory; readonly settings: Settings },
) {
  return {
    id,
    number,
    time: readSystemTime(changeTime, settings),
    author: loginOf(directory, changeBy),
    origin: note?.origin,
    action: note?.action ?? '',
    comment: note?.comment ?? '',
  };
}
