import type { IncomingHttpHeaders } from 'node:http';
import type { OpenApiDocument } from '@ticketgate/describe';
import { isData } from '@ticketgate/sdk';

import { DocumentCheck, type SentRequest } from '../../openapi/document-check.js';
import { violationOf } from './prism.js';

/** What went over the wire, and what came back. */
export interface SeenExchange {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  /** Undefined without a body, or with one that is not JSON. */
  readonly body: unknown;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Servers of one test file have the same documents, and schemas take long to compile. */
const checks = new Map<string, DocumentCheck>();

function checkOf(document: OpenApiDocument): DocumentCheck {
  const text = JSON.stringify(document);
  const check = checks.get(text) ?? new DocumentCheck(document);
  checks.set(text, check);
  return check;
}

/** Compares what a server takes and answers with the OpenAPI documents of its web services. */
export class DocumentedExchanges {
  readonly #read: (path: string) => Promise<unknown>;
  /** By path of the web service. */
  readonly documents = new Map<string, OpenApiDocument>();
  readonly #checks = new Map<string, { readonly check: DocumentCheck; readonly paths: readonly string[] }>();

  /** @param read what the server answers to a GET of a path */
  constructor(read: (path: string) => Promise<unknown>) {
    this.#read = read;
  }

  /** @param names of web services */
  async load(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const document = (await this.#read(`/docs/${encodeURIComponent(name)}/openapi.json`)) as OpenApiDocument;
      for (const { url } of document.servers) this.documents.set(url, document);
      this.#checks.set(name, { check: checkOf(document), paths: document.servers.map(({ url }) => url) });
    }
  }

  /**
   * What does not fit the document of the service, as a sentence. Requests that are refused may be anything, and so may be what the
   * document has no operation for.
   */
  findMistake({ method, url, body, status, headers, answer }: SeenExchange): string | undefined {
    const [path = '', query = ''] = url.split('?', 2);
    const found = this.#find(path);
    if (found === undefined) return undefined;
    const { check, base } = found;
    const sent: SentRequest = { method, path: path.slice(base.length), query, body };
    if (!check.knows(sent)) return undefined;
    const isUndocumented = isRefused(status, answer) || isShort(body);
    return (
      (isUndocumented ? undefined : check.findRequestMistake(sent)) ??
      check.findAnswerMistake(sent, status, status === 204 ? undefined : answer) ??
      violationOf(headers, isUndocumented)
    );
  }

  #find(path: string): { readonly check: DocumentCheck; readonly base: string } | undefined {
    for (const { check, paths } of this.#checks.values()) {
      const base = paths.find((each) => path.startsWith(`${each}/`));
      if (base !== undefined) return { check, base };
    }
    return undefined;
  }
}

function isRefused(status: number, answer: SeenExchange['answer']): boolean {
  return status >= 300 || 'Error' in answer || answer.Success === 0;
}

/** Members within `Data` and names such as `Ticket.Title` are taken too, but documents only have the plain form. */
function isShort(body: unknown): boolean {
  return isData(body) && Object.keys(body).some((name) => name === 'Data' || /[.[]/.test(name));
}
