import { offMainThread } from '@ticketgate/definition';

import { compareTexts, type NamedText } from '../../services/compare-texts.js';
import { getService, getVersion } from '../../services/find-service.js';
import { describeVersion, listVersions } from '../../services/list-versions.js';
import { AdminReply, defineRoute, type AdminRoute } from '../admin-route.js';
import { DefinitionInvalid, InputInvalid, SecretMissing } from '../api-errors.js';
import type { ApiSystem } from '../api-system.js';
import { completeText } from '../complete-text.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { pageBefore, pageOf, toPage } from '../../actions/schemas/pages.js';
import { integer, listOf, objectOf, text, textOrNull, word } from '../../actions/schemas/schemas.js';
import {
  changeSchema,
  definition,
  version,
  versionNumber,
  versionSchema,
} from '../../actions/schemas/service-schemas.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';

const list = defineRoute({
  method: 'GET',
  path: '/services/:name/versions',
  summary: 'The versions of a web service, the newest first: when, by whom, where from and why.',
  query: inputObject({}, pageBefore),
  answer: pageOf(versionSchema, integer),
  errors: [ServiceUnknown],
  async run({ params: { name }, query: { limit, before } }, system) {
    const wanted = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
    return toPage(await listVersions(system, name, wanted), { limit }, ({ id }) => id);
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/services/:name/versions/:id',
  summary: 'A version with its definition, whose secrets are masked.',
  answer: objectOf({ ...version, definition: text }),
  errors: [ServiceUnknown, VersionUnknown],
  async run({ params: { name, id } }, system) {
    const found = await getVersion(system, name, readVersion(id));
    return {
      ...describeVersion(found, { directory: await system.directory(), settings: system.catalogue.settings }),
      definition: await offMainThread('mask', found.config),
    };
  },
});

function readVersion(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw new InputInvalid({ reason: `"${id}" is not the number of a version. GET versions lists them.` });
}

const diff = defineRoute({
  method: 'POST',
  path: '/services/:name/diff',
  summary:
    'How two definitions differ, by what they do and line by line: versions (`from`, `to`), the current definition, another web service, or a text that is not saved.',
  body: inputObject(
    {},
    {
      from: { ...versionNumber, description: 'a version; default: the current definition' },
      to: { ...versionNumber, description: 'a version; default: the current definition' },
      definition: { ...definition, description: 'instead of `to`' },
      service: { ...word, description: 'instead of `to`' },
    },
  ),
  answer: objectOf({ changes: listOf(changeSchema), patch: textOrNull }),
  errors: [ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid],
  async run({ params: { name }, body: { from, to, definition: wanted, service } }, system) {
    const before = await sideOf(system, name, from);
    const after =
      wanted === undefined
        ? await sideOf(system, service ?? name, to)
        : { name: 'definition', text: await completeText(system, name, wanted) };
    const { changes } = await compareTexts(before, after);
    const { patch } = await compareTexts(await masked(before), await masked(after));
    return { changes, patch: patch ?? null };
  },
});

async function masked({ name, text: whole }: NamedText): Promise<NamedText> {
  return { name, text: await offMainThread('mask', whole) };
}

async function sideOf(system: ApiSystem, name: string, id: number | undefined): Promise<NamedText> {
  if (id === undefined) return { name, text: (await getService(system, name)).config };
  return { name: `${name}@${id}`, text: (await getVersion(system, name, id)).config };
}

const exportService = defineRoute({
  method: 'GET',
  path: '/services/:name/export',
  summary:
    'The definition as it is stored, byte for byte, but for its secrets, unless you ask for them, which the audit log notes; with a FrameworkVersion for a host, where one is given.',
  query: inputObject(
    {},
    {
      frameworkVersion: { type: 'string', pattern: String.raw`^\d[\w.]{0,20}$` },
      secrets: { type: 'boolean', default: false },
    },
  ),
  answer: text,
  mediaType: 'application/yaml',
  errors: [ServiceUnknown],
  async run({ params: { name }, query: { frameworkVersion, secrets }, administrator }, system) {
    const service = await getService(system, name);
    const hidden = await offMainThread('mask', service.config);
    const config = secrets ? service.config : hidden;
    if (config !== hidden) {
      const { login: author, source } = administrator;
      await system.audit.record({ author, action: 'service exported with secrets', subject: name, source });
    }
    const written =
      frameworkVersion === undefined ? config : await offMainThread('export', config, { frameworkVersion });
    const file = encodeURIComponent(`${name}.yml`);
    return new AdminReply(written, { 'Content-Disposition': `attachment; filename*=UTF-8''${file}` });
  },
});

export const versionRoutes: readonly AdminRoute[] = [list, get, diff, exportService];
