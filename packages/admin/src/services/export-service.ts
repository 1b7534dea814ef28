import { recordChange } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';

import { getService } from './find-service.js';
import { ServiceUnknown } from './service-errors.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, text, word } from '../tasks/schemas.js';

export const exportService = defineAction({
  summary:
    'Exports the definition as it is stored. Secrets are masked unless you ask for them, which the audit log records; `FrameworkVersion` is set if you name one.',
  input: inputObject(
    { name: word },
    {
      frameworkVersion: { type: 'string', pattern: String.raw`^\d[\w.]{0,20}$` },
      secrets: { type: 'boolean', default: false },
    },
  ),
  answer: text,
  errors: [ServiceUnknown],
  async run({ name, frameworkVersion, secrets }, { system, author: { login: author, source } }) {
    const service = await getService(system, name);
    const hidden = await offMainThread('mask', service.config);
    const config = secrets ? service.config : hidden;
    if (config !== hidden) {
      const entry = { author, action: 'service exported with secrets', subject: name, source };
      await recordChange(system.database, entry);
    }
    return frameworkVersion === undefined ? config : offMainThread('export', config, { frameworkVersion });
  },
});
