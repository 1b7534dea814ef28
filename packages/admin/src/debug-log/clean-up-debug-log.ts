import { recordChange, DebugLog } from '@ticketgate/database';

import { getService } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, integer, objectOf, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';

const DAY = 86_400_000;

export const cleanUpDebugLog = defineAction({
  summary: 'Deletes recorded requests that are older than `days` days, of all web services or one.',
  input: inputObject(
    { days: { type: 'integer', minimum: 0, maximum: 36_500 } },
    { service: word, comment: commentSchema },
  ),
  answer: objectOf({ requests: integer }),
  errors: [ServiceUnknown],
  async run({ days, service, comment }, { system, author: { login: author, source } }) {
    const serviceID = service === undefined ? undefined : (await getService(system, service)).id;
    const before = system.formatTime(new Date(system.now().getTime() - days * DAY));
    const requests = await new DebugLog(system.database).cleanup(before, serviceID);
    const after = { requests, days, ...(service === undefined ? {} : { service }) };
    const entry = { author, source, action: 'debug log cleaned up', subject: 'debug log', after, comment };
    await recordChange(system.database, entry);
    return { requests };
  },
});
