import {
  isData,
  operationName,
  OperationError,
  suggest,
  withSuggestion,
  type Data,
  type Operation,
} from '@ticketgate/sdk';

/** Finds a member that an operation does not know. */
export type MemberCheck = (input: unknown) => UnknownMember | undefined;

export interface UnknownMember {
  /** `<Operation>.InvalidParameter`, with the name that was probably meant. */
  readonly error: OperationError;
  /** Whether a credential was probably meant. */
  readonly isCredential: boolean;
}

/** What a value may have, gathered from all branches of its schema. */
interface Shape {
  readonly members: Map<string, Shape>;
  readonly patterns: { readonly pattern: RegExp; readonly shape: Shape }[];
  /** Of lists; undefined when nothing is said of their entries. */
  items: Shape | undefined;
  /** Whether some branch allows further members. */
  isOpen: boolean;
}

const CREDENTIALS = ['SessionID', 'UserLogin', 'CustomerUserLogin', 'Password'];
/** Known everywhere: credentials, and what the reading of a request without a body adds. */
const ALWAYS = [...CREDENTIALS, 'RequestMethod'];
/** A list of more names is not worth reading in a message. */
const MOST_NAMES = 30;

/**
 * Compiles the check of an operation's members from its input schema. It takes a look-up per member, nested ones too.
 *
 * @param parameters names of route parameters
 */
export function compileMemberCheck(operation: Operation, parameters: readonly string[]): MemberCheck {
  const shape = emptyShape();
  gather(operation.input, shape);
  const further = new Set([...ALWAYS, ...parameters]);
  const name = operationName(operation);
  return (input) => {
    const unknown = isData(input) && !isOpen(shape) ? findUnknown(withoutNames(input, further), shape, '') : undefined;
    if (unknown === undefined) return undefined;
    const meant = suggest(unknown.name, candidatesOf(unknown, further));
    return {
      error: new OperationError(`${name}.InvalidParameter`, `${name}: ${describe(unknown, meant)}`),
      isCredential: unknown.path === '' && meant !== undefined && CREDENTIALS.includes(meant),
    };
  };
}

/** What is known everywhere, and the empty name of `?a=1&`, is not looked for. */
function withoutNames(input: Data, names: ReadonlySet<string>): Data {
  const others = Object.keys(input).filter((name) => !names.has(name) && !(name === '' && input[name] === ''));
  return others.length === Object.keys(input).length
    ? input
    : Object.fromEntries(others.map((name) => [name, input[name]]));
}

function emptyShape(): Shape {
  return { members: new Map(), patterns: [], items: undefined, isOpen: false };
}

/** Nothing is said of what it has. */
function isOpen({ members, patterns, isOpen: isDeclaredOpen }: Shape): boolean {
  return isDeclaredOpen || (members.size === 0 && patterns.length === 0);
}

/** Keywords whose meaning depends on more than the schema itself, or that may allow anything. */
const UNDECIDED = ['$ref', '$dynamicRef', 'if', 'dependentSchemas', 'unevaluatedProperties'];

function gather(schema: unknown, shape: Shape): void {
  if (!isData(schema)) return;
  if (allowsAnything(schema)) shape.isOpen = true;
  for (const [name, member] of entriesOf(schema.properties)) {
    const known = shape.members.get(name) ?? emptyShape();
    shape.members.set(name, known);
    gather(member, known);
  }
  for (const [pattern, member] of entriesOf(schema.patternProperties)) {
    const inner = emptyShape();
    gather(member, inner);
    shape.patterns.push({ pattern: new RegExp(pattern, 'u'), shape: inner });
  }
  if (schema.items !== undefined) gather(schema.items, (shape.items ??= emptyShape()));
  for (const branch of branchesOf(schema)) gather(branch, shape);
}

function allowsAnything(schema: Data): boolean {
  const { additionalProperties } = schema;
  const isDeclared = additionalProperties !== undefined && additionalProperties !== false;
  return isDeclared || UNDECIDED.some((keyword) => Object.hasOwn(schema, keyword));
}

function branchesOf(schema: Data): readonly unknown[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((keyword): readonly unknown[] => {
    const branches: unknown = schema[keyword];
    return Array.isArray(branches) ? branches : [];
  });
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isData(value) ? Object.entries(value) : [];
}

interface Unknown {
  readonly name: string;
  /** Where it is, `''` at the top. */
  readonly path: string;
  readonly shape: Shape;
}

function findUnknown(value: unknown, shape: Shape, path: string): Unknown | undefined {
  if (Array.isArray(value)) return shape.items && findInList(value, shape.items, path);
  if (!isData(value) || isOpen(shape)) return undefined;
  for (const name of Object.keys(value)) {
    const inner = innerShape(name, shape);
    if (inner === undefined) return { name, path, shape };
    const member = value[name];
    if (typeof member !== 'object') continue;
    const found = findUnknown(member, inner, path === '' ? name : `${path}->${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInList(entries: readonly unknown[], shape: Shape, path: string): Unknown | undefined {
  for (const entry of entries) {
    const found = findUnknown(entry, shape, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Longer names are known by no pattern. */
const LONGEST = 300;

function innerShape(name: string, { members, patterns }: Shape): Shape | undefined {
  const known = members.get(name);
  if (known !== undefined || name.length > LONGEST) return known;
  return patterns.find(({ pattern }) => pattern.test(name))?.shape;
}

function candidatesOf({ path, shape }: Unknown, further: ReadonlySet<string>): readonly string[] {
  return path === '' ? [...shape.members.keys(), ...further] : [...shape.members.keys()];
}

function describe({ name, path, shape }: Unknown, meant: string | undefined): string {
  const shown = JSON.stringify(name.slice(0, 100));
  const sentence = path === '' ? `There is no parameter ${shown}.` : `${path} has no member ${shown}.`;
  const names = [...shape.members.keys()];
  const otherwise = names.length > MOST_NAMES ? 'Leave it out.' : `Leave it out, or use one of ${names.join(', ')}.`;
  return withSuggestion(sentence, meant, otherwise);
}
