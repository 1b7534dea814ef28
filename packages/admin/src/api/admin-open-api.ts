import {
  capital,
  DocumentWriter,
  writeHeader,
  JSON_TYPE,
  writeParameter,
  PROBLEM_TYPE,
  responsesByStatus,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type SchemaStore,
} from '@ticketgate/describe';
import { toHttpStatus, type JsonSchema } from '@ticketgate/sdk';
import { ValueUnfit } from '@ticketgate/database/postgres';
import { version } from '@ticketgate/runtime';
import {
  anything,
  innerSchema,
  integer,
  listOfNamed,
  mapOf,
  toMembers,
  objectOf,
  optional,
  toNeeded,
  text,
} from '@ticketgate/sdk/schema';

import { defineRoute, EVENT_STREAM, type AdminRoute } from './admin-route.js';
import { NO_PAGES, isWholeList } from '../tasks/pages.js';
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
  ClientUnknown,
  ProxyUnknown,
  TooManyRequests,
} from './api-errors.js';
import { NotAllowed } from '../tasks/scope.js';
import { InputInvalid } from '../tasks/task-errors.js';

/** Errors that any route may answer. */
export const SHARED_ERRORS = [
  NetworkNotAllowed,
  ClientUnknown,
  ProxyUnknown,
  OriginForeign,
  HostNotAllowed,
  TooManyRequests,
  LoginNeeded,
  AdministratorsOnly,
  NotAllowed,
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
    needs: 'nothing',
    answer: { type: 'object' },
    run: async () => writeAdminOpenApi([route, ...routes], version),
  });
  return route;
}

const ABOUT = {
  title: 'Administration of Ticketgate',
  description: 'What administrators do: web services, the debug log, accounts, the catalogue, and how the system runs.',
};

const SECURITY_SCHEMES: OpenApiDocument['components']['securitySchemes'] = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of scope admin; Authorization: Bearer has the same effect.',
  },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'What POST /session sets.' },
};

export function writeAdminOpenApi(routes: readonly AdminRoute[], version: string): OpenApiDocument {
  const writer = new DocumentWriter();
  writer.store.write(PROBLEM, 'Problem');
  for (const route of routes) {
    const { item } = writer.openPath(route.path.replaceAll(/:(\w+)/g, '{$1}'));
    item[route.method.toLowerCase()] = writeOperation(route, writer.store);
  }
  const tags = [...new Set(routes.map(nameRouteTag))].map((name) => ({ name, description: `Routes below /${name}.` }));
  const security = [{ key: [] }, { session: [] }];
  const parts = { servers: [{ url: '.' }], security, tags };
  return writer.document({ ...ABOUT, version }, parts, { securitySchemes: SECURITY_SCHEMES });
}

function nameRouteTag({ path }: AdminRoute): string {
  return (path.split('/')[1] ?? '').replace(/\..*/, '');
}

function writeOperation(route: AdminRoute, store: SchemaStore): OperationObject {
  const { method, path, summary, params, query, body, isOpen, mediaType, errors = [] } = route;
  // For example `post_services_name_publish`, with the type `PostServicesNamePublish`.
  const operationId = `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
  const type = operationId.split('_').map(capital).join('');
  const schema = store.write(body ?? {}, `${type}Body`);
  return {
    operationId,
    summary,
    description: isWholeList(route) ? `${summary} ${NO_PAGES}` : summary,
    tags: [nameRouteTag(route)],
    ...(isOpen ? { security: [] } : {}),
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', query),
      ...(method === 'GET' || isOpen === true ? [] : [CSRF]),
      ...(mediaType === EVENT_STREAM ? [LAST_EVENT] : []),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: { [JSON_TYPE]: { schema } } } }),
    responses: {
      ...writeSuccess(route, store.write(route.answer ?? {}, `${type}Answer`)),
      ...responsesByStatus(
        [...errors, ...SHARED_ERRORS].map((error) => ({ code: error.code, status: toHttpStatus(error) })),
        (codes) => ({ description: `${codes}.`, content: PROBLEMS }),
      ),
      default: { description: 'Any other error; docs/errors.md explains all of them.', content: PROBLEMS },
    },
  };
}

function writeSuccess({ answer, mediaType = JSON_TYPE }: AdminRoute, schema: JsonSchema): OperationObject['responses'] {
  if (answer === undefined) return { 204: { description: 'Done.' } };
  return { 200: { description: 'Done.', content: { [mediaType]: { schema } } } };
}

const PROBLEMS = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };

function parametersIn(place: 'path' | 'query', members: JsonSchema = {}): readonly ParameterObject[] {
  return Object.entries(toMembers(members)).map(([name, member]) => {
    const schema = innerSchema(member);
    const form = place === 'path' ? { type: 'string', description: schema.description } : schema;
    return writeParameter({ name, in: place, required: toNeeded(members).includes(name) }, form);
  });
}

const CSRF = writeHeader('X-CSRF-Token', text('What GET /session says. Needed with a session, not with a key.'), false);

const LAST_EVENT = writeHeader(
  'Last-Event-ID',
  text('The `id` of the last event that you know: what happened since then is sent first.'),
  false,
);

const PROBLEM: JsonSchema = {
  ...objectOf({
    type: text('Address of the explanation of the code.'),
    title: text('What it is, in a few words.'),
    status: integer('The HTTP status.'),
    detail: text('What is wrong, in a sentence.'),
    code: text('What kind of problem it is; the documentation explains each code.'),
    values: optional(mapOf(anything(), 'What the detail names, to word it in another language.')),
    mistakes: optional(
      listOfNamed('Each mistake in the request.', 'Mistake', {
        at: text('The member or parameter that is wrong.'),
        message: text('What is wrong, and what to do.'),
        id: text('Which sentence the message is, for other languages.'),
        values: mapOf(anything(), 'What the message says of this case, by name.'),
      }),
    ),
  }),
  additionalProperties: true,
};
