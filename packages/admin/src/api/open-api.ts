import { httpStatusOf, isData, type Data, type ErrorKind, type JsonSchema } from '@ticketgate/sdk';
import { ValueUnfit } from '@ticketgate/database/postgres';
import { version } from '@ticketgate/runtime';
import { anything, integer, listOf, mapOf, named, objectOf, optional, text } from '@ticketgate/sdk/schema';

import { defineRoute, EVENT_STREAM, type AdminRoute } from './admin-route.js';
import { NO_PAGES, isWholeList } from '../tasks/pages.js';
import { SchemaNames, typeName } from './schema-names.js';
import { SESSION_COOKIE } from './session-cookie.js';
import {
  AdministratorsOnly,
  BodyNotJson,
  BodyTooLarge,
  CsrfTokenWrong,
  HostNotAllowed,
  Internal,
  LoginNeeded,
  NetworkNotAllowed,
  OriginForeign,
  ProxyUnknown,
  TooManyRequests,
} from './api-errors.js';
import { InputInvalid } from '../tasks/task-errors.js';

const ABOUT = {
  description: 'What administrators do: web services, the debug log, accounts, the catalogue, and how the system runs.',
  contact: { name: 'The administrators of this server' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;

/** Errors that any route may answer. */
export const SHARED_ERRORS = [
  NetworkNotAllowed,
  ProxyUnknown,
  OriginForeign,
  HostNotAllowed,
  TooManyRequests,
  LoginNeeded,
  AdministratorsOnly,
  CsrfTokenWrong,
  InputInvalid,
  BodyNotJson,
  BodyTooLarge,
  ValueUnfit,
  Internal,
] as const;

/** The route of the document that describes all routes, itself included. */
export function openApiRoute(routes: readonly AdminRoute[]): AdminRoute {
  const route: AdminRoute = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document.',
    answer: { type: 'object' },
    run: async () => openApiOf([route, ...routes], version),
  });
  return route;
}

/** The OpenAPI document of routes. */
export function openApiOf(routes: readonly AdminRoute[], version: string): Data {
  const paths: Record<string, Data> = {};
  const names = new SchemaNames();
  names.write(PROBLEM, 'Problem');
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, names) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Administration of Ticketgate', version, ...ABOUT },
    servers: [{ url: '.' }],
    security: [{ key: [] }, { session: [] }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Routes below /${name}.` })),
    paths,
    components: {
      schemas: names.schemas,
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A key of scope admin; Authorization: Bearer has the same effect.',
        },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'What POST /session sets.' },
      },
    },
  };
}

/** The tag of a route: the first segment of its path. */
function tagOf({ path }: AdminRoute): string {
  return (path.split('/')[1] ?? '').replace(/\..*/, '');
}

function operationOf(route: AdminRoute, names: SchemaNames): Data {
  const { method, path, summary, body, isOpen, errors = [] } = route;
  const operationId = operationIdOf(method, path);
  const type = typeName(operationId);
  return {
    operationId,
    summary,
    description: isWholeList(route) ? `${summary} ${NO_PAGES}` : summary,
    tags: [tagOf(route)],
    ...(isOpen ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: names.write(body, `${type}Body`) } },
          },
        }),
    responses: {
      ...successOf(route, names.write(route.answer ?? {}, `${type}Answer`)),
      ...problemsOf([...errors, ...SHARED_ERRORS]),
      default: { description: 'Any other error; docs/errors.md explains all of them.', content: PROBLEMS },
    },
  };
}

/** For example `post_services_name_publish`. */
function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
}

function successOf({ answer, mediaType = 'application/json' }: AdminRoute, schema: JsonSchema): Data {
  if (answer === undefined) return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { [mediaType]: { schema } } } };
}

/** By status. */
function problemsOf(errors: readonly ErrorKind[]): Data {
  const codes = new Map<number, string[]>();
  for (const error of errors) {
    const status = httpStatusOf(error);
    codes.set(status, [...(codes.get(status) ?? []), error.code]);
  }
  return Object.fromEntries(
    [...codes].map(([status, named]) => [status, { description: `${named.join(', ')}.`, content: PROBLEMS }]),
  );
}

const PROBLEMS = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

function parametersOf({ params, query, method, isOpen, mediaType }: AdminRoute): readonly Data[] {
  return [
    ...membersOf(params).map((parameter) => ({ ...parameter, in: 'path', schema: text() })),
    ...membersOf(query).map((parameter) => ({ ...parameter, in: 'query' })),
    ...(method === 'GET' || isOpen === true ? [] : [CSRF]),
    ...(mediaType === EVENT_STREAM ? [LAST_EVENT] : []),
  ];
}

/** As parameters, whose descriptions stand beside their schemas. */
function membersOf({ properties, required = [] }: JsonSchema = {}) {
  return Object.entries(isData(properties) ? properties : {}).map(([name, member]) => {
    const { description, ...schema } = isData(member) ? member : {};
    return { name, required: Array.isArray(required) && required.includes(name), description, schema };
  });
}

const CSRF = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description: 'What GET /session says. Needed with a session, not with a key.',
  schema: text(),
};

const LAST_EVENT = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that you know: what happened since then is sent first.',
  schema: text(),
};

const PROBLEM: JsonSchema = {
  ...objectOf({
    type: text('Address of the explanation of the code.'),
    title: text('What it is, in a few words.'),
    status: integer('The HTTP status.'),
    detail: text('What is wrong, in a sentence.'),
    code: text('What kind of problem it is; the documentation explains each code.'),
    values: optional(mapOf(anything(), 'What the detail names, to word it in another language.')),
    mistakes: optional(
      listOf(
        named(
          'Mistake',
          objectOf({
            at: text('The member or parameter that is wrong.'),
            message: text('What is wrong, and what to do.'),
          }),
        ),
        'Each mistake in the request.',
      ),
    ),
  }),
  additionalProperties: true,
};
