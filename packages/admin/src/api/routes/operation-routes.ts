import { listOperations } from '../../actions/operations/list-operations.js';
import { writeNewDefinition } from '../../actions/operations/write-definition.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { SchemaUnknown } from '../api-errors.js';
import { routeOf } from './route-of.js';

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

export const operationRoutes: readonly AdminRoute[] = [
  routeOf('GET /operations', listOperations),
  routeOf('POST /operations/definition', writeNewDefinition),
  schema,
];
