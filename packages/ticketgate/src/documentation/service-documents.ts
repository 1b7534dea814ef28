import type { CompiledService } from '@ticketgate/gateway';
import { inSteps, oncePer, type Operation } from '@ticketgate/sdk';
import {
  type DescribedService,
  describeInSteps,
  jsonChunks,
  type KnownOperations,
  openApiDocument,
} from '@ticketgate/describe';
import { type System, version } from '@ticketgate/runtime';

import { SharedBody } from '../http/shared-body.js';

/** The documentation of one version of a web service. */
export interface ServiceDocument {
  readonly service: DescribedService;
  /** Its OpenAPI document below the path of a proxy, written at the first request. */
  write(prefix: string): Promise<SharedBody>;
  /** Its own document, such as a WSDL, also written at the first request, for the address at which clients reach it. */
  writeOwn(): Promise<((address: string) => string) | undefined>;
}

export type FindDocument = (service: CompiledService) => Promise<ServiceDocument>;

/** Finds the documents of the web services of a system: each is made once, at its first request. */
export const openDocuments: (system: Pick<System, 'settings'>) => FindDocument = oncePer(({ settings }) => {
  const about = { cookieName: settings.text('SessionName') };
  return oncePer(async (compiled: CompiledService) => {
    const { name, webService } = compiled;
    const described = { ...about, name, webService };
    return writeDocument(await inSteps(describeInSteps(described, mapOperations(compiled))));
  });
});

/** The operations that a service is served with, by type. */
function mapOperations({ operations }: CompiledService): KnownOperations {
  const bound = [...operations.values()].flatMap(({ registered }) => registered?.operation ?? []);
  return new Map<string, Operation>(bound.map((operation) => [operation.type, operation]));
}

function writeDocument(service: DescribedService): ServiceDocument {
  let written: { readonly prefix: string; readonly body: Promise<SharedBody> } | undefined;
  const { ownDocument } = service;
  let own: ReturnType<ServiceDocument['writeOwn']> | undefined;
  return {
    service,
    write(prefix) {
      if (written?.prefix !== prefix) {
        const pieces = jsonChunks(openApiDocument(service, { version, serverURL: prefix }));
        written = { prefix, body: inSteps(writing(pieces)) };
      }
      return written.body;
    },
    writeOwn: async () => ownDocument && (own ??= inSteps(ownDocument.write(service))),
  };
}

function* writing(pieces: Iterable<string>): Generator<undefined, SharedBody> {
  const texts: string[] = [];
  for (const piece of pieces) {
    texts.push(piece);
    yield;
  }
  return new SharedBody(texts.join(''));
}
