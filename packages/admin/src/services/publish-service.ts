import { ServiceChanged, ServiceNameTaken, type ServiceDraft } from '@ticketgate/database';
import { inputObject, flag, listOf, objectOf, text } from '@ticketgate/sdk/schema';

import { findFolder } from '../definition-files/find-drift.js';
import { DetailedError, InputInvalid, requireAtMostOne } from '../tasks/task-errors.js';
import { checkText, describeDiagnostics, findSecretTexts, findTooLarge, isSameDefinition } from './definition-text.js';
import { describeSaved, requirePublishable } from './publish-text.js';
import { type Change, cloneService, publishDefinition, servedText, VALID } from './change-service.js';
import { reportCompatibility } from './compatibility.js';
import type { DraftText } from './prepare-draft.js';
import { findDraft, getVersion } from './find-service.js';
import {
  requireMayPublish,
  PublishNotAllowed,
  ServiceNameInvalid,
  ServiceUnknown,
  VersionUnknown,
  DefinitionInvalid,
  DraftChanged,
  DraftMissing,
} from './service-errors.js';
import { word, commentSchema } from '../tasks/schemas.js';
import { requireDeed } from '../tasks/scope.js';
import { task, type TaskSystem } from '../tasks/task.js';
import {
  baseSchema,
  definitionSchema,
  diagnosticSchema,
  forceSchema,
  partSchema,
  revisionSchema,
  savedSchema,
  versionNumber,
} from './service-schemas.js';
import { maskDraft } from './draft-tasks.js';

export const checkDefinition = task({
  at: 'POST /check',
  needs: 'nothing',
  summary:
    'Checks a definition, saved or not, and says which of its parts run here; with a name, also against what works in that web service.',
  input: inputObject({ definition: definitionSchema }, { name: word('Name of the web service.') }),
  answer: objectOf({
    isPublishable: flag('Whether the definition has no errors.'),
    diagnostics: listOf(diagnosticSchema, 'What is wrong with the definition.'),
    parts: listOf(partSchema, 'Which parts of the definition are served.'),
  }),
  async run({ definition, name }, { system, author }) {
    if (name !== undefined) requireDeed(author, 'look', [name]);
    const served = name === undefined ? undefined : servedText(await system.services.find(name));
    const { operations, allowedHosts, definitionBytes: mostBytes } = system;
    const isReadable = (await findTooLarge(system, definition)) === undefined;
    const secretsOf = name === undefined || !isReadable ? [] : await findSecretTexts(system, name, definition);
    const checked = { text: definition, file: '', served, secretsOf, mostBytes, allowedHosts };
    const found = await checkText(operations, checked);
    return {
      isPublishable: found.every(({ severity }) => severity !== 'error'),
      diagnostics: describeDiagnostics(found, definition),
      parts: isReadable ? await reportCompatibility(checked, found) : [],
    };
  },
});

export const publishService = task({
  at: 'POST /services/:name/publish',
  needs: 'publish',
  summary:
    'Publishes a definition as the next version: the text that was edited from version `base`, or the draft of `revision`.',
  input: inputObject(
    { name: text('Name of the web service.') },
    {
      definition: definitionSchema,
      base: baseSchema,
      revision: revisionSchema,
      comment: commentSchema,
      force: forceSchema,
    },
  ),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, DraftMissing, DraftChanged, ServiceUnknown, ServiceChanged],
  async run({ name, definition, revision, base, comment, force: isForced }, { system, author }) {
    requireMayPublish(system);
    requireAtMostOne({ revision, definition });
    requireAtMostOne({ revision, base });
    const { id, draft } = await findDraft(system, name);
    const { definition: text, base: from } =
      definition === undefined
        ? await requireRevision(draft, name, revision)
        : { definition, base: requireSome('base', base) };
    const { text: config, warnings } = await requirePublishable(system, { name, text, isForced });
    const by = { author, comment, base: from };
    const saved = await publishDefinition(system, { name, text: config, action: 'published' }, by);
    if (draft !== undefined && (await isSameDefinition(draft.definition, text)))
      await system.services.drafts.remove(id, draft.revision);
    return describeSaved(system, name, { ...saved, warnings });
  },
});

/** The draft that the administrator has seen: it is published over the version that it was made from. */
async function requireRevision(draft: ServiceDraft | undefined, name: string, seen: number | undefined) {
  if (draft === undefined) throw new DraftMissing({ name });
  if (requireSome('revision', seen) === draft.revision) return draft;
  throw new DetailedError(new DraftChanged({ name }), { theirs: await maskDraft(draft), yours: null });
}

function requireSome(name: string, value: number | undefined): number {
  if (value !== undefined) return value;
  throw new InputInvalid({ reason: `${name} is missing; add it to the body.` });
}

export const rollBackService = task({
  at: 'POST /services/:name/rollback',
  needs: 'publish',
  summary: 'Rolls back to an earlier version, by publishing it again.',
  input: inputObject(
    { name: text('Name of the web service.'), version: versionNumber('Number of the version.'), base: baseSchema },
    { comment: commentSchema },
  ),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceUnknown, VersionUnknown, ServiceChanged],
  async run({ name, version, base: from, comment }, { system, author }) {
    requireMayPublish(system);
    const { config: text, number } = await getVersion(system, name, version);
    const { warnings } = await requirePublishable(system, { name, text, isForced: true });
    const publication = { name, text, action: `rolled back to version ${number}` };
    const saved = await publishDefinition(system, publication, { author, comment, base: from });
    return describeSaved(system, name, { ...saved, warnings });
  },
});

export const cloneWebService = task({
  at: 'POST /services/:name/clone',
  pathNames: { name: 'service' },
  summary: 'Clones a web service, without its BasePath.',
  input: inputObject(
    { service: text('Name of the web service.'), name: word('The name of the copy.') },
    { comment: commentSchema },
  ),
  answer: savedSchema,
  errors: [PublishNotAllowed, ServiceUnknown, ServiceNameInvalid, ServiceNameTaken],
  async run({ service, name: newName, comment }, { system, author }) {
    const saved = await cloneService(system, { name: service, newName }, { author, comment });
    return describeSaved(system, newName, saved);
  },
});

/** Definition text of a file of this machine. */
interface ImportedText extends DraftText {
  readonly file: string;
}

/**
 * Saves a definition file of this machine as a web service, or as its next version. Importing the file that a service is applied from counts as
 * applying it; a service that was disabled without its file is enabled again.
 */
export async function importFile(system: TaskSystem, { name, file, ...draft }: ImportedText, change: Change) {
  requireMayPublish(system);
  const { text: config } = await requirePublishable(system, { name, ...draft });
  const folder = findFolder(system, file, name);
  const applied = await system.services.files.find(name);
  const publication = {
    name,
    text: config,
    origin: 'import',
    action: `imported from ${file}`,
    ...(folder && { file: { ...folder, isGone: false } }),
    ...(applied?.isDisabled === true ? { validID: VALID } : {}),
  } as const;
  return describeSaved(system, name, await publishDefinition(system, publication, change));
}
