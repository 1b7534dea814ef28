import { ServiceDrafts, type ServiceDraft } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';

import { getService, getVersion } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DefinitionInvalid, DetailedError, DraftChanged, DraftMissing } from '../api-errors.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { requireReadable } from '../require-readable.js';
import { base, definition, draftSchema, revision } from '../../actions/schemas/service-schemas.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';

const get = defineRoute({
  method: 'GET',
  path: '/services/:name/draft',
  summary: 'The draft of a web service: the one text that waits to be published.',
  answer: draftSchema,
  errors: [ServiceUnknown, DraftMissing],
  async run({ params: { name } }, system) {
    const { id } = await getService(system, name);
    const draft = await new ServiceDrafts(system.database).find(id);
    if (draft === undefined) throw new DraftMissing({ name });
    return maskDraft(draft);
  },
});

const save = defineRoute({
  method: 'PUT',
  path: '/services/:name/draft',
  summary: 'Keeps a text as the draft. It may have mistakes: nothing is published.',
  body: inputObject({
    definition,
    base,
    revision: {
      ...revision,
      type: ['integer', 'null'],
      description: 'of the draft that you changed; null if there was none',
    },
  }),
  answer: draftSchema,
  errors: [ServiceUnknown, VersionUnknown, DraftChanged, DefinitionInvalid],
  async run({ params: { name }, body, administrator }, system) {
    await requireReadable(system, body.definition);
    const { id } = await getService(system, name);
    await getVersion(system, name, body.base);
    const { login: author } = administrator;
    const { base: from } = body;
    const found = await new ServiceDrafts(system.database).find(id);
    // Publishing completes it from the current version, which does not have the secrets of a draft.
    const wanted = await completed(body.definition, found);
    const draft = { serviceID: id, definition: wanted, base: from, author, revision: body.revision ?? undefined };
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

async function completed(edited: string, draft: ServiceDraft | undefined): Promise<string> {
  const { text } = await offMainThread('complete', edited, draft === undefined ? [] : [draft.definition]);
  return text;
}

/** As answers show it. */
export async function maskDraft(draft: ServiceDraft): Promise<ServiceDraft> {
  return { ...draft, definition: await offMainThread('mask', draft.definition) };
}

const discard = defineRoute({
  method: 'DELETE',
  path: '/services/:name/draft',
  summary: 'Discards the draft.',
  query: inputObject({ revision }),
  errors: [ServiceUnknown, DraftMissing, DraftChanged],
  async run({ params: { name }, query: { revision }, administrator: { login, source } }, system) {
    const { id } = await getService(system, name);
    const draft = await new ServiceDrafts(system.database).find(id);
    if (draft === undefined) throw new DraftMissing({ name });
    const audit = { author: login, action: 'service draft discarded', subject: name, source };
    if (!(await new ServiceDrafts(system.database).remove(id, revision, audit))) {
      throw new DetailedError(new DraftChanged({ name }), { theirs: await maskDraft(draft), yours: null });
    }
  },
});

export const draftRoutes: readonly AdminRoute[] = [get, save, discard];
