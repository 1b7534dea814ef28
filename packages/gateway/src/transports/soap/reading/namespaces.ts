const XML = 'http://www.w3.org/XML/1998/namespace';
/** Most characters of a namespace's URI. */
const LONGEST_URI = 1000;

/** A name with its namespace; `''` for none. */
export interface ResolvedName {
  readonly uri: string;
  readonly local: string;
}

/** The prefixes that an element has declared, with their previous meanings. */
export type Declared = readonly (readonly [prefix: string, before: string | undefined])[];

const NOTHING: Declared = [];

/** The namespaces of prefixes at the current place of a document (https://www.w3.org/TR/xml-names/). */
export class Namespaces {
  readonly #uris = new Map([['xml', XML]]);
  readonly #refuse: (what: string) => never;

  /** @param refuse ends the reading, with the mistake */
  constructor(refuse: (what: string) => never) {
    this.#refuse = refuse;
  }

  /** Reads the declarations among an element's attributes. They end with {@link leave}. */
  enter(attributes: Readonly<Record<string, string>>): Declared {
    let declared: [string, string | undefined][] | undefined;
    for (const name in attributes) {
      if (!isDeclaration(name)) continue;
      const prefix = name.slice('xmlns:'.length);
      (declared ??= []).push([prefix, this.#uris.get(prefix)]);
      this.#uris.set(prefix, this.#checkURI(prefix, attributes[name]?.trim() ?? ''));
    }
    return declared ?? NOTHING;
  }

  leave(declared: Declared): void {
    for (const [prefix, before] of declared) {
      if (before === undefined) this.#uris.delete(prefix);
      else this.#uris.set(prefix, before);
    }
  }

  /** Undefined if the prefix is not declared. */
  find(prefix: string): string | undefined {
    return this.#uris.get(prefix);
  }

  /** @param unprefixed the namespace of names without a prefix: for elements the one declared for `''`, for attributes none */
  resolve(name: string, unprefixed = ''): ResolvedName {
    const { prefix, local } = this.#splitName(name);
    const uri = prefix === '' ? unprefixed : this.find(prefix);
    if (uri === undefined) this.#refuse(`unbound namespace prefix: ${JSON.stringify(prefix)}`);
    return { uri, local };
  }

  #checkURI(prefix: string, uri: string): string {
    if (uri.length > LONGEST_URI) this.#refuse(`a namespace has more than ${LONGEST_URI} characters`);
    if (prefix === 'xmlns' || (prefix === 'xml') !== (uri === XML))
      this.#refuse(`the prefix "${prefix}" may not be bound to this namespace`);
    if (prefix !== '' && uri === '') this.#refuse('invalid attempt to undefine prefix in XML 1.0');
    return uri;
  }

  #splitName(name: string): { readonly prefix: string; readonly local: string } {
    const colon = name.indexOf(':');
    if (colon === -1) return { prefix: '', local: name };
    const [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)];
    if (prefix === '' || local === '' || local.includes(':')) this.#refuse(`malformed name: ${name}`);
    return { prefix, local };
  }
}

export function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}
