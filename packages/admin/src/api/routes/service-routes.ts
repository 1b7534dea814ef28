import { offMainThread } from '@ticketgate/definition';
import { ServiceChanged, ServiceNameTaken } from '@ticketgate/database';
import {
  deleteService,
  disableService,
  enableService,
  publishDefinition,
  renameService,
} from '../../services/change-service.js';
import { getService } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { requirePublishable, withBothSides } from '../publish-text.js';
import { flag, objectOf, text, word } from '../../actions/schemas/schemas.js';
import { base, comment, definition, force, savedSchema, summary } from '../../actions/schemas/service-schemas.js';
import { listWebServices } from '../../actions/services/list-services.js';
import { describeService } from '../../services/list-services.js';
import { routeOf } from './route-of.js';
import { describeSaved } from './describe-saved.js';
import { DefinitionInvalid } from '../api-errors.js';
import { requireMayPublish } from '../../services/require-may-publish.js';
import { PublishNotAllowed, ServiceNameInvalid, ServiceUnknown } from '../../services/service-errors.js';

const add = defineRoute({
  method: 'POST',
  path: '/services',
  summary: 'Adds a web service.',
  body: inputObject({ name: word, definition }, { comment, force }),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceNameInvalid, ServiceNameTaken],
  async run({ body, administrator: author }, system) {
    const { name, comment: why, force: isForced } = body;
    requireMayPublish(system);
    const { text, warnings } = await requirePublishable(system, { name, text: body.definition, isForced });
    const publication = { name, text, origin: 'admin', action: 'added' } as const;
    const saved = await publishDefinition(system, publication, { author, comment: why, base: 'none' });
    return describeSaved(system, name, { ...saved, warnings });
  },
});

const get = defineRoute({
  method: 'GET',
  path: '/services/:name',
  summary: 'A web service with its definition, whose secrets are masked; those who publish it may leave them so.',
  answer: objectOf({ ...summary, definition: text }),
  errors: [ServiceUnknown],
  async run({ params: { name } }, system) {
    const { config } = await getService(system, name);
    return {
      ...(await describeService(system, system.operations, name)),
      definition: await offMainThread('mask', config),
    };
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: '/services/:name',
  summary: 'Enables, disables or renames a web service.',
  body: {
    ...inputObject({ base }, { enabled: flag, name: word, comment }),
    minProperties: 2,
    oneOf: [{ required: ['enabled'] }, { required: ['name'] }],
  },
  answer: savedSchema,
  errors: [PublishNotAllowed, ServiceUnknown, ServiceNameInvalid, ServiceNameTaken, ServiceChanged],
  async run({ params: { name }, body, administrator: author }, system) {
    const { enabled, name: newName, base: from, comment: why } = body;
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
  query: inputObject({ base }, { comment }),
  errors: [PublishNotAllowed, ServiceUnknown, ServiceChanged],
  async run({ params: { name }, query, administrator: author }, system) {
    const { base: from, comment: why } = query;
    await withBothSides(system, { name, text: undefined, base: from }, () =>
      deleteService(system, name, { author, comment: why, base: from }),
    );
  },
});

export const serviceRoutes: readonly AdminRoute[] = [
  routeOf('GET /services', listWebServices),
  add,
  get,
  change,
  remove,
];
