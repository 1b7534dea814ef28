import type { CredentialSource } from '@ticketgate/definition';
import type { Credentials, Data } from '@ticketgate/sdk';

import { findIgnored, readCredentials, type CredentialRules } from '../http/read-credentials.js';
import type { Exchange, OperationRequest } from '../transport.js';
import type { RestService } from './rest-service.js';

interface ReadData {
  readonly data: unknown;
  readonly texts: Data | undefined;
}

/** A request as the transport has read it. */
export class RestRequest implements OperationRequest {
  readonly operation: string;
  readonly data: unknown;
  readonly texts: Data | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isProbe: boolean;
  readonly #service: RestService;
  readonly #exchange: Exchange;

  constructor(operation: string, { data, texts }: ReadData, from: { service: RestService; exchange: Exchange }) {
    this.operation = operation;
    this.data = data;
    this.texts = texts;
    this.#service = from.service;
    this.#exchange = from.exchange;
    this.idempotencyKey = this.readHeader('idempotency-key');
    this.isProbe = from.exchange.info.method === 'HEAD';
  }

  readCredentials(input: unknown): Credentials {
    return readCredentials(input, this.#exchange.request, this.#rules);
  }

  findIgnoredCredentials(input: unknown): readonly CredentialSource[] {
    return findIgnored(input, this.#exchange.request, this.#rules);
  }

  readHeader(name: string): string | undefined {
    return this.#exchange.request.headers[name.toLowerCase()]?.toString();
  }

  get #rules(): CredentialRules {
    const { authentication, cors } = this.#service.options;
    return { accept: authentication.accept, cookieName: this.#exchange.cookieName, origins: cors?.origins ?? [] };
  }
}
