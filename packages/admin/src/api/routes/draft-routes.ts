import { getService } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DetailedError, DraftChanged, DraftMissing } from '../api-errors.js';
import { base, definition, draftSchema } from '../service-schemas.js';

const get = defineRoute({
  method: 'GET',
  path: '/services/:name/draft',
  summary: 'The draft of a web service: the one text that waits to be published.',
  answer: draftSchema,
  errors: ['Admin.ServiceUnknown', 'Admin.DraftMissing'],
  async run({ params: { name } }, system) {
    const { id } = await getService(system, name);
    const draft = await system.drafts.find(id);
    if (draft === undefined) throw new DraftMissing({ name });
    return draft;
  },
});

const save = defineRoute({
  method: 'PUT',
  path: '/services/:name/draft',
  summary: 'Keeps a text as the draft. It may have mistakes: nothing is published.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['definition', 'base', 'revision'],
    properties: {
      definition,
      base,
      revision: { type: ['integer', 'null'], description: 'of the draft that you changed; null if there was none' },
    },
  },
  answer: draftSchema,
  errors: ['Admin.ServiceUnknown', 'Admin.DraftChanged'],
  async run({ params: { name }, body, administrator }, system) {
    const { id } = await getService(system, name);
    const wanted = { serviceID: id, definition: body.definition, base: body.base, author: administrator.login };
    const saved = await system.drafts.save(wanted, body.revision ?? undefined);
    if (saved !== undefined) return saved;
    const theirs = (await system.drafts.find(id)) ?? null;
    throw new DetailedError(new DraftChanged({ name }), { theirs, yours: { definition: body.definition } });
  },
});

const discard = defineRoute({
  method: 'DELETE',
  path: '/services/:name/draft',
  summary: 'Discards the draft.',
  query: {
    type: 'object',
    additionalProperties: false,
    required: ['revision'],
    properties: { revision: { type: 'integer' } },
  },
  errors: ['Admin.ServiceUnknown', 'Admin.DraftMissing', 'Admin.DraftChanged'],
  async run({ params: { name }, query: { revision }, administrator: { login, source } }, system) {
    const { id } = await getService(system, name);
    const draft = await system.drafts.find(id);
    if (draft === undefined) throw new DraftMissing({ name });
    if (!(await system.drafts.remove(id, revision))) {
      throw new DetailedError(new DraftChanged({ name }), { theirs: draft, yours: null });
    }
    const before = { author: draft.author, base: draft.base };
    await system.audit.record({ author: login, action: 'service draft discarded', subject: name, before, source });
  },
});

export const draftRoutes: readonly AdminRoute[] = [get, save, discard];
