import { offMainThread, compilePatterns } from '@ticketgate/definition';
import { previewMapping } from '@ticketgate/gateway';
import { inSteps } from '@ticketgate/sdk';

import { DefinitionInvalid, InputInvalid } from '../../api/api-errors.js';
import { requireReadable } from '../../services/require-readable.js';
import { defineAction } from '../action.js';
import { inputObject } from '../schemas/input-object.js';
import { anything, listOf, objectOf, text, textOrNull, word } from '../schemas/schemas.js';
import { definition } from '../schemas/service-schemas.js';

export const previewDefinitionMapping = defineAction({
  summary: 'Shows what a mapping of an operation does to data. Nothing is called.',
  input: inputObject({
    definition,
    operation: { ...word, description: 'its name in the definition' },
    side: { enum: ['inbound', 'outbound'] },
    data: { type: 'object' },
  }),
  answer: objectOf({ result: anything, notices: listOf(text), error: textOrNull }),
  errors: [DefinitionInvalid],
  async run({ definition: wanted, operation, side, data }, { system }) {
    await requireReadable(system, wanted);
    const { webService } = await offMainThread('load', wanted);
    const found = webService?.operations.get(operation);
    if (found !== undefined) {
      await inSteps(compilePatterns([found[side]]));
      return previewMapping(found[side], data);
    }
    const reason = `The definition has no operation "${operation}" that can be read. POST check says what is wrong with it.`;
    throw new InputInvalid({ reason });
  },
});
