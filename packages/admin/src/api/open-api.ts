import { ValueUnfit } from '@ticketgate/database';
import { httpStatusOf, isData, type Data, type ErrorKind, type JsonSchema } from '@ticketgate/sdk';

import { defineRoute, EVENT_STREAM, type AdminRoute } from './admin-route.js';
import { NO_PAGES, isWholeList } from './pages.js';
import { objectOf, integer, text, listOf, optional } from './schemas.js';
import { SESSION_COOKIE } from './session-cookie.js';
import {
  AdministratorsOnly,
  BodyNotJson,
  BodyTooLarge,
  CsrfTokenWrong,
  HostNotAllowed,
  InputInvalid,
  Internal,
  LoginNeeded,
  NetworkNotAllowed,
  OriginForeign,
  ProxyUnknown,
  TooManyRequests,
} from './api-errors.js';

/** What any route may answer. */
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
    run: async (_call, { version }) => openApiOf([route, ...routes], version),
  });
  return route;
}

function openApiOf(routes: readonly AdminRoute[], version: string): Data {
  const paths: Record<string, Data> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Administration of Ticketgate', version },
    servers: [{ url: '.' }],
    security: [{ key: [] }, { session: [] }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of scope admin.' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'What POST /session sets.' },
      },
    },
  };
}

function operationOf(route: AdminRoute): Data {
  const { method, path, summary, body, isOpen, errors = [] } = route;
  return {
    operationId: operationIdOf(method, path),
    summary,
    ...(isWholeList(route) ? { description: NO_PAGES } : {}),
    tags: [path.split('/')[1] ?? ''],
    ...(isOpen ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...successOf(route),
      ...problemsOf([...errors, ...SHARED_ERRORS]),
      default: { description: 'Any other error; docs/errors.md explains all of them.', content: PROBLEMS },
    },
  };
}

/** For example `post_services_name_publish`. */
function operationIdOf(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
}

function successOf({ answer, mediaType = 'application/json' }: AdminRoute): Data {
  if (answer === undefined) return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { [mediaType]: { schema: answer } } } };
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

function parametersOf({ path, query, method, isOpen, mediaType }: AdminRoute): readonly Data[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const properties = isData(query?.properties) ? query.properties : {};
  const required = Array.isArray(query?.required) ? query.required : [];
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...(method === 'GET' || isOpen === true ? [] : [CSRF]),
    ...(mediaType === EVENT_STREAM ? [LAST_EVENT] : []),
  ];
}

const CSRF = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  description: 'What GET /session says. Needed with a session, not with a key.',
  schema: text,
};

const LAST_EVENT = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The `id` of the last event that you know: what happened since then is sent first.',
  schema: text,
};

const PROBLEM: JsonSchema = {
  ...objectOf({
    type: text,
    title: text,
    status: integer,
    detail: text,
    code: text,
    mistakes: optional(listOf(objectOf({ at: text, message: text }))),
  }),
  additionalProperties: true,
};
