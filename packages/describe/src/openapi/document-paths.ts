import type { OpenApiDocument, OperationObject } from './open-api.js';

/** Where the operations of a path stand in a document. */
export interface DocumentPlace {
  /** By method, in small letters. */
  readonly item: Record<string, OperationObject>;
  /** Names of the placeholders, in their order. */
  readonly names: readonly string[];
}

/** The paths of a document. Those that differ only in the names of their placeholders are one path: the first one. */
export class DocumentPaths {
  readonly #places = new Map<string, DocumentPlace>();
  readonly #shapes = new Map<string, DocumentPlace>();
  readonly #items: Record<string, Record<string, OperationObject>> = {};

  placeOf(path: string): DocumentPlace {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const shape = path.replaceAll(PLACEHOLDERS, '{}');
    const place = this.#shapes.get(shape) ?? this.#add(path);
    this.#shapes.set(shape, place);
    this.#places.set(path, place);
    return place;
  }

  get items(): OpenApiDocument['paths'] {
    return this.#items;
  }

  #add(path: string): DocumentPlace {
    const names = [...path.matchAll(PLACEHOLDERS)].flatMap(([, name]) => name ?? []);
    const item: Record<string, OperationObject> = {};
    this.#items[path] = item;
    return { item, names };
  }
}

const PLACEHOLDERS = /\{(\w+)\}/g;
