import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';
import { toMembers, toNeeded } from '@ticketgate/sdk/schema';

import { defineRoute, type AdminRoute } from '../api/admin-route.js';
import type { ApiSystem } from '../open-admin-system.js';
import { runTask } from './run-task.js';
import type { AnyTask, Method } from './task.js';

/** A task that the API has. */
type Placed = AnyTask & { readonly at: string };

export function isPlaced<Any extends Pick<AnyTask, 'at'>>(task: Any): task is Any & { readonly at: string } {
  return task.at !== undefined;
}

/**
 * The route of a task, for example `PATCH /services/:name`. Members of its input that the path names come from there, the others from the query of
 * GET and DELETE, or from the body.
 */
export function makeRoute(task: Placed): AdminRoute {
  const { summary, input, answer, errors, bodyBytes, mediaType, needs, reply } = task;
  const { method, path, names, isQuery } = parsePlace(task);
  const members = new Set<string>(names.values());
  const rest = part(input, (member) => !members.has(member));
  const params = pickParams(input, names);
  return defineRoute({
    method,
    path,
    summary,
    ...(params === undefined ? {} : { params }),
    ...(rest === undefined ? {} : isQuery ? { query: rest } : { body: rest }),
    ...withoutUndefined({ answer, errors, bodyBytes, mediaType, needs }),
    async run({ params: named, query, body, administrator: author }, system: ApiSystem) {
      // The router has compared all of them with the schema of the task.
      const value = { ...(isQuery || !isData(body) ? query : body), ...renamed(named, names) } as never;
      const result = await runTask(task, value, { system, author });
      return reply === undefined ? result : reply(result as never, value); // the task makes both
    },
  });
}

/** A request to the route of a task. */
export interface TaskRequest {
  readonly method: Method;
  /** Below `/admin/api`, with its query. */
  readonly path: string;
  readonly body: Data | undefined;
}

/** The request that runs a task on a server elsewhere: the other end of {@link makeRoute}. */
export function makeTaskRequest(task: Pick<Placed, 'at' | 'pathNames'>, input: Data): TaskRequest {
  const { method, path, names, isQuery } = parsePlace(task);
  const own = new Set(names.values());
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const rest = given.filter(([member]) => !own.has(member));
  const filled = path.replaceAll(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent(String(input[names.get(name) ?? name])),
  );
  const query = isQuery
    ? new URLSearchParams(Object.fromEntries(rest.map(([member, value]) => [member, String(value)]))).toString()
    : '';
  return {
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    body: isQuery ? undefined : Object.fromEntries(rest),
  };
}

/** Members by the names that the path has for them. */
type Names = ReadonlyMap<string, string>;

function parsePlace({ at, pathNames = {} }: Pick<Placed, 'at' | 'pathNames'>) {
  // The type of `at` says that there are two.
  const [method, path] = at.split(' ') as [Method, string];
  const names: Names = new Map([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, pathNames[name] ?? name]));
  return { method, path, names, isQuery: method === 'GET' || method === 'DELETE' };
}

function renamed(named: Data, names: Names): Data {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [names.get(name) ?? name, value]));
}

function withoutUndefined<Parts extends object>(
  parts: Parts,
): { readonly [Name in keyof Parts]: NonNullable<Parts[Name]> } {
  // Only undefined members are removed, and all of them are optional.
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as never;
}

function pickParams(input: JsonSchema, names: Names): JsonSchema | undefined {
  if (names.size === 0) return undefined;
  const schemas = [...names].map(([name, member]) => [name, toMembers(input)[member]] as const);
  return {
    type: 'object',
    additionalProperties: false,
    required: [...names.keys()],
    properties: Object.fromEntries(schemas),
  };
}

/** A schema with some of its members; undefined if it has none of them. */
function part(schema: JsonSchema, isPart: (name: string) => boolean): JsonSchema | undefined {
  const left = Object.entries(toMembers(schema)).filter(([name]) => isPart(name));
  if (left.length === 0) return undefined;
  return { ...schema, required: toNeeded(schema).filter(isPart), properties: Object.fromEntries(left) };
}
