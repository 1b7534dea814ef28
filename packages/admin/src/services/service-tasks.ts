import { ServiceChanged, ServiceNameTaken } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import { flag, inputObject, optionalMembers, named, objectOf, optional, text } from '@ticketgate/sdk/schema';

import { yamlFile } from '../tasks/admin-reply.js';
import { findDrift } from '../definition-files/find-drift.js';
import { findTraffic, trafficSchema } from '../statistics/service-traffic.js';
import { mayDo, requireDeed } from '../tasks/scope.js';
import { task } from '../tasks/task.js';
import { pageAfter, pageByName, pageMembers } from '../tasks/pages.js';
import { word, commentSchema } from '../tasks/schemas.js';
import { deleteService, INVALID, publishDefinition, renameService, switchService, VALID } from './change-service.js';
import { getService } from './find-service.js';
import { showsDocumentation } from './shows-documentation.js';
import { listServices } from './list-services.js';
import { describeSaved, findSideEffects, requirePublishable, toWarningMembers } from './publish-text.js';
import {
  PublishNotAllowed,
  requireMayPublish,
  ServiceNameInvalid,
  ServiceUnknown,
  DefinitionInvalid,
} from './service-errors.js';
import {
  baseSchema,
  definitionSchema,
  forceSchema,
  savedSchema,
  STATES,
  summary,
  warningMembers,
} from './service-schemas.js';

export const listWebServices = task({
  at: 'GET /services',
  needs: 'own',
  summary:
    'Lists web services by name, each with state, origin, last change, draft, routes and warnings, and its requests, failures and durations in the last 24 hours.',
  input: optionalMembers({
    ...pageAfter,
    state: { enum: STATES, description: 'Whether they are served.' },
    search: word('a part of the name, in any case'),
  }),
  answer: objectOf(
    pageMembers(
      named('Service', {
        ...summary,
        hasDraft: flag('Whether a draft waits to be published.'),
        traffic: { ...trafficSchema, description: 'Its requests in the last 24 hours.' },
      }),
      text(),
    ),
  ),
  async run({ limit, after, state, search = '' }, { system, author }) {
    const traffic = await findTraffic(system);
    const drafts = await system.services.drafts.services();
    const part = search.toLowerCase();
    const all = await listServices(system, (name) => mayDo(author, 'look', name));
    const wanted = all.filter((each) => each.name.toLowerCase().includes(part) && (state ?? each.state) === each.state);
    const { items, next } = pageByName(wanted, { limit, after });
    const shown = items.map((each) => ({
      ...each,
      hasDraft: each.id !== undefined && drafts.has(each.id),
      traffic: traffic(each.id),
    }));
    return { items: shown, next };
  },
});

export const addService = task({
  at: 'POST /services',
  summary: 'Adds a web service. With `enabled: false` it is not served until it is enabled.',
  input: inputObject(
    { name: word('Name of the web service.'), definition: definitionSchema },
    {
      enabled: { ...flag('Whether the web service is to be served.'), default: true },
      comment: commentSchema,
      force: forceSchema,
    },
  ),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceNameInvalid, ServiceNameTaken],
  async run({ name, definition, enabled, comment, force: isForced }, { system, author }) {
    requireMayPublish(system);
    const { text: config, warnings } = await requirePublishable(system, { name, text: definition, isForced });
    const validID = enabled ? VALID : INVALID;
    const publication = { name, text: config, action: 'added', validID };
    const saved = await publishDefinition(system, publication, { author, comment, base: 'none' });
    return describeSaved(system, name, { ...saved, warnings, isDisabled: !enabled });
  },
});

export const getWebService = task({
  at: 'GET /services/:name',
  needs: 'look',
  summary:
    'Shows a web service with its definition. Secrets are masked; a masked secret stays as it is when the text is published.',
  input: inputObject({ name: text('Name of the web service.') }),
  answer: objectOf({
    ...summary,
    isDocumented: flag('Whether everybody may read about it below `/docs/`.'),
    basePath: optional(text('Where it is served, too.')),
    definition: text('A definition in YAML.'),
  }),
  errors: [ServiceUnknown],
  async run({ name }, { system }) {
    const { config } = await getService(system, name);
    const [listed] = await listServices(system, (each) => each === name);
    const { webService } = await offMainThread('load', config);
    return {
      ...listed,
      isDocumented: listed?.state === 'served' && showsDocumentation(webService?.gateway.documentation, system),
      basePath: webService?.gateway.basePath,
      definition: await offMainThread('mask', config),
    };
  },
});

export const changeService = task({
  at: 'PATCH /services/:name',
  pathNames: { name: 'service' },
  summary: 'Enables, disables or renames a web service.',
  input: {
    ...inputObject(
      { service: text('Name of the web service.'), base: baseSchema },
      {
        enabled: flag('Whether the web service is to be served.'),
        name: word('The new name.'),
        comment: commentSchema,
      },
    ),
    minProperties: 2,
    oneOf: [{ required: ['enabled'] }, { required: ['name'] }],
  },
  answer: savedSchema,
  errors: [PublishNotAllowed, ServiceUnknown, ServiceNameInvalid, ServiceNameTaken, ServiceChanged],
  async run({ service: name, enabled, name: newName, base, comment }, { system, author }) {
    const by = { author, comment, base };
    const saved =
      newName === undefined
        ? await switchService(system, { name, isEnabled: enabled === true }, by)
        : await renameService(system, { name, newName }, by);
    // A renamed service may have left its file behind.
    const drift = newName === undefined ? undefined : await findDrift(system, name);
    const warnings = drift === undefined ? [] : [drift];
    return describeSaved(system, newName ?? name, { ...saved, warnings, isDisabled: enabled === false });
  },
});

export const removeService = task({
  at: 'DELETE /services/:name',
  summary: 'Deletes a web service with its versions and its debug log.',
  input: inputObject({ name: text('Name of the web service.'), base: baseSchema }, { comment: commentSchema }),
  answer: objectOf(warningMembers),
  errors: [PublishNotAllowed, ServiceUnknown, ServiceChanged],
  async run({ name, base, comment }, { system, author }) {
    await deleteService(system, name, { author, comment, base });
    return toWarningMembers(await findSideEffects(system, name));
  },
});

export const exportService = task({
  at: 'GET /services/:name/export',
  needs: 'look',
  mediaType: 'application/yaml',
  summary:
    'Exports the definition as it is stored. Secrets are masked unless you ask for them, which the audit log records; `FrameworkVersion` is set if you name one.',
  input: inputObject(
    { name: word('Name of the web service.') },
    {
      frameworkVersion: {
        type: 'string',
        pattern: String.raw`^\d[\w.]{0,20}$`,
        description: 'The version of the host that the definition is for.',
      },
      secrets: { type: 'boolean', default: false, description: 'Whether secrets are to be in the answer.' },
    },
  ),
  answer: text(),
  errors: [ServiceUnknown],
  audit: ({ name }) => ({ action: 'service exported with secrets', subject: name }),
  async run({ name, frameworkVersion, secrets }, { system, author, record }) {
    if (secrets) requireDeed(author, 'publish', [name]);
    const service = await getService(system, name);
    const hidden = await offMainThread('mask', service.config);
    const config = secrets ? service.config : hidden;
    if (config !== hidden) await record();
    return frameworkVersion === undefined ? config : offMainThread('export', config, { frameworkVersion });
  },
  reply: (text, { name }) => yamlFile(text, `${name}.yml`),
});
