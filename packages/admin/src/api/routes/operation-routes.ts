import { listOperations } from '../../actions/operations/list-operations.js';
import { OperationTypeUnknown, writeDefinition } from '../../services/new-definition.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { SchemaUnknown } from '../api-errors.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { objectOf, text } from '../../actions/schemas/schemas.js';
import { routeOf } from './route-of.js';

const write = defineRoute({
  method: 'POST',
  path: '/operations/definition',
  summary: 'Writes a commented definition for operations, to start from. Nothing is saved.',
  body: inputObject(
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
      profile: { enum: ['contract', 'otobo'], default: 'contract' },
      answer: { enum: ['flat', 'envelope', 'problem'], default: 'flat' },
    },
  ),
  answer: objectOf({ definition: text }),
  errors: [OperationTypeUnknown],
  async run({ body: { operations: wanted, ...rest } }, { operations }) {
    return { definition: writeDefinition({ ...rest, operations: wanted }, operations) };
  },
});

const schema = defineRoute({
  method: 'GET',
  path: '/schemas/:file',
  summary:
    'The JSON Schema of what administrators write, for editors: `definition.json`, `catalogue.json` or `gateway.json`.',
  answer: { type: 'object' },
  errors: [SchemaUnknown],
  async run({ params: { file } }, system) {
    const schemas = system.editorSchemas();
    const found = schemas.get(file);
    if (found === undefined) throw new SchemaUnknown({ file, known: [...schemas.keys()] });
    return found;
  },
});

export const operationRoutes: readonly AdminRoute[] = [routeOf('GET /operations', listOperations), write, schema];
