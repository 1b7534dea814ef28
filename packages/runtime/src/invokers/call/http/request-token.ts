import { DestinationRefused, type HttpRequester } from '@ticketgate/definition';
import { Mask, parseJsonExactly, SecretNames } from '@ticketgate/gateway';
import { isData, toText } from '@ticketgate/sdk';

import { performFailure } from '../call-failure.js';
import { AnswerRefused, isSuccess, jsonSink, LARGE, type AnswerLimits } from './answer-body.js';
import type { Connections } from '../../../fetching/connections.js';
import { formEncode, formQuery } from '../rest/fill-template.js';
import type { OutgoingRequest, ReceivedAnswer } from './invoker-transport.js';
import { basic } from '../../../fetching/basic-credentials.js';
import { sendRequest } from './send-request.js';
import type { TokenConfiguration } from './tokens-schema.js';
import type { IssuedToken } from './sign-jwt.js';

interface TokenRequest {
  readonly name: string;
  readonly configuration: TokenConfiguration;
  readonly connections: Connections;
  readonly http: HttpRequester;
}

/** Time limit of a request for a token, in seconds. */
const TIMEOUT = '30';
/** A response with a token is short, so no memory is reserved for a large one. */
const ANSWERS: AnswerLimits = {
  json: { nodes: 1_000, keys: 100, keyLength: 1_000, depth: 20 },
  mappingCharacters: 0,
  reserve: () => Promise.reject(new AnswerRefused(`the answer has more than ${LARGE} bytes`)),
};
/** Seconds that a token is valid if the server does not say. */
const USUAL_LIFETIME = 300;

/**
 * Requests a token by the client-credentials grant (RFC 6749, section 4.4). The proxy is that of the requester, and certificates are
 * verified as usual.
 *
 * @throws CallFailure if none is issued
 */
export async function requestToken({ name, configuration, connections, http }: TokenRequest): Promise<IssuedToken> {
  const { signal } = new AbortController();
  const answer = await sendRequest(tokenRequest(configuration), {
    connections,
    begin: ({ status }) => jsonSink(ANSWERS, isSuccess(status)),
    answers: ANSWERS,
    http: { ...http, tls: undefined, timeout: TIMEOUT },
    signal,
  });
  if (answer instanceof DestinationRefused) {
    throw performFailure(`"${name}" of requester.tokens: no token was requested, ${answer.message}`);
  }
  const issued = parseToken(answer);
  if (issued !== undefined) return issued;
  const { origin, pathname } = new URL(configuration.url);
  const reason = maskFor(configuration).sentence(sayWhyNot(answer).slice(0, READ_OF_REASON)).slice(0, LONGEST_REASON);
  throw performFailure(`"${name}" of requester.tokens: no token from ${origin}${pathname}, ${reason}`);
}

function tokenRequest({ url, scope, audience, resource, parameters, ...client }: TokenConfiguration): OutgoingRequest {
  const { clientID: client_id, clientSecret: client_secret, credentials = 'header' } = client;
  const { origin, pathname, search } = new URL(url);
  const inBody = credentials === 'body' ? { client_id, client_secret } : {};
  const optional = Object.entries({ scope, audience, resource }).filter(([, value]) => (value ?? '') !== '');
  const form = { grant_type: 'client_credentials', ...Object.fromEntries(optional), ...inBody, ...parameters };
  const headers = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Accept', 'application/json'],
    ...(credentials === 'body'
      ? []
      : [['Authorization', encodeLogin({ clientID: client_id, clientSecret: client_secret })] as const]),
  ] as const;
  return {
    method: 'POST',
    origin,
    path: pathname + search,
    address: pathname,
    headers: new Map(headers.map(([header, value]) => [header.toLowerCase(), [header, value]])),
    refused: [],
    body: Buffer.from(formQuery(form)),
    remaining: {},
    isQueryDropped: false,
  };
}

type Client = Pick<TokenConfiguration, 'clientID' | 'clientSecret'>;

/** Both are form-encoded first (RFC 6749, section 2.3.1). */
function encodeLogin({ clientID, clientSecret }: Client): string {
  return basic({ user: formEncode(clientID), password: formEncode(clientSecret) });
}

/** Hides the secret in all forms in which it was sent, or may come back. */
function maskFor(client: Client): Mask {
  const { clientSecret } = client;
  const sent = [clientSecret, formEncode(clientSecret), encodeLogin(client).replace(/^Basic /, '')];
  return new Mask(new SecretNames(), new Set(sent));
}

function parseToken({ status, body }: ReceivedAnswer): IssuedToken | undefined {
  const data = isSuccess(status) ? parseJsonExactly(body.toString('utf8')) : undefined;
  if (!isData(data)) return undefined;
  const { access_token: token, token_type: type, expires_in: seconds } = data;
  if (!/^bearer$/i.test(toText(type ?? 'bearer'))) return undefined;
  // A header can have no other characters (RFC 6750, section 2.1).
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,32000}$/.test(token)) return undefined;
  return { token, lifetime: /^-?\d+(\.\d+)?$/.test(String(seconds)) ? Math.max(0, Number(seconds)) : USUAL_LIFETIME };
}

/** Most characters of a reason. */
const LONGEST_REASON = 300;
/** Characters of it that are searched for secrets before it is cut. */
const READ_OF_REASON = 20_000;

function sayWhyNot({ status, body, failure }: ReceivedAnswer): string {
  if (failure !== undefined) return failure;
  const text = body.toString('utf8');
  const data = parseJsonExactly(text);
  const { error, error_description: description, token_type: type } = isData(data) ? data : {};
  const reasons = [error, description].map(toText);
  const said = isSuccess(status)
    ? [
        'the answer has no bearer token in access_token',
        ...reasons,
        type === undefined ? '' : `token_type is "${toText(type)}"`,
      ]
    : [`status ${status}`, ...(isData(data) ? reasons : [text])];
  return said.filter(Boolean).join(', ');
}
