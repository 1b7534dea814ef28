import { ServiceChanged, ServiceDrafts, ServiceNameTaken, type ServiceDraft } from '@ticketgate/database';
import { checkText } from '../../services/check-text.js';
import { cloneService, publishDefinition, rollBack } from '../../services/change-service.js';
import { reportCompatibility } from '../../services/compatibility.js';
import { getService, getVersion } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DefinitionInvalid, DetailedError, DraftChanged, DraftMissing, InputInvalid } from '../api-errors.js';
import type { ActionSystem } from '../../actions/action.js';
import { findSecretTexts, isSameDefinition } from '../complete-text.js';
import { describeDiagnostics } from '../describe-diagnostics.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { describeDraft, requirePublishable, withBothSides, type EditedText } from '../publish-text.js';
import { findSizeProblem } from '../require-readable.js';
import { flag, listOf, objectOf, word } from '../../actions/schemas/schemas.js';
import {
  base,
  changeSchema,
  comment,
  definition,
  diagnosticSchema,
  force,
  partsSchema,
  revision,
  savedSchema,
  versionNumber,
} from '../../actions/schemas/service-schemas.js';
import { describeSaved } from './describe-saved.js';
import { maskDraft } from './draft-routes.js';
import { requireMayPublish } from '../../services/require-may-publish.js';
import {
  PublishNotAllowed,
  ServiceNameInvalid,
  ServiceUnknown,
  VersionUnknown,
} from '../../services/service-errors.js';

const diagnostics = listOf(diagnosticSchema);

const check = defineRoute({
  method: 'POST',
  path: '/check',
  summary: 'What is wrong with a definition, saved or not; with a name, also what it would break of that web service.',
  body: inputObject({ definition }, { name: word }),
  answer: objectOf({ isPublishable: flag, diagnostics }),
  async run({ body: { definition: wanted, name } }, system) {
    const current = name === undefined ? undefined : await system.services.find(name);
    const served = current?.validID === 1 ? current.config : undefined;
    const { operations, definitionBytes: mostBytes } = system;
    const isReadable = (await findSizeProblem(system, wanted)) === undefined;
    const secretsOf = name === undefined || !isReadable ? [] : await findSecretTexts(system, name, wanted);
    const found = await checkText(operations, { text: wanted, file: '', served, secretsOf, mostBytes });
    return {
      isPublishable: found.every(({ severity }) => severity !== 'error'),
      diagnostics: describeDiagnostics(found, wanted),
    };
  },
});

const impact = defineRoute({
  method: 'POST',
  path: '/services/:name/impact',
  summary: 'What a definition would do differently from the current version, with the calls of the last 7 days.',
  body: inputObject({ definition }, { force }),
  answer: objectOf({ exists: flag, isPublishable: flag, diagnostics, changes: listOf(changeSchema) }),
  errors: [ServiceNameInvalid, DefinitionInvalid],
  async run({ params: { name }, body }, system) {
    return describeDraft(system, { name, text: body.definition, isForced: body.force });
  },
});

const publish = defineRoute({
  method: 'POST',
  path: '/services/:name/publish',
  summary: 'Makes a definition that was made from `base`, or without one the draft of `revision`, the next version.',
  body: inputObject({}, { definition, base, revision, comment, force }),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, DraftMissing, DraftChanged, ServiceUnknown, ServiceChanged],
  async run({ params: { name }, body, administrator: author }, system) {
    requireMayPublish(system);
    const { id } = await getService(system, name);
    const draft = await new ServiceDrafts(system.database).find(id);
    const { definition: edited, base: from } =
      body.definition === undefined
        ? await requireRevision(draft, name, body.revision)
        : { definition: body.definition, base: requireGiven('base', body.base) };
    const { text, warnings } = await requirePublishable(system, { name, text: edited, isForced: body.force });
    const by = { author, comment: body.comment, base: from };
    const publication = { name, text, origin: 'admin', action: 'published' } as const;
    const saved = await withBothSides(system, { ...publication, base: from }, () =>
      publishDefinition(system, publication, by),
    );
    if (draft !== undefined && (await isSameDefinition(draft.definition, edited)))
      await new ServiceDrafts(system.database).remove(id, draft.revision);
    return describeSaved(system, name, { ...saved, warnings });
  },
});

/** The draft that the administrator has seen: it is published over the version that it was made from. */
async function requireRevision(draft: ServiceDraft | undefined, name: string, revision: number | undefined) {
  if (draft === undefined) throw new DraftMissing({ name });
  if (requireGiven('revision', revision) === draft.revision) return draft;
  throw new DetailedError(new DraftChanged({ name }), { theirs: await maskDraft(draft), yours: null });
}

function requireGiven(name: string, value: number | undefined): number {
  if (value !== undefined) return value;
  throw new InputInvalid({ reason: `${name} is missing; add it to the body.` });
}

const goBack = defineRoute({
  method: 'POST',
  path: '/services/:name/rollback',
  summary: 'Makes an earlier version the current one, as a new version.',
  body: inputObject({ version: versionNumber, base }, { comment }),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceUnknown, VersionUnknown, ServiceChanged],
  async run({ params: { name }, body, administrator: author }, system) {
    requireMayPublish(system);
    const { version, base: from } = body;
    const { config } = await getVersion(system, name, version);
    const { warnings } = await requirePublishable(system, { name, text: config, isForced: true });
    const by = { author, comment: body.comment, base: from };
    const saved = await withBothSides(system, { name, text: config, base: from }, () =>
      rollBack(system, { name, version }, by),
    );
    return describeSaved(system, name, { ...saved, warnings });
  },
});

const clone = defineRoute({
  method: 'POST',
  path: '/services/:name/clone',
  summary: 'Adds a second web service with the same definition, without its BasePath.',
  body: inputObject({ name: word }, { comment }),
  answer: savedSchema,
  errors: [PublishNotAllowed, ServiceUnknown, ServiceNameInvalid, ServiceNameTaken],
  async run({ params: { name }, body: { name: newName, comment: why }, administrator: author }, system) {
    const saved = await cloneService(system, { name, newName }, { author, comment: why });
    return describeSaved(system, newName, saved);
  },
});

const importService = defineRoute({
  method: 'POST',
  path: '/services/import',
  summary:
    'Says which parts of an export of OTOBO, Znuny or OTRS run here, and saves it only with `report: false`: as a new web service, or as the next version of `base`.',
  body: inputObject(
    {
      name: word,
      definition,
    },
    {
      report: { type: 'boolean', default: true },
      base,
      comment,
      force,
    },
  ),
  answer: objectOf({
    parts: partsSchema,
    exists: flag,
    isPublishable: flag,
    diagnostics,
    changes: listOf(changeSchema),
    saved: { anyOf: [savedSchema, { type: 'null' }] },
  }),
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceNameInvalid, ServiceChanged, ServiceNameTaken],
  async run({ body, administrator: author }, system) {
    const { name, report, comment: why, force: isForced } = body;
    const draft = { name, text: body.definition, isForced };
    const described = await describeImport(system, draft);
    if (report) return { ...described, saved: null };
    requireMayPublish(system);
    const { text, warnings } = await requirePublishable(system, draft);
    const publication = { name, text, origin: 'import', action: 'imported' } as const;
    const from = body.base ?? 'none';
    const saved = await withBothSides(system, { ...publication, base: from }, () =>
      publishDefinition(system, publication, { author, comment: why, base: from }),
    );
    return { ...described, saved: await describeSaved(system, name, { ...saved, warnings }) };
  },
});

async function describeImport(system: ActionSystem, draft: EditedText) {
  const described = await describeDraft(system, draft);
  const checked = { text: draft.text, file: '', mostBytes: system.definitionBytes };
  return { parts: await reportCompatibility(checked, system.operations), ...described };
}

export const publishRoutes: readonly AdminRoute[] = [check, impact, publish, goBack, clone, importService];
