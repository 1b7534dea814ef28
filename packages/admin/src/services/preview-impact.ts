import type { StoredService } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { flag, inputObject, listOf, objectOf, optional, text, textOrNull } from '@ticketgate/sdk/schema';

import { word } from '../tasks/schemas.js';
import { requireAtMostOne } from '../tasks/task-errors.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { getService, getVersion } from './find-service.js';
import { countedSinceSchema, findCountedSince } from './counted-since.js';
import { assessChanges, prepareDraft } from './prepare-draft.js';
import { DefinitionInvalid, ServiceNameInvalid, ServiceUnknown, VersionUnknown } from './service-errors.js';
import { changeSchema, definitionSchema, diagnosticSchema, forceSchema, versionNumber } from './service-schemas.js';

export const previewImpact = task({
  at: 'POST /services/:name/impact',
  needs: 'look',
  summary:
    'Shows what a change of a web service does, with the calls of the last 7 days that it affects, and line by line: the change from its current definition, or from the version `from`, to a text, to the version `to`, or to what another web service has. Secrets are masked.',
  input: inputObject(
    { name: text('Name of the web service.') },
    {
      definition: definitionSchema,
      from: versionNumber('a version; default: the current definition'),
      to: versionNumber('a version, instead of `definition`; default: the current definition'),
      service: word('the web service that has `to`; default: this one'),
      force: forceSchema,
    },
  ),
  answer: objectOf({
    exists: flag('Whether there is a web service with this name.'),
    mayPublish: flag('Whether this server may change web services.'),
    isPublishable: flag('Whether the definition has no errors.'),
    diagnostics: listOf(diagnosticSchema, 'What is wrong with `definition`; empty for what is stored.'),
    changes: listOf(changeSchema, 'How the definitions differ in what they do.'),
    countedSince: optional(countedSinceSchema),
    patch: textOrNull('The difference line by line; null where there is none.'),
  }),
  errors: [ServiceNameInvalid, ServiceUnknown, VersionUnknown, DefinitionInvalid],
  async run({ name, definition, from, to, service, force: isForced }, { system }) {
    requireAtMostOne({ definition, to });
    requireAtMostOne({ definition, service });
    const before = from === undefined ? await system.services.find(name) : await readStored(system, name, from);
    const countedSince = before && (await findCountedSince(system, before.id));
    const surroundings = { mayPublish: system.mayPublish, countedSince };
    if (definition !== undefined) {
      const { text: whole, described } = await prepareDraft(system, { name, text: definition, isForced }, before);
      return { ...described, ...surroundings, patch: await makePatch(before, { name: 'definition', config: whole }) };
    }
    const after = await readStored(system, service ?? name, to);
    const changes = before === undefined ? [] : await assessChanges(system, before, after.config);
    return {
      exists: before !== undefined,
      ...surroundings,
      isPublishable: true,
      diagnostics: [],
      changes,
      patch: await makePatch(before, after),
    };
  },
});

/** A version has a name such as `Helpdesk@12`. */
type Named = Pick<StoredService, 'name' | 'config'>;

/** @throws OperationError `Admin.ServiceUnknown`, `Admin.VersionUnknown` */
async function readStored(system: TaskSystem, name: string, version: number | undefined) {
  const service = await getService(system, name);
  if (version === undefined) return service;
  const { config } = await getVersion(system, name, version);
  return { ...service, name: `${name}@${version}`, config };
}

/** A unified diff, empty for equal texts; null when they are too different for one. */
async function makePatch(before: Named | undefined, after: Named): Promise<string | null> {
  if (before === undefined) return null;
  const [old, next] = await Promise.all([before, after].map(({ config }) => offMainThread('mask', config)));
  return (await offMainThread('diff', old ?? '', next ?? '', { before: before.name, after: after.name })) ?? null;
}
