import { exportDefinition } from '@ticketgate/definition';

import { compareTexts, type NamedText } from '../../services/compare-texts.js';
import { getService, getVersion } from '../../services/find-service.js';
import { describeVersion, listVersions } from '../../services/list-versions.js';
import { AdminReply, defineRoute, type AdminRoute } from '../admin-route.js';
import { InputInvalid } from '../api-errors.js';
import type { ApiSystem } from '../api-system.js';
import { pageBefore, pageOf, toPage } from '../pages.js';
import { integer, listOf, objectOf, text, textOrNull } from '../schemas.js';
import { changeSchema, definition, serviceName, version, versionSchema } from '../service-schemas.js';

const list = defineRoute({
  method: 'GET',
  path: '/services/:name/versions',
  summary: 'The versions of a web service, the newest first: when, by whom, where from and why.',
  query: { type: 'object', additionalProperties: false, properties: pageBefore },
  answer: pageOf(versionSchema, integer),
  errors: ['Admin.ServiceUnknown'],
  async run({ params: { name }, query: { limit, before } }, system) {
    const wanted = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
    return toPage(await listVersions(system, name, wanted), { limit }, ({ id }) => id);
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/services/:name/versions/:id',
  summary: 'A version with its definition.',
  answer: objectOf({ ...version, definition: text }),
  errors: ['Admin.ServiceUnknown', 'Admin.VersionUnknown'],
  async run({ params: { name, id } }, system) {
    const found = await getVersion(system, name, readVersion(id));
    return { ...describeVersion(found, await system.directory()), definition: found.config };
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
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { type: 'integer', minimum: 1, description: 'a version; default: the current definition' },
      to: { type: 'integer', minimum: 1, description: 'a version; default: the current definition' },
      definition: { ...definition, description: 'instead of `to`' },
      service: { ...serviceName, description: 'instead of `to`' },
    },
  },
  answer: objectOf({ changes: listOf(changeSchema), patch: textOrNull }),
  errors: ['Admin.ServiceUnknown', 'Admin.VersionUnknown'],
  async run({ params: { name }, body: { from, to, definition: wanted, service } }, system) {
    const before = await sideOf(system, name, from);
    const after =
      wanted === undefined ? await sideOf(system, service ?? name, to) : { name: 'definition', text: wanted };
    const { changes, patch } = compareTexts(before, after);
    return { changes, patch: patch ?? null };
  },
});

async function sideOf(system: ApiSystem, name: string, id: number | undefined): Promise<NamedText> {
  if (id === undefined) return { name, text: (await getService(system, name)).config };
  return { name: `${name}@${id}`, text: (await getVersion(system, name, id)).config };
}

const exportService = defineRoute({
  method: 'GET',
  path: '/services/:name/export',
  summary: 'The definition as it is stored, byte for byte; with a FrameworkVersion for a host, where one is given.',
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { frameworkVersion: { type: 'string', pattern: String.raw`^\d[\w.]{0,20}$` } },
  },
  answer: text,
  mediaType: 'application/yaml',
  errors: ['Admin.ServiceUnknown'],
  async run({ params: { name }, query: { frameworkVersion } }, system) {
    const { config } = await getService(system, name);
    const written = frameworkVersion === undefined ? config : exportDefinition(config, { frameworkVersion });
    const file = encodeURIComponent(`${name}.yml`);
    return new AdminReply(written, { 'Content-Disposition': `attachment; filename*=UTF-8''${file}` });
  },
});

export const versionRoutes: readonly AdminRoute[] = [list, get, diff, exportService];
