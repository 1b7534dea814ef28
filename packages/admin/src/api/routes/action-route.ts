import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';

import type { Action } from '../../tasks/action.js';
import { defineRoute, type AdminReply, type AdminRoute } from '../admin-route.js';
import type { ApiSystem } from '../api-system.js';

/** How a route differs from its action. */
interface RouteOptions<Input, Result> extends Partial<Pick<AdminRoute, 'bodyBytes' | 'mediaType' | 'summary'>> {
  /** Adds headers to what the action answers. */
  readonly reply?: (result: Result, input: Input) => AdminReply;
  /** Members that the path calls otherwise, by its names: where the body has a member of that name. */
  readonly pathNames?: Readonly<Record<string, keyof Input & string>>;
  /** Members that the route itself knows. */
  readonly preset?: Partial<Input>;
}

/**
 * The HTTP binding of an action, for example at `PATCH /groups/:name`. Members of its input that the path names come from there, the others
 * from the query of GET and DELETE, or from the body.
 */
export function actionRoute<Input, Result>(
  place: `${AdminRoute['method']} /${string}`,
  { summary, input, answer, errors, run }: Action<Input, Result>,
  { reply, pathNames: inPath = {}, preset: given = {}, ...options }: RouteOptions<Input, Result> = {},
): AdminRoute {
  // The type of `place` says that there are two.
  const [method, path] = place.split(' ') as [AdminRoute['method'], string];
  const names = new Map(namesIn(path).map((name) => [name, inPath[name] ?? name]));
  const members = new Set<string>([...names.values(), ...Object.keys(given)]);
  const rest = part(input, (member) => !members.has(member));
  const params = paramsOf(input, names);
  const isQuery = method === 'GET' || method === 'DELETE';
  return defineRoute({
    method,
    path,
    summary,
    ...(params === undefined ? {} : { params }),
    ...(rest === undefined ? {} : isQuery ? { query: rest } : { body: rest }),
    ...(answer === undefined ? {} : { answer }),
    ...(errors === undefined ? {} : { errors }),
    ...options,
    async run({ params: named, query, body, administrator: author }, system: ApiSystem) {
      // The router has compared all of them with the schema of the action.
      const value = {
        ...given,
        ...(isQuery ? query : (body as object)),
        ...membersOf(named, names),
      } as Input;
      const result = await run(value, { system, author });
      return reply === undefined ? result : reply(result, value);
    },
  });
}

type Names = ReadonlyMap<string, string>;

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

function membersOf(named: Data, names: Names): Data {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [names.get(name) ?? name, value]));
}

function paramsOf({ properties }: JsonSchema, names: Names): JsonSchema | undefined {
  if (names.size === 0 || !isData(properties)) return undefined;
  const schemas = [...names].map(([name, member]) => [name, properties[member]]);
  return {
    type: 'object',
    additionalProperties: false,
    required: [...names.keys()],
    properties: Object.fromEntries(schemas) as Data,
  };
}

/** A schema with some of its members; undefined where it has none of them. */
function part(schema: JsonSchema, isPart: (name: string) => boolean): JsonSchema | undefined {
  const properties = isData(schema.properties) ? schema.properties : {};
  const left = Object.entries(properties).filter(([name]) => isPart(name));
  if (left.length === 0) return undefined;
  const required = Array.isArray(schema.required) ? schema.required : [];
  return {
    ...schema,
    required: required.filter((name) => isPart(String(name))),
    properties: Object.fromEntries(left),
  };
}
