import type { ServiceDraft } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { inputObject, text, orNull } from '@ticketgate/sdk/schema';

import { DetailedError } from '../tasks/task-errors.js';
import { requireParsed } from './definition-text.js';
import { findDraft, getVersion } from './find-service.js';
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
    const { draft } = await findDraft(system, name);
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
    const { drafts } = system.services;
    const { id, draft } = await findDraft(system, name);
    await getVersion(system, name, base);
    // Publishing completes it from the current version, which does not have the secrets of a draft.
    const sources = draft === undefined ? [] : [draft.definition];
    const { text: wanted } = await offMainThread('restoreSecrets', definition, sources);
    const changed = { serviceID: id, definition: wanted, base, author: login, revision: revision ?? undefined };
    const saved = await drafts.save(changed);
    if (saved !== undefined) return maskDraft(saved);
    const other = await drafts.find(id);
    const theirs = other === undefined ? null : await maskDraft(other);
    const yours = { definition: await offMainThread('mask', wanted) };
    throw new DetailedError(new DraftChanged({ name }), { theirs, yours });
  },
});

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
    const { id, draft } = await findDraft(system, name);
    if (draft === undefined) throw new DraftMissing({ name });
    const audit = { author: login, action: 'service draft discarded', subject: name, source };
    if (!(await system.services.drafts.remove(id, revision, audit))) {
      throw new DetailedError(new DraftChanged({ name }), { theirs: await maskDraft(draft), yours: null });
    }
  },
});
