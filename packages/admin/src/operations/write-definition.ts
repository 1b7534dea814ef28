import { CREDENTIAL_SOURCES } from '@ticketgate/definition';

import { NEW_TRANSPORTS, OperationTypeUnknown, writeDefinition } from './new-definition.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, objectOf, text } from '../tasks/schemas.js';

export const writeNewDefinition = defineAction({
  summary: 'Writes a commented definition for operations as a start. Nothing is saved.',
  input: inputObject(
    {
      operations: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: inputObject(
          {
            type: { type: 'string' },
          },
          {
            methods: { type: 'array', maxItems: 10, items: { type: 'string', pattern: '^[A-Z]+$' } },
            route: { type: 'string', pattern: String.raw`^/\S*$`, maxLength: 500 },
          },
        ),
      },
    },
    {
      description: { type: 'string', maxLength: 1000, default: '' },
      profile: { enum: ['contract', 'otobo', 'znuny', 'otrs'], default: 'contract' },
      answer: { enum: ['flat', 'envelope', 'problem'], default: 'flat' },
      transport: { enum: NEW_TRANSPORTS, default: 'rest' },
      accept: {
        type: 'array',
        minItems: 1,
        items: { enum: CREDENTIAL_SOURCES },
        description: 'What callers may prove themselves with.',
      },
      onlyAgents: {
        description: 'Logins of the only agents who may call it.',
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: { type: 'string', minLength: 1, maxLength: 200 },
      },
    },
  ),
  answer: objectOf({ definition: text }),
  errors: [OperationTypeUnknown],
  run: async (wanted, { system: { operations } }) => ({ definition: writeDefinition(wanted, operations) }),
});
