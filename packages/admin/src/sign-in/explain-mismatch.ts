import { isNativeError } from 'node:util/types';
import { DestinationRefused } from '@ticketgate/definition';
import type { Configuration } from '@ticketgate/runtime';
import { type Data, explainError, isData } from '@ticketgate/sdk';

/** Signatures for which the provider alone has the key. */
const ALGORITHMS = 'RS256, PS256, ES256, EdDSA, RS384, PS384, ES384, RS512, PS512, ES512, Ed25519'.split(', ');

/** The options that claims of ID tokens repeat. */
const REPEATED = new Map([
  ['iss', 'issuer'],
  ['aud', 'clientID'],
  ['azp', 'clientID'],
] as const);

/** The options that a provider refuses with an error, and what else belongs to them. */
const REFUSED = new Map([
  ['invalid_client', { option: 'clientID', more: ' (with its oidc.clientSecret, sent as oidc.credentials says)' }],
  ['unauthorized_client', { option: 'clientID', more: '' }],
  ['invalid_scope', { option: 'scope', more: '' }],
] as const);

type Options = Configuration['oidc'];

/**
 * What does not fit between the configuration and an answer of its provider, with both values. Undefined if another try may succeed. The
 * library has many words for it; the values are in the causes of its errors.
 */
export function explainMismatch(error: unknown, oidc: Options): string | undefined {
  const facts = findFacts(error);
  return (
    explainDestination(error) ??
    explainRefused(error, oidc) ??
    explainStatus(facts) ??
    explainIssuer(facts, oidc) ??
    explainAlgorithm(facts) ??
    explainClaim(facts, oidc) ??
    explainAnswer(error, facts)
  );
}

/** @throws Error if a provider, by its own document, offers no signature that can be verified without a shared key */
export function requireAlgorithm(offered: readonly string[] = ALGORITHMS): void {
  if (!offered.some((each) => ALGORITHMS.includes(each)))
    throw new Error('unsupported algorithms', { cause: { alg: offered } });
}

function isError(cause: unknown): cause is Error {
  return cause instanceof Error || isNativeError(cause);
}

function findFacts(error: unknown): Data {
  if (isError(error)) return findFacts(error.cause);
  return isData(error) ? error : {};
}

/** A refused address, which the document of the provider or the configuration names. */
function explainDestination(error: unknown): string | undefined {
  if (!isError(error)) return undefined;
  return error instanceof DestinationRefused ? error.message.replace(/\.$/, '') : explainDestination(error.cause);
}

function explainRefused(error: unknown, oidc: Options): string | undefined {
  if (!isError(error) || !('error' in error)) return undefined;
  const refused = [...REFUSED].find(([name]) => name === error.error)?.[1];
  if (refused === undefined) return undefined;
  const description = 'error_description' in error ? `, ${String(error.error_description)}` : '';
  return `it refuses oidc.${refused.option} "${spell(oidc[refused.option])}"${refused.more}: ${String(error.error)}${description}`;
}

/** A status that another try would get again. */
function explainStatus({ status, url }: Data): string | undefined {
  const isLasting = typeof status === 'number' && status >= 300 && status < 500 && status !== 408 && status !== 429;
  return isLasting ? `${spell(url)} answers with status ${status}; its addresses follow from oidc.issuer` : undefined;
}

function explainIssuer({ attribute, body, parameters }: Data, { issuer }: Options): string | undefined {
  const said = isData(body) && attribute === 'issuer' ? body.issuer : undefined;
  const given = said ?? (parameters instanceof URLSearchParams ? parameters.get('iss') : undefined);
  return typeof given === 'string' ? `its issuer is "${given}", and oidc.issuer is "${spell(issuer)}"` : undefined;
}

function explainAlgorithm({ alg, header, expected }: Data): string | undefined {
  const used = alg ?? (isData(header) && expected !== undefined ? header.alg : undefined);
  if (used === undefined) return undefined;
  return `its ID tokens are signed with "${spell(used)}", and allowed is "${spell(expected ?? ALGORITHMS)}". Give its client a key to sign with`;
}

function explainClaim({ claim, claims, expected, now }: Data, oidc: Options): string | undefined {
  const [, option] = [...REPEATED].find(([name]) => name === claim) ?? [];
  if (!isData(claims) || (option === undefined && typeof now !== 'number')) return undefined;
  const said = `the claim "${spell(claim)}" of its ID token is "${spell(claims[String(claim)])}"`;
  if (option === undefined) return `${said}, and the clock of this server is at "${spell(now)}" (seconds)`;
  const note = expected === undefined ? '; a token for several clients needs the claim "azp"' : '';
  return `${said}, and oidc.${option} is "${spell(oidc[option])}"${note}`;
}

/** The codes of the library for a complete answer that cannot be used: it would come again. */
const UNUSABLE =
  /^OAUTH_(?!TIMEOUT|ABORT|PARSE_ERROR|RESPONSE_(?:BODY_ERROR|IS_NOT_CONFORM)|AUTHORIZATION_RESPONSE_ERROR)/;

function explainAnswer(error: unknown, { url }: Data): string | undefined {
  if (!isError(error) || !('code' in error) || !UNUSABLE.test(String(error.code))) return undefined;
  const from = url === undefined ? '' : ` of ${spell(url)}`;
  return `the answer${from} cannot be used, ${explainSignInError(error)}`;
}

/** What an error says, and what it comes from. */
export function explainSignInError(error: unknown): string {
  if (!isError(error)) return 'it failed';
  const { cause } = error;
  const message = explainError(error);
  if (cause instanceof Response) return cause.ok ? message : `status ${cause.status}`;
  if (!isError(cause) || cause.message === message) return message;
  // The words of the library for any error of a connection.
  return message === 'something went wrong' ? explainSignInError(cause) : `${message}, ${explainSignInError(cause)}`;
}

function spell(value: unknown): string {
  return [value].flat().map(String).join(', ');
}
