import { checkText } from '../../services/check-text.js';
import { cloneService, publishDefinition, rollBack } from '../../services/change-service.js';
import { reportCompatibility } from '../../services/compatibility.js';
import { getService, getVersion } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DraftMissing } from '../api-errors.js';
import { describeDiagnostics } from '../describe-diagnostics.js';
import { describeDraft, requireMayPublish, requirePublishable, withBothSides } from '../publish-text.js';
import { flag, listOf, objectOf } from '../schemas.js';
import {
  base,
  changeSchema,
  comment,
  definition,
  diagnosticSchema,
  force,
  partsSchema,
  savedSchema,
  serviceName,
} from '../service-schemas.js';
import { describeSaved } from './describe-saved.js';

const diagnostics = listOf(diagnosticSchema);

const check = defineRoute({
  method: 'POST',
  path: '/check',
  summary: 'What is wrong with a definition, saved or not; with a name, also what it would break of that web service.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['definition'],
    properties: { definition, name: serviceName },
  },
  answer: objectOf({ isPublishable: flag, diagnostics }),
  async run({ body: { definition: wanted, name } }, system) {
    const current = name === undefined ? undefined : await system.services.find(name);
    const served = current?.validID === 1 ? current.config : undefined;
    const found = checkText(system.operations, { text: wanted, file: '', served });
    return {
      isPublishable: found.every(({ severity }) => severity !== 'error'),
      diagnostics: describeDiagnostics(found, wanted),
    };
  },
});

const impact = defineRoute({
  method: 'POST',
  path: '/services/:name/impact',
  summary: 'What a definition would do otherwise than the current version, with the calls of the last 7 days.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['definition'],
    properties: { definition, force },
  },
  answer: objectOf({ exists: flag, isPublishable: flag, diagnostics, changes: listOf(changeSchema) }),
  errors: ['Admin.ServiceNameInvalid'],
  run: ({ params: { name }, body }, system) =>
    describeDraft(system, { name, text: body.definition, isForced: body.force }),
});

const publish = defineRoute({
  method: 'POST',
  path: '/services/:name/publish',
  summary: 'Makes a definition, or the draft, the next version.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['base'],
    properties: { definition, base, comment, force },
  },
  answer: savedSchema,
  errors: [
    'Admin.PublishNotAllowed',
    'Admin.DefinitionInvalid',
    'Admin.DraftMissing',
    'Admin.ServiceUnknown',
    'Database.ServiceChanged',
  ],
  async run({ params: { name }, body, administrator: author }, system) {
    requireMayPublish(system);
    const { id } = await getService(system, name);
    const draft = await system.drafts.find(id);
    const wanted = body.definition ?? draft?.definition;
    if (wanted === undefined) throw new DraftMissing({ name });
    await requirePublishable(system, { name, text: wanted, isForced: body.force });
    const by = { author, comment: body.comment, base: body.base };
    const publication = { name, text: wanted, origin: 'admin', action: 'published' } as const;
    const saved = await withBothSides(system, { ...publication, base: body.base }, () =>
      publishDefinition(system, publication, by),
    );
    if (draft?.definition === wanted) await system.drafts.remove(id, draft.revision);
    return describeSaved(system, name, saved);
  },
});

const goBack = defineRoute({
  method: 'POST',
  path: '/services/:name/rollback',
  summary: 'Makes an earlier version the current one, as a new version.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['version', 'base'],
    properties: { version: { type: 'integer', minimum: 1 }, base, comment },
  },
  answer: savedSchema,
  errors: [
    'Admin.PublishNotAllowed',
    'Admin.DefinitionInvalid',
    'Admin.ServiceUnknown',
    'Admin.VersionUnknown',
    'Database.ServiceChanged',
  ],
  async run({ params: { name }, body, administrator: author }, system) {
    requireMayPublish(system);
    const { version, base: from } = body;
    const { config } = await getVersion(system, name, version);
    await requirePublishable(system, { name, text: config, isForced: true });
    const by = { author, comment: body.comment, base: from };
    const saved = await withBothSides(system, { name, text: config, base: from }, () =>
      rollBack(system, { name, version }, by),
    );
    return describeSaved(system, name, saved);
  },
});

const clone = defineRoute({
  method: 'POST',
  path: '/services/:name/clone',
  summary: 'Adds a second web service with the same definition, without its BasePath.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: serviceName, comment },
  },
  answer: savedSchema,
  errors: ['Admin.PublishNotAllowed', 'Admin.ServiceUnknown', 'Admin.ServiceNameInvalid', 'Database.ServiceNameTaken'],
  async run({ params: { name }, body: { name: newName, comment: why }, administrator: author }, system) {
    requireMayPublish(system);
    const saved = await cloneService(system, { name, newName }, { author, comment: why });
    return describeSaved(system, newName, saved);
  },
});

const importService = defineRoute({
  method: 'POST',
  path: '/services/import',
  summary:
    'Says which parts of an export of OTOBO, Znuny or OTRS run here, and saves it only with `report: false`: as a new web service, or as the next version of `base`.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'definition'],
    properties: {
      name: serviceName,
      definition,
      report: { type: 'boolean', default: true },
      base,
      comment,
      force,
    },
  },
  answer: objectOf({
    parts: partsSchema,
    exists: flag,
    isPublishable: flag,
    diagnostics,
    changes: listOf(changeSchema),
    saved: { anyOf: [savedSchema, { type: 'null' }] },
  }),
  errors: [
    'Admin.PublishNotAllowed',
    'Admin.DefinitionInvalid',
    'Admin.ServiceNameInvalid',
    'Database.ServiceChanged',
    'Database.ServiceNameTaken',
  ],
  async run({ body, administrator: author }, system) {
    const { name, definition: wanted, report, comment: why, force: isForced } = body;
    const parts = reportCompatibility({ text: wanted, file: '' }, system.operations);
    const described = { parts, ...(await describeDraft(system, { name, text: wanted, isForced })) };
    if (report) return { ...described, saved: null };
    requireMayPublish(system);
    await requirePublishable(system, { name, text: wanted, isForced });
    const publication = { name, text: wanted, origin: 'import', action: 'imported' } as const;
    const from = body.base ?? 'none';
    const saved = await withBothSides(system, { ...publication, base: from }, () =>
      publishDefinition(system, publication, { author, comment: why, base: from }),
    );
    return { ...described, saved: await describeSaved(system, name, saved) };
  },
});

export const publishRoutes: readonly AdminRoute[] = [check, impact, publish, goBack, clone, importService];
