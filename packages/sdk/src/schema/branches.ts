import { isData, type Data, type JsonSchema } from '../data.js';
import { branchesOf, valueAt } from './walk.js';

const SINGLE = ['then', 'else'];
/** Longer names are not matched with patterns. */
const LONGEST = 300;

/** A schema together with the subschemas that apply to the same value. */
export type Branches = readonly Data[];

/** Looks up the schemas that apply to a member of an operation's input. */
export class SchemaBranches {
  readonly #root: JsonSchema;
  readonly #known = new Map<Data, Branches>();
  readonly #patterns = new Map<string, RegExp>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  get root(): Branches {
    return this.of(this.#root);
  }

  of(schema: unknown): Branches {
    if (!isData(schema)) return [];
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const found = new Set<Data>();
    this.#gather(schema, found);
    const branches = [...found];
    this.#known.set(schema, branches);
    return branches;
  }

  /** The branches for a member of an object. */
  member(branches: Branches, name: string): Branches {
    return branches.flatMap((branch) => this.of(this.#memberSchema(branch, name)));
  }

  /** The branches for the entries of a list. */
  items(branches: Branches): Branches {
    return branches.flatMap(({ items }) => this.of(items));
  }

  #memberSchema({ properties, patternProperties, additionalProperties }: Data, name: string): unknown {
    if (isData(properties) && Object.hasOwn(properties, name)) return properties[name];
    if (isData(patternProperties) && name.length <= LONGEST) {
      const pattern = Object.keys(patternProperties).find((each) => this.#patternOf(each).test(name));
      if (pattern !== undefined) return patternProperties[pattern];
    }
    return additionalProperties;
  }

  #patternOf(source: string): RegExp {
    const pattern = this.#patterns.get(source) ?? new RegExp(source, 'u');
    this.#patterns.set(source, pattern);
    return pattern;
  }

  #gather(schema: unknown, found: Set<Data>): void {
    if (!isData(schema) || found.has(schema)) return;
    found.add(schema);
    for (const branch of branchesOf(schema, ['allOf', 'anyOf', 'oneOf'])) this.#gather(branch, found);
    for (const keyword of SINGLE) this.#gather(schema[keyword], found);
    // References within the schema, such as `#/$defs/Address`.
    const { $ref } = schema;
    if (typeof $ref === 'string' && /^#(?:\/|$)/.test($ref)) this.#gather(valueAt(this.#root, $ref), found);
  }
}
