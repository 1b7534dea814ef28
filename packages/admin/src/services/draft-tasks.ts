import { ServiceDrafts, type ServiceDraft } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { inputObject, text, orNull } from '@ticketgate/sdk/schema';

import { DetailedError } from '../tasks/task-errors.js';
import { requireParsed } from './definition-text.js';
import { getService, getVersion } from './find-service.js';
import { ServiceUnknown, VersionUnknown, DefinitionInvalid, DraftChanged, DraftMissing } from './service-errors.js';
import { task } from '../tasks/task.js';
import { baseSchema, definitionSchema, draftSchema, revisionSchema } from './service-schemas.js';

export const getDraft = task({
  at: 'GET /services/:name/draft',
  needs: 'look',
  summary: 'Shows the draft of a web service, or null where there is none.',
  input: inputObject({ name: text('Name of the web service.') }),
  answer: orNull(draftSchema),
  errors: [ServiceUnknown],
  async run({ name }, { system }) {
    const { id } = await getService(system, name);
    const draft = await new ServiceDrafts(system.database).find(id);
    return draft === undefined ? null : maskDraft(draft);
  },
});

export const saveDraft = task({
  at: 'PUT /services/:name/draft',
  needs: 'publish',
  summary: 'Saves a text as the draft. It may have mistakes: nothing is published.',
  input: inputObject({
    name: text('Name of the web service.'),
    definition: definitionSchema,
    base: baseSchema,
    revision: {
      ...revisionSchema,
      type: ['integer', 'null'],
      description: 'of the draft that you changed; null if there was none',
    },
  }),
  answer: draftSchema,
  errors: [ServiceUnknown, VersionUnknown, DraftChanged, DefinitionInvalid],
  async run({ name, definition, base, revision }, { system, author: { login } }) {
    await requireParsed(system, definition);
    const { id } = await getService(system, name);
    await getVersion(system, name, base);
    const found = await new ServiceDrafts(system.database).find(id);
    // Publishing completes it from the current version, which does not have the secrets of a draft.
    const wanted = await restoreDraftSecrets(definition, found);
    const draft = { serviceID: id, definition: wanted, base, author: login, revision: revision ?? undefined };
    const saved = await new ServiceDrafts(system.database).save(draft);
    if (saved !== undefined) return maskDraft(saved);
    const other = await new ServiceDrafts(system.database).find(id);
    const theirs = other === undefined ? null : await maskDraft(other);
    throw new DetailedError(new DraftChanged({ name }), {
      theirs,
      yours: { definition: await offMainThread('mask', wanted) },
    });
  },
});

async function restoreDraftSecrets(edited: string, draft: ServiceDraft | undefined): Promise<string> {
  const { text } = await offMainThread('restoreSecrets', edited, draft === undefined ? [] : [draft.definition]);
  return text;
}

/** The draft as answers show it: with its secrets masked. */
export async function maskDraft(draft: ServiceDraft): Promise<ServiceDraft> {
  return { ...draft, definition: await offMainThread('mask', draft.definition) };
}

export const discardDraft = task({
  at: 'DELETE /services/:name/draft',
  needs: 'publish',
  summary: 'Discards the draft.',
  input: inputObject({ name: text('Name of the web service.'), revision: revisionSchema }),
  errors: [ServiceUnknown, DraftMissing, DraftChanged],
  async run({ name, revision }, { system, author: { login, source } }) {
    const { id } = await getService(system, name);
    const draft = await new ServiceDrafts(system.database).find(id);
    if (draft === undefined) throw new DraftMissing({ name });
    const audit = { author: login, action: 'service draft discarded', subject: name, source };
    if (!(await new ServiceDrafts(system.database).remove(id, revision, audit))) {
      throw new DetailedError(new DraftChanged({ name }), { theirs: await maskDraft(draft), yours: null });
    }
  },
});
