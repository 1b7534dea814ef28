import type { ServiceVersion } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { type Directory, readSystemTime, type Settings } from '@ticketgate/sdk';
import { flag, inputObject, integer, objectOf, text, orNull } from '@ticketgate/sdk/schema';

import { type AdminSystem, showLogin } from '../admin-system.js';
import { getService, getVersion } from '../services/find-service.js';
import { ServiceUnknown, VersionUnknown } from '../services/service-errors.js';
import { version, versionNumber } from '../services/service-schemas.js';
import { task } from '../tasks/task.js';
import { asEntries, pageBefore, toPage } from '../tasks/pages.js';
import { showMoment } from '../tasks/words.js';
import { word } from '../tasks/schemas.js';

export const listServiceVersions = task({
  at: 'GET /services/:name/versions',
  needs: 'look',
  summary:
    'Lists the versions of a web service, the newest first: when, by whom, where from and why, and how many there are.',
  input: inputObject({ name: word('Name of the web service.') }, pageBefore),
  answer: objectOf({
    items: asEntries('ListedVersion', { ...version, isCurrent: flag('Whether it is the current version.') }),
    next: orNull(integer(), 'Where the next page begins; null at the end.'),
    total: integer('Number of all versions.'),
  }),
  errors: [ServiceUnknown],
  async run({ name, limit, before }, { system }) {
    const { id } = await getService(system, name);
    const { versions } = system.services;
    const found = await listVersions(system, name, { limit: limit + 1, before });
    const [newest] = await versions.list(id, { limit: 1 });
    const { items, next } = toPage(found, limit, (last) => last.id);
    const described = items.map((each) => ({ ...each, isCurrent: each.id === newest?.id }));
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
        ...[String(id), showMoment(time), author, origin ?? '-', action, comment],
      ],
    },
    json: ({ items }) => items.map(({ isCurrent: _isCurrent, ...version }) => version),
  },
});

export const getServiceVersion = task({
  at: 'GET /services/:name/versions/:id',
  needs: 'look',
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

export type ListedVersion = ReturnType<typeof describeVersion>;

/** The newest first, the current one at the top. */
export async function listVersions(
  system: AdminSystem,
  name: string,
  wanted: { readonly limit: number; readonly before?: number | undefined },
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
    author: showLogin(directory, changeBy),
    origin: note?.origin,
    action: note?.action ?? '',
    comment: note?.comment ?? '',
  };
}
