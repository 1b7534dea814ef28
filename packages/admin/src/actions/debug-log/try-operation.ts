import { offMainThread } from '@ticketgate/definition';
import { suggest, withSuggestion } from '@ticketgate/sdk';

import { DefinitionInvalid, InputInvalid, SecretMissing } from '../../api/api-errors.js';
import { withReplayer } from '../../debug-log/replay-requests.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';
import { defineAction } from '../action.js';
import { inputObject } from '../schemas/input-object.js';
import { listOf, moment, objectOf, text, textOrNull, word } from '../schemas/schemas.js';
import { definition, versionNumber } from '../schemas/service-schemas.js';
import { callerOf, recordOf } from './service-record.js';

export const tryOperation = defineAction({
  summary:
    'Calls an operation of a web service as you, undoes what it did, and answers all that was recorded on its way.',
  input: inputObject(
    {
      service: word,
      operation: { ...word, description: 'its name in the definition' },
      data: { type: 'object', description: 'what a request would hold' },
    },
    {
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
      version: versionNumber,
      definition,
    },
  ),
  answer: objectOf({
    refusal: textOrNull,
    errorCode: textOrNull,
    trace: listOf(objectOf({ level: text, subject: text, content: text, time: moment })),
  }),
  errors: [ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid],
  async run({ service, operation, data, method, ...wanted }, { system, author }) {
    const record = await recordOf(system, service, wanted);
    await requireOperation(record, operation);
    const how = { record, caller: callerOf(author), ignored: new Set<string>() };
    return withReplayer(system, how, (replayer) => replayer.call({ operation, data, method }));
  },
});

/** @throws OperationError `Admin.InputInvalid` */
async function requireOperation({ name, config }: { readonly name: string; readonly config: string }, wanted: string) {
  const { webService } = await offMainThread('load', config);
  // What cannot be served at all is refused with its reason.
  if (webService === undefined || webService.operations.has(wanted)) return;
  const known = [...webService.operations.keys()];
  const sentence = `The web service "${name}" has no operation ${JSON.stringify(wanted)}.`;
  const shown = known.slice(0, MOST_OPERATIONS).join(', ');
  throw new InputInvalid({ reason: withSuggestion(sentence, suggest(wanted, known), `Some that it has: ${shown}.`) });
}

/** That a message lists. */
const MOST_OPERATIONS = 30;
