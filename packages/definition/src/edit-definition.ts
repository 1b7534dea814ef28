import { isData } from '@ticketgate/sdk';
import { isMap, type Document } from 'yaml';

import { readYaml, type YamlPath } from './yaml/yaml-source.js';

/** Changes a definition and keeps its comments, its order and how its scalars are written. */
export class DefinitionEditor {
  readonly #text: string;
  readonly #document: Document;
  #isChanged = false;

  constructor(text: string) {
    this.#text = text;
    this.#document = readYaml(text, 'definition', 'family').document;
  }

  set(path: YamlPath, value: unknown): this {
    this.#document.setIn(path, isData(value) || Array.isArray(value) ? this.#document.createNode(value) : value);
    this.#isChanged = true;
    return this;
  }

  remove(path: YamlPath): this {
    if (isMap(this.#document.contents) && this.#document.hasIn(path)) {
      this.#document.deleteIn(path);
      this.#isChanged = true;
    }
    return this;
  }

  /** The text that was read, to the byte, when nothing was changed. */
  toString(): string {
    return this.#isChanged ? this.#document.toString({ lineWidth: 0 }) : this.#text;
  }
}

/** The definition without that key. */
export function removeKey(text: string, path: YamlPath): string {
  return new DefinitionEditor(text).remove(path).toString();
}

/** A definition as another system imports it: with the version of the system that it comes from. */
export function exportDefinition(text: string, { frameworkVersion }: { frameworkVersion: string }): string {
  return new DefinitionEditor(text).set(['FrameworkVersion'], frameworkVersion).toString();
}

/** A definition as it is stored after an import: without the version of the system that it came from. */
export function importDefinition(text: string): string {
  return new DefinitionEditor(text).remove(['FrameworkVersion']).toString();
}
