import { keptIn } from '@ticketgate/sdk';

import type { CredentialPart, DescribedCall, DescribedCredentials } from '../described-service.js';
import type { Parts, SecurityRequirements as Requirements } from './open-api.js';

/** The security schemes of a document, collected while its operations are written. */
export class SecuritySchemes {
  readonly #schemes = new Map<string, object>();
  /** Operations of one type share them. */
  readonly #known = new Map<DescribedCredentials, Requirements>();

  get schemes(): Parts {
    return Object.fromEntries(this.#schemes);
  }

  /** The alternatives of a call; an empty one means no credentials, or credentials in the body, which OpenAPI cannot describe. */
  requirements(credentials: DescribedCredentials, place: DescribedCall['place']): Requirements {
    const known = keptIn(this.#known, credentials, () => this.#require(credentials));
    const mayBeInBody = credentials.choices.some((parts) => parts.every((part) => part.in === 'member'));
    return credentials.need === 'needed' && mayBeInBody && place !== 'query' ? [...known, {}] : known;
  }

  #require({ need, choices }: DescribedCredentials): Requirements {
    if (need === 'none') return [];
    const alternatives = choices.map((parts) =>
      Object.fromEntries(parts.map((part) => [this.#register(part), []] as const)),
    );
    return need === 'optional' ? [...alternatives, {}] : alternatives;
  }

  #register(part: CredentialPart): string {
    const name = schemeName(part);
    keptIn(this.#schemes, name, () => writeScheme(part));
    return name;
  }
}

function schemeName({ in: place, name, holds }: CredentialPart): string {
  if (place === 'cookie') return 'Cookie';
  if (place === 'header') return name;
  return name === holds ? holds : `${holds}_as_${name.replaceAll(/[^\w.-]/g, '_')}`;
}

const DESCRIPTIONS: Readonly<Record<CredentialPart['holds'], string>> = {
  ApiKey: 'A key of "ticketgate api-key create", which may also be sent as Authorization: Bearer <key>.',
  SessionID: 'A session that was started before.',
  UserLogin: 'Login of an agent, together with the password.',
  CustomerUserLogin: 'Login of a customer user, together with the password.',
  Password: 'The password of the login.',
};

function writeScheme({ in: place, name, holds }: CredentialPart): object {
  if (place === 'cookie') {
    const description =
      'The session of the web interface, in requests with a JSON content type from an allowed origin.';
    return { type: 'apiKey', in: 'cookie', name, description };
  }
  if (place === 'header') return { type: 'apiKey', in: 'header', name, description: DESCRIPTIONS[holds] };
  const advice = 'If the request has a body, send it there, as a member: URLs end up in logs.';
  return { type: 'apiKey', in: 'query', name, description: `${DESCRIPTIONS[holds]} ${advice}` };
}
