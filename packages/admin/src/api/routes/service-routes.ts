import {
  deleteService,
  disableService,
  enableService,
  publishDefinition,
  renameService,
} from '../../services/change-service.js';
import { getService } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import type { ApiSystem } from '../api-system.js';
import { pageAfter, pageOf, toPage } from '../pages.js';
import { requireMayPublish, requirePublishable, withBothSides } from '../publish-text.js';
import { objectOf, text } from '../schemas.js';
import {
  base,
  comment,
  definition,
  force,
  savedSchema,
  serviceName,
  summary,
  summarySchema,
} from '../service-schemas.js';
import { describeSaved } from './describe-saved.js';

const list = defineRoute({
  method: 'GET',
  path: '/services',
  summary: 'Web services by name: state, origin, version, routes, warnings, and calls of the last 7 days.',
  query: {
    type: 'object',
    additionalProperties: false,
    properties: { ...pageAfter, state: { enum: ['served', 'disabled', 'not servable', 'absent'] } },
  },
  answer: pageOf(summarySchema, text),
  async run({ query }, system) {
    const { limit, after = '', state } = query;
    const all = await system.listServices();
    const behind = all
      .filter((each) => state === undefined || each.state === state)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter(({ name }) => name > after);
    return toPage(behind.slice(0, limit + 1), { limit }, ({ name }) => name);
  },
});

const add = defineRoute({
  method: 'POST',
  path: '/services',
  summary: 'Adds a web service.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'definition'],
    properties: { name: serviceName, definition, comment, force },
  },
  answer: savedSchema,
  errors: [
    'Admin.PublishNotAllowed',
    'Admin.DefinitionInvalid',
    'Admin.ServiceNameInvalid',
    'Database.ServiceNameTaken',
  ],
  async run({ body, administrator: author }, system) {
    const { name, definition: wanted, comment: why, force: isForced } = body;
    requireMayPublish(system);
    await requirePublishable(system, { name, text: wanted, isForced });
    const publication = { name, text: wanted, origin: 'admin', action: 'added' } as const;
    const saved = await publishDefinition(system, publication, { author, comment: why, base: 'none' });
    return describeSaved(system, name, saved);
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/services/:name',
  summary: 'A web service with its definition.',
  answer: objectOf({ ...summary, definition: text }),
  errors: ['Admin.ServiceUnknown'],
  async run({ params: { name } }, system) {
    const { config } = await getService(system, name);
    return { ...(await summaryOf(system, name)), definition: config };
  },
});

async function summaryOf(system: ApiSystem, wanted: string) {
  return (await system.listServices()).find(({ name }) => name === wanted);
}

const change = defineRoute({
  method: 'PATCH',
  path: '/services/:name',
  summary: 'Enables, disables or renames a web service.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['base'],
    minProperties: 2,
    oneOf: [{ required: ['enabled'] }, { required: ['name'] }],
    properties: { enabled: { type: 'boolean' }, name: serviceName, base, comment },
  },
  answer: savedSchema,
  errors: [
    'Admin.PublishNotAllowed',
    'Admin.ServiceUnknown',
    'Admin.ServiceNameInvalid',
    'Database.ServiceNameTaken',
    'Database.ServiceChanged',
  ],
  async run({ params: { name }, body, administrator: author }, system) {
    const { enabled, name: newName, base: from, comment: why } = body;
    requireMayPublish(system);
    const by = { author, comment: why, base: from };
    const saved = await withBothSides(system, { name, text: undefined, base: from }, () => {
      if (newName !== undefined) return renameService(system, { name, newName }, by);
      return enabled === true ? enableService(system, name, by) : disableService(system, name, by);
    });
    return describeSaved(system, newName ?? name, saved);
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/services/:name',
  summary: 'Deletes a web service with its versions and its debug log.',
  query: { type: 'object', additionalProperties: false, required: ['base'], properties: { base, comment } },
  errors: ['Admin.PublishNotAllowed', 'Admin.ServiceUnknown', 'Database.ServiceChanged'],
  async run({ params: { name }, query, administrator: author }, system) {
    const { base: from, comment: why } = query;
    requireMayPublish(system);
    await withBothSides(system, { name, text: undefined, base: from }, () =>
      deleteService(system, name, { author, comment: why, base: from }),
    );
  },
});

export const serviceRoutes: readonly AdminRoute[] = [list, add, get, change, remove];
