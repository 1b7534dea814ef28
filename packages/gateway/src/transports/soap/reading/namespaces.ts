const XML = 'http://www.w3.org/XML/1998/namespace';
/** Most characters of the URI of a namespace. */
const LONGEST_URI = 1000;

/** A name with its namespace: empty for none. */
export interface ResolvedName {
  readonly uri: string;
  readonly local: string;
}

/** What an element has declared: its prefixes, with what they meant around it. */
export type Declared = readonly (readonly [prefix: string, before: string | undefined])[];

const NOTHING: Declared = [];

/** The namespaces of prefixes where a document is being read (https://www.w3.org/TR/xml-names/). */
export class Namespaces {
  readonly #uris = new Map([['xml', XML]]);
  readonly #refuse: (what: string) => never;

  /** @param refuse ends the reading, with what is wrong */
  constructor(refuse: (what: string) => never) {
    this.#refuse = refuse;
  }

  /** Takes the declarations among the attributes of an element. Their end is {@link leave}. */
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

  /** The namespace of a prefix; undefined for none. */
  find(prefix: string): string | undefined {
    return this.#uris.get(prefix);
  }

  /** @param unprefixed the namespace of a name without a prefix: of elements what is declared for `''`, of attributes none */
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
