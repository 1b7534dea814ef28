import { isData, keptIn, type Data, type JsonSchema } from '@ticketgate/sdk';
import {
  innerSchema,
  memberAt,
  objectsIn,
  splitPointer,
  toBranches,
  toMembers,
  UNDECIDED,
} from '@ticketgate/sdk/schema';

/** Longer names are not compared with patterns. */
const LONGEST = 300;

type FindShape = (schemas: readonly unknown[]) => InputShape;

/** The shape of the values that a schema allows. Equal lists of schemas share one, so that a recursive schema has few. */
export function openShape(root: JsonSchema): InputShape {
  const numbers = new Map<Data, number>();
  const shapes = new Map<string, InputShape>();
  const find: FindShape = (schemas) => {
    const all = objectsIn(schemas);
    const key = all.map((schema) => keptIn(numbers, schema, () => numbers.size)).join();
    return keptIn(shapes, key, () => new InputShape(mergeBranches(all, root), find));
  };
  return find([root]);
}

/** What all branches of a schema together say about a value. */
export class InputShape {
  readonly types: ReadonlySet<string>;
  /** Whether a text is a list, separated by commas. */
  readonly isCommaList: boolean;
  /** Names of its members. */
  readonly names: ReadonlySet<string>;
  /** Whether it allows members that the schema does not name. */
  readonly isOpen: boolean;
  readonly #branches: readonly Data[];
  readonly #patterns: readonly (readonly [RegExp, unknown])[];
  readonly #find: FindShape;
  /** The named members requested so far. */
  readonly #members = new Map<string, InputShape>();
  #items: InputShape | undefined;

  constructor(branches: readonly Data[], find: FindShape) {
    this.#branches = branches;
    this.#find = find;
    this.#patterns = branches.flatMap(({ patternProperties }) =>
      Object.entries(innerSchema(patternProperties)).map(
        ([pattern, schema]) => [new RegExp(pattern, 'u'), schema] as const,
      ),
    );
    this.types = new Set(branches.flatMap(listOwnTypes));
    this.isCommaList = branches.some((branch) => branch['x-comma-list'] === true);
    this.names = new Set(branches.flatMap((branch) => Object.keys(toMembers(branch))));
    this.isOpen = branches.some(allowsAnything) || this.names.size + this.#patterns.length === 0;
  }

  /** The shape of a member; undefined if the schema neither names nor describes it. */
  member(name: string): InputShape | undefined {
    if (this.names.has(name)) return keptIn(this.#members, name, () => this.#findNamed(name));
    const matching = name.length > LONGEST ? undefined : this.#patterns.find(([pattern]) => pattern.test(name));
    if (matching !== undefined) return this.#find([matching[1]]);
    const others = this.#branches.map(({ additionalProperties }) => additionalProperties).filter(isData);
    return others.length === 0 ? undefined : this.#find(others);
  }

  #findNamed(name: string): InputShape {
    return this.#find(this.#branches.map((branch) => memberAt(toMembers(branch), name)));
  }

  get items(): InputShape {
    return (this.#items ??= this.#find(this.#branches.map(({ items }) => items)));
  }
}

/** The schemas, and all others that apply to the same value. */
function mergeBranches(schemas: readonly Data[], root: JsonSchema): readonly Data[] {
  const found = new Set<Data>();
  const gather = (schema: unknown): void => {
    if (!isData(schema) || found.has(schema)) return;
    found.add(schema);
    for (const branch of [...toBranches(schema), schema.then, schema.else]) gather(branch);
    // References within the schema, such as `#/$defs/Address`.
    const { $ref } = schema;
    if (typeof $ref === 'string' && /^#(?:\/|$)/.test($ref)) gather(splitPointer($ref).reduce<unknown>(memberAt, root));
  };
  for (const schema of schemas) gather(schema);
  return [...found];
}

function allowsAnything(schema: Data): boolean {
  const { additionalProperties } = schema;
  const isDeclared = additionalProperties !== undefined && additionalProperties !== false;
  return isDeclared || UNDECIDED.some((keyword) => Object.hasOwn(schema, keyword));
}

function listOwnTypes({ type, enum: words, const: only }: Data): readonly string[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  const values: readonly unknown[] = Array.isArray(words) ? words : only === undefined ? [] : [only];
  return values.map((value) => typeof value);
}
