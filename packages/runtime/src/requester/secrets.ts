import {
  SECRET_VARIABLE,
  SIGN_KEY_FORM,
  signKeyOf,
  type RequesterDefinition,
  type RestRequester,
} from '@ticketgate/definition';
import { createError, isTrue, type Data } from '@ticketgate/sdk';

const RequesterSecretMissing = createError<{ name: string }>(
  'Requester.SecretMissing',
  ({ name }) =>
    `The environment of the server has no variable ${name}, which the definition names as a secret. Set it and start again.`,
  'Broken',
);

const RequesterSecretUnfit = createError<{ name: string }>(
  'Requester.SecretUnfit',
  ({ name }) =>
    `${name} is not a key of signatures, which is ${SIGN_KEY_FORM}. Make one with "openssl rand -base64 32".`,
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
  const key = signKeyOf(resolveSecret(text));
  if (key !== undefined) return key;
  throw new RequesterSecretUnfit({ name: SECRET_VARIABLE.test(text) ? `The value of ${text}` : 'Secret of Sign' });
}

/** The environment variables for secrets whose values are not keys of signatures. */
export function unfitSignKeys(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  return Object.keys(environment).filter(
    (name) =>
      SECRET_VARIABLE.test(name) && isTrue(environment[name]) && signKeyOf(environment[name] ?? '') === undefined,
  );
}

/** Replaces variables in a definition by their secrets. */
export function withSecrets(requester: RequesterDefinition): RequesterDefinition {
  if (requester.transport.kind !== 'rest') return requester;
  return { ...requester, transport: { kind: 'rest', rest: resolveRest(requester.transport.rest) } };
}

/** All secrets of a web service that sends requests, as members that masks recognise. */
export function secretsOf({ transport }: RequesterDefinition, signSecret: string | undefined): readonly Data[] {
  const { basicAuth, proxy, tls } = transport.kind === 'rest' ? transport.rest : {};
  const own = [basicAuth?.password, proxy?.password, tls?.keyPassword, signSecret];
  return own.filter((secret) => secret !== undefined && secret !== '').map((Password) => ({ Password }));
}

function resolveRest(rest: RestRequester): RestRequester {
  const { basicAuth, proxy, tls } = rest;
  return {
    ...rest,
    basicAuth: basicAuth && { ...basicAuth, password: resolveSecret(basicAuth.password) },
    proxy: proxy && { ...proxy, password: resolveSecret(proxy.password) },
    tls: tls && { ...tls, keyPassword: resolveSecret(tls.keyPassword) },
  };
}
