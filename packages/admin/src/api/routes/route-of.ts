import { isData, type JsonSchema } from '@ticketgate/sdk';

import type { Action } from '../../actions/action.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import type { ApiSystem } from '../api-system.js';

/** How a route differs from its action. */
type RouteOptions = Pick<AdminRoute, 'bodyBytes' | 'mediaType'>;

/**
 * The HTTP binding of an action, for example at `PATCH /groups/:name`. Members of its input that the path names come from there, the others from the query of GET and DELETE,
 * or from the body.
 */
export function routeOf<Input, Result>(
  place: `${AdminRoute['method']} /${string}`,
  { summary, input, answer, errors, run }: Action<Input, Result>,
  options: RouteOptions = {},
): AdminRoute {
  // The type of `place` says that there are two.
  const [method, path] = place.split(' ') as [AdminRoute['method'], string];
  const rest = without(input, namesIn(path));
  const isQuery = method === 'GET' || method === 'DELETE';
  return defineRoute({
    method,
    path,
    summary,
    ...(rest === undefined ? {} : isQuery ? { query: rest } : { body: rest }),
    ...(answer === undefined ? {} : { answer }),
    ...(errors === undefined ? {} : { errors }),
    ...options,
    run: ({ params, query, body, administrator: author }, system: ApiSystem) =>
      // The router has compared both with the schema of the action.
      run({ ...(isQuery ? (query as object) : (body as object)), ...(params as object) } as Input, { system, author }),
  });
}

function namesIn(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
}

/** Undefined where nothing is left. */
function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema | undefined {
  const properties = isData(schema.properties) ? schema.properties : {};
  const left = Object.entries(properties).filter(([name]) => !names.has(name));
  if (left.length === 0) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    required: required.filter((name) => !names.has(String(name))),
    properties: Object.fromEntries(left),
  };
}
