import {
  SECRET_VARIABLE,
  SIGN_KEY_FORM,
  parseSignKey,
  selectTarget,
  type RequesterDefinition,
  type HttpRequester,
  findHttp,
} from '@ticketgate/definition';
import { createError, isTrue, type Data } from '@ticketgate/sdk';

import { basic, decoded } from '../fetching/basic-credentials.js';
import { readUserInfo, requestHeaders, type SentRequest } from './call/index.js';

export const RequesterSecretMissing = createError<{ name: string }>(
  'Requester.SecretMissing',
  ({ name }) =>
    `The environment of the server has no variable ${name}, which stands for a secret. Set it and start again.`,
  'Broken',
);

const RequesterSecretUnfit = createError<{ name: string }>(
  'Requester.SecretUnfit',
  ({ name }) =>
    `${name} is not a key of signatures, which is ${SIGN_KEY_FORM.message}. Make one with "openssl rand -base64 32".`,
  'Broken',
);

/**
 * The secret that a definition contains, or that of the environment variable it names.
 *
 * @throws OperationError `Requester.SecretMissing`
 */
export function resolveSecret(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (!SECRET_VARIABLE.test(text)) return text;
  const value = environment[text];
  if (value === undefined || value === '') throw new RequesterSecretMissing({ name: text });
  return value;
}

/**
 * The key in the secret of `Gateway.Requester.Sign`, or in the environment variable that it names.
 *
 * @throws OperationError `Requester.SecretMissing`, `Requester.SecretUnfit`
 */
export function signKeyIn(text: string): Buffer {
  const key = parseSignKey(resolveSecret(text));
  if (key !== undefined) return key;
  throw new RequesterSecretUnfit({ name: SECRET_VARIABLE.test(text) ? `The value of ${text}` : 'Secret of Sign' });
}

/** The environment variables for secrets whose values are not keys of signatures. */
export function unfitSignKeys(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  return Object.keys(environment).filter(
    (name) =>
      SECRET_VARIABLE.test(name) && isTrue(environment[name]) && parseSignKey(environment[name] ?? '') === undefined,
  );
}

/** Replaces variables in a definition by their secrets. */
export function withSecrets(requester: RequesterDefinition): RequesterDefinition {
  const { transport } = requester;
  return 'http' in transport ? { ...requester, transport: resolved(transport) } : requester;
}

function resolved<Transport extends { readonly http: HttpRequester }>(transport: Transport): Transport {
  return { ...transport, http: fillSecrets(transport.http) };
}

interface SecretParts {
  readonly invoker: string;
  readonly signSecret: string | undefined;
  readonly isSecret: (name: string) => boolean;
}

/** All secrets that requests of an invoker contain, in the forms in which they are sent, as members that masks recognise. */
export function listSecrets(
  { transport }: RequesterDefinition,
  { invoker, signSecret, isSecret }: SecretParts,
): readonly Data[] {
  const http = findHttp(transport);
  const sent = http === undefined ? [] : listHttpSecrets(http, { invoker, isSecret });
  const own = [...sent, signSecret, signSecret?.replace(/^whsec_/, '')];
  return [...new Set(own)].filter((secret) => secret !== undefined && secret !== '').map((Password) => ({ Password }));
}

function listHttpSecrets(
  http: HttpRequester,
  { invoker, isSecret }: Omit<SecretParts, 'signSecret'>,
): readonly (string | undefined)[] {
  const { basicAuth, token, proxy, tls, host } = http;
  const logins = [basicAuth, proxy, readUserInfo(host), readUserInfo(proxy?.url ?? '')];
  const { headers } = requestHeaders(http, { invoker, userAgent: '', contentType: '' });
  const named = [...headers.values()].filter(([name]) => isSecret(name));
  return [
    tls?.keyPassword,
    token?.kind === 'jwt' ? token.keyPassword : undefined,
    ...logins.flatMap((login) =>
      login === undefined || login.password === '' ? [] : [login.password, basic(login).replace(/^Basic /, '')],
    ),
    ...named.flatMap(([name, value]) => listHeaderSecrets(name, value)),
    ...listQuerySecrets(selectTarget(http, invoker)?.controller ?? '', isSecret),
  ];
}

/** The value, what follows its scheme, the password of a basic login, and the values of cookies. */
function listHeaderSecrets(name: string, value: string): readonly string[] {
  if (/^cookie$/i.test(name)) return value.split(/;\s*/).map((cookie) => cookie.replace(/^[^=]*=/, ''));
  const [, scheme = '', credentials] = /^(\S+)\s+(\S+)$/.exec(value) ?? [];
  if (credentials === undefined) return [value];
  const isBasic = /^basic$/i.test(scheme);
  const password = isBasic
    ? Buffer.from(credentials, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : '';
  return [value, credentials, password];
}

/** Values in the query of a controller that the definition itself contains, without placeholders. */
function listQuerySecrets(controller: string, isSecret: SecretParts['isSecret']): readonly string[] {
  const pairs = controller.split(/[?&]/).slice(1);
  return pairs.flatMap((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    return !isSecret(decoded(name)) || value.startsWith(':') ? [] : [value, decoded(value)];
  });
}

/** The headers of a request, and what it has in Authorization or has a token for, as members that masks recognise. */
export function sentCredentials({ headers, token = '' }: SentRequest['request']): readonly Data[] {
  const [, value = ''] = headers.get('authorization') ?? [];
  const sent = [value.replace(/^\w+ /, ''), token].filter((secret) => secret !== '');
  return [Object.fromEntries(headers.values()), ...sent.map((Password) => ({ Password }))];
}

function fillSecrets(http: HttpRequester): HttpRequester {
  const { basicAuth, token, proxy, tls } = http;
  return {
    ...http,
    basicAuth: basicAuth && { ...basicAuth, password: resolveSecret(basicAuth.password) },
    token: token?.kind === 'jwt' ? { ...token, keyPassword: resolveSecret(token.keyPassword) } : token,
    proxy: proxy && { ...proxy, password: resolveSecret(proxy.password) },
    tls: tls && { ...tls, keyPassword: resolveSecret(tls.keyPassword) },
  };
}
