import { ServiceChanged, ServiceNameTaken } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';

import { DefinitionInvalid } from '../api/api-errors.js';
import { requirePublishable, withConflictDetails } from './publish-text.js';
import {
  INVALID,
  VALID,
  deleteService,
  disableService,
  enableService,
  publishDefinition,
  renameService,
} from './change-service.js';
import { describeSaved, untilServed } from './describe-saved.js';
import { getService } from './find-service.js';
import { listServices } from './list-services.js';
import {
  requireMayPublish,
  PublishNotAllowed,
  ServiceNameInvalid,
  ServiceUnknown,
} from './service-errors.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, flag, objectOf, text, word } from '../tasks/schemas.js';
import {
  baseSchema,
  commentSchema,
  definitionSchema,
  forceSchema,
  savedSchema,
  summary,
} from './service-schemas.js';

export const addService = defineAction({
  summary: 'Adds a web service. With `enabled: false` it is not served until it is enabled.',
  input: inputObject(
    { name: word, definition: definitionSchema },
    { enabled: { ...flag, default: true }, comment: commentSchema, force: forceSchema },
  ),
  answer: savedSchema,
  errors: [PublishNotAllowed, DefinitionInvalid, ServiceNameInvalid, ServiceNameTaken],
  async run({ name, definition, enabled, comment, force: isForced }, { system, author }) {
    requireMayPublish(system);
    const { text: config, warnings } = await requirePublishable(system, { name, text: definition, isForced });
    const validID = enabled ? VALID : INVALID;
    const publication = { name, text: config, origin: 'admin', action: 'added', validID } as const;
    const saved = await publishDefinition(system, publication, { author, comment, base: 'none' });
    return describeSaved(system, name, { ...saved, warnings });
  },
});

export const getWebService = defineAction({
  summary:
    'Shows a web service with its definition. Secrets are masked; a masked secret stays as it is when the text is published.',
  input: inputObject({ name: text }),
  answer: objectOf({ ...summary, definition: text }),
  errors: [ServiceUnknown],
  async run({ name }, { system }) {
    const { config } = await getService(system, name);
    return {
      ...(await listServices(system, (each) => each === name))[0],
      definition: await offMainThread('mask', config),
    };
  },
});

export const changeService = defineAction({
  summary: 'Enables, disables or renames a web service.',
  input: {
    ...inputObject({ service: text, base: baseSchema }, { enabled: flag, name: word, comment: commentSchema }),
    minProperties: 2,
    oneOf: [{ required: ['enabled'] }, { required: ['name'] }],
  },
  answer: savedSchema,
  errors: [PublishNotAllowed, ServiceUnknown, ServiceNameInvalid, ServiceNameTaken, ServiceChanged],
  async run({ service: name, enabled, name: newName, base, comment }, { system, author }) {
    const by = { author, comment, base };
    const saved = await withConflictDetails(system, { name, text: undefined, base }, () => {
      if (newName !== undefined) return renameService(system, { name, newName }, by);
      return enabled === true ? enableService(system, name, by) : disableService(system, name, by);
    });
    return describeSaved(system, newName ?? name, saved);
  },
});

export const removeService = defineAction({
  summary: 'Deletes a web service with its versions and its debug log.',
  input: inputObject({ name: text, base: baseSchema }, { comment: commentSchema }),
  errors: [PublishNotAllowed, ServiceUnknown, ServiceChanged],
  async run({ name, base, comment }, { system, author }) {
    await withConflictDetails(system, { name, text: undefined, base }, () =>
      deleteService(system, name, { author, comment, base }),
    );
    await untilServed(system);
  },
});
