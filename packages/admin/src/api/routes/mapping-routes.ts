import { offMainThread, compilePatterns } from '@ticketgate/definition';
import { previewMapping } from '@ticketgate/gateway';
import { inSteps } from '@ticketgate/sdk';

import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DefinitionInvalid, InputInvalid } from '../api-errors.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { requireReadable } from '../require-readable.js';
import { anything, listOf, objectOf, text, textOrNull, word } from '../../actions/schemas/schemas.js';
import { definition } from '../../actions/schemas/service-schemas.js';

const preview = defineRoute({
  method: 'POST',
  path: '/mapping/preview',
  summary: 'Shows what a mapping of an operation does to data. Nothing is called.',
  body: inputObject({
    definition,
    operation: { ...word, description: 'its name in the definition' },
    side: { enum: ['inbound', 'outbound'] },
    data: { type: 'object' },
  }),
  answer: objectOf({ result: anything, notices: listOf(text), error: textOrNull }),
  errors: [DefinitionInvalid],
  async run({ body: { definition: wanted, operation, side, data } }, system) {
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

export const mappingRoutes: readonly AdminRoute[] = [preview];
