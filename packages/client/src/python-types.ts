import type { DescribedService } from '@ticketgate/describe';
import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';

import { identifier } from './identifier.js';
import { mergeBranches } from './merge-branches.js';

export interface PythonTypes {
  /** Classes, those first that others name. */
  readonly source: string;
  /** By name of the operation, how its types are written. */
  readonly operations: ReadonlyMap<string, { readonly input: string; readonly output: string; readonly item: string }>;
}

/** Dataclasses of what operations take and answer. */
export function pythonTypes({ operations }: DescribedService): PythonTypes {
  // A list of whole numbers is a sequence of numbers, but not a list of numbers.
  const inputs = new Types('Sequence');
  const outputs = new Types('list');
  const written = operations.map(({ name, input, output = {} }) => {
    const called = identifier(name);
    const taken = inputs.of(input, `${called}Input`);
    const answered = outputs.of(output, `${called}Output`);
    return [name, { input: taken, output: answered, item: outputs.itemOf(`${called}Output`) }] as const;
  });
  return { source: `${inputs.source}\n\n${outputs.source}`, operations: new Map(written) };
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

class Types {
  readonly #classes: string[] = [];
  readonly #items = new Map<string, string>();
  readonly #list: 'list' | 'Sequence';

  constructor(list: 'list' | 'Sequence') {
    this.#list = list;
  }

  get source(): string {
    return this.#classes.join('\n\n');
  }

  /** The entries of the only list that a class has. */
  itemOf(name: string): string {
    return this.#items.get(name) ?? 'Any';
  }

  /** How the type of a schema is written; classes are made on the way, named by where they stand. */
  of(schema: JsonSchema, name: string): string {
    const { const: constant, enum: words } = schema;
    if (constant !== undefined) return literal([constant]);
    if (Array.isArray(words)) return literal(words);
    const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isData);
    if (
      branches?.some((branch) => branch.type !== undefined || branch.enum !== undefined) &&
      schema.properties === undefined
    ) {
      return union(branches.map((branch, index) => this.of(branch, `${name}${index + 1}`)));
    }
    const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
    return union(types.map((type) => this.#ofType(String(type), schema, name)));
  }

  #ofType(type: string, schema: JsonSchema, name: string): string {
    if (type === 'array') {
      return `${this.#list}[${isData(schema.items) ? this.of(schema.items, `${name}Item`) : 'Any'}]`;
    }
    if (type === 'object' || isData(schema.properties)) return this.#ofObject(schema, name);
    return SCALARS[type] ?? 'Any';
  }

  #ofObject(schema: JsonSchema, name: string): string {
    const { properties, required } = mergeBranches(schema);
    const members = Object.entries(properties);
    if (members.length === 0) return 'dict[str, Any]';
    const fields = members.flatMap(([member, inner]) =>
      this.#field(member, inner, { owner: name, isRequired: required.includes(member) }),
    );
    this.#classes.push(
      [
        '@dataclass(kw_only=True)',
        `class ${name}:`,
        ...fields,
        '    # Members that the description of the service does not name.',
        '    extra: dict[str, Any] = field(default_factory=dict)',
        '',
      ].join('\n'),
    );
    return name;
  }

  #field(
    member: string,
    schema: Data,
    { owner, isRequired }: { readonly owner: string; readonly isRequired: boolean },
  ): readonly string[] {
    const type = this.of(schema, `${owner}_${member.replace(/\W+/g, '_')}`);
    const [, item] = /^list\[(.*)\]$/.exec(type) ?? [];
    if (item !== undefined) this.#items.set(owner, item);
    const comment = typeof schema.description === 'string' ? [`    # ${schema.description.replace(/\s+/g, ' ')}`] : [];
    const name = pythonName(member);
    const metadata = name === member ? [] : [`metadata={"name": ${JSON.stringify(member)}}`];
    const parts = [...(isRequired ? [] : ['default=None']), ...metadata];
    const value = parts.length === 0 ? '' : ` = field(${parts.join(', ')})`;
    return [...comment, `    ${name}: ${isRequired ? type : union([type, 'None'])}${value}`];
  }
}

function union(types: readonly string[]): string {
  const parts = [...new Set(types)];
  return parts.includes('Any') || parts.length === 0 ? 'Any' : parts.join(' | ');
}

function literal(words: readonly unknown[]): string {
  const simple = words.every((word) => typeof word === 'string' || Number.isInteger(word));
  return simple ? `Literal[${words.map((word) => JSON.stringify(word)).join(', ')}]` : 'Any';
}

/** Words that cannot be names of members, and `extra`, which every class has. */
const TAKEN = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield extra field dataclass Any Literal'
  ).split(' '),
);

/** The name of a member in Python. */
function pythonName(member: string): string {
  const plain = member.replace(/\W+/g, '_');
  const name = /^[A-Za-z]/.test(plain) ? plain : `member_${plain}`;
  return TAKEN.has(name) ? `${name}_` : name;
}
