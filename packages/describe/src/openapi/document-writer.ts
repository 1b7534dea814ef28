import { keptIn } from '@ticketgate/sdk';

import type { DocumentInfo, OpenApiDocument, OperationObject, Parts } from './open-api.js';
import { SchemaStore } from './schema-store.js';

/** The operations of a path in a document. */
export interface DocumentPlace {
  /** By method in lower case. */
  readonly item: Record<string, OperationObject>;
  /** Names of the placeholders, in order. */
  readonly names: readonly string[];
}

type DocumentParts = Omit<OpenApiDocument, 'openapi' | 'info' | 'paths' | 'components'>;

const PLACEHOLDERS = /\{(\w+)\}/g;

const ABOUT = {
  contact: { name: 'The administrators of this server' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;

/** Writes an OpenAPI document, of a web service or of the admin API, operation by operation. */
export class DocumentWriter {
  readonly store = new SchemaStore();
  /** By the path without the names of its placeholders. */
  readonly #places = new Map<string, DocumentPlace>();
  readonly #items: Record<string, Record<string, OperationObject>> = {};

  /** Paths that only differ in the names of their placeholders are the same path: the first one. */
  openPath(path: string): DocumentPlace {
    return keptIn(this.#places, path.replaceAll(PLACEHOLDERS, '{}'), () => this.#add(path));
  }

  /** The document with all operations written so far. */
  document(about: DocumentInfo, parts: DocumentParts, components: Readonly<Record<string, Parts>>): OpenApiDocument {
    return {
      openapi: '3.1.0',
      info: { ...about, ...ABOUT },
      ...parts,
      paths: this.#items,
      components: { schemas: this.store.schemas, ...components },
    };
  }

  #add(path: string): DocumentPlace {
    const names = [...path.matchAll(PLACEHOLDERS)].flatMap(([, name]) => name ?? []);
    const item: Record<string, OperationObject> = {};
    this.#items[path] = item;
    return { item, names };
  }
}
