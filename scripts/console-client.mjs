// Writes what the console knows of the administration's API: its routes and what they take and answer. Part of each build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { adminRoutes, writeAdminOpenApi } from '@ticketgate/admin/api';

const FILE = join(import.meta.dirname, '..', 'packages', 'console', 'src', 'api', 'admin-api.ts');
const HEAD = '// Written by each build from the OpenAPI document of the administration.\n';

/** The types of a document of OpenAPI, as GET /admin/api/openapi.json answers it. */
function clientOf({ components, paths }) {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeOf(`${method.toUpperCase()} ${path}`, operation)),
  );
  return `${HEAD}${types.join('\n')}\nexport interface Routes {\n${routes.join('\n')}\n}\n`;
}

function routeOf(line, { summary, parameters, requestBody, responses }) {
  const inPath = parametersOf(parameters, 'path');
  const inQuery = parametersOf(parameters, 'query');
  const body = requestBody === undefined ? 'undefined' : contentOf(requestBody);
  const answer = responses[200] === undefined ? 'undefined' : contentOf(responses[200]);
  return `/** ${summary} */\n'${line}': { path: ${inPath}; query: ${inQuery}; body: ${body}; answer: ${answer} };`;
}

function parametersOf(parameters, place) {
  const found = parameters.filter((each) => each.in === place);
  const required = found.filter((each) => each.required).map(({ name }) => name);
  return typeOf({ properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])), required });
}

function contentOf({ content }) {
  const [{ schema }] = Object.values(content);
  return typeOf(schema);
}

function typeOf({ $ref, const: word, enum: words, anyOf, oneOf, type, items, properties, ...rest }) {
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (word !== undefined) return JSON.stringify(word);
  if (words !== undefined) return words.map((each) => JSON.stringify(each)).join(' | ');
  if (properties !== undefined) return objectType(properties, rest);
  const branches = anyOf ?? oneOf;
  if (branches !== undefined) return branches.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ type: each, items })).join(' | ');
  if (type === 'array') return `readonly (${typeOf(items ?? {})})[]`;
  if (type === 'object') return `Readonly<Record<string, ${typeOf(rest.additionalProperties || {})}>>`;
  return PLAIN[type] ?? 'unknown';
}

const PLAIN = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function objectType(properties, { required = [] }) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name);
    return `readonly ${JSON.stringify(name)}${isOptional ? '?' : ''}: ${typeOf(schema)}${isOptional ? ' | undefined' : ''};`;
  });
  return members.length === 0 ? 'Readonly<Record<never, never>>' : `{ ${members.join(' ')} }`;
}

writeFileSync(FILE, clientOf(writeAdminOpenApi(adminRoutes, '1')));
