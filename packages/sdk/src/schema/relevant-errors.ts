import type { SchemaError } from './compile.js';

/** Keywords whose errors only follow from other errors. */
const FOLLOWING = new Set(['if', 'propertyNames']);

/**
 * The errors that help a client. If a value matches the type of one branch of an `anyOf` or `oneOf`, these are the errors of that
 * branch, otherwise the error of the keyword itself.
 */
export function relevantErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const inner = new Map(
    errors.flatMap((error, place) => (isChoice(error) ? [[error, errorsWithin(errors, place)] as const] : [])),
  );
  const covered = new Set([...inner.values()].flat());
  return errors
    .filter((error) => !FOLLOWING.has(error.keyword) && !covered.has(error))
    .flatMap((error) => within(error, inner.get(error) ?? []));
}

function isChoice({ keyword }: SchemaError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The errors of the branches of a choice: Ajv lists them right before it. */
function errorsWithin(errors: readonly SchemaError[], place: number): readonly SchemaError[] {
  let begin = place;
  while (begin > 0 && isBelow(errors[begin - 1], errors[place])) begin -= 1;
  return errors.slice(begin, place);
}

/** The errors of a branch that is a `$ref` have the path of its target. */
function isBelow(error: SchemaError | undefined, choice: SchemaError | undefined): boolean {
  if (error === undefined || choice === undefined) return false;
  const { schemaPath, instancePath } = error;
  const isOfBranch = `${schemaPath}/`.startsWith(`${choice.schemaPath}/`) || schemaPath.startsWith('#/$defs/');
  return isOfBranch && `${instancePath}/`.startsWith(`${choice.instancePath}/`);
}

function within(choice: SchemaError, inner: readonly SchemaError[]): readonly SchemaError[] {
  const here = inner.filter(({ instancePath }) => instancePath === choice.instancePath);
  const nested = here.filter(isChoice);
  const forms = [choice, ...nested].reduce((sum, each) => sum + branchesIn(each), -nested.length);
  const others = new Set(here.filter(isOfOtherForm).map(({ parentSchema }) => parentSchema));
  const useless = new Set([...nested, ...here.filter(({ parentSchema }) => others.has(parentSchema))]);
  const rest = inner.filter((error) => !useless.has(error));
  return forms - others.size === 1 && rest.length > 0 ? relevantErrors(rest) : [choice];
}

function branchesIn({ schema }: SchemaError): number {
  return Array.isArray(schema) ? schema.length : 0;
}

function isOfOtherForm({ keyword, parentSchema, data, schema }: SchemaError): boolean {
  if (keyword === 'type') return true;
  if (parentSchema?.type !== undefined || (keyword !== 'enum' && keyword !== 'const')) return false;
  const words: readonly unknown[] = Array.isArray(schema) ? schema : [schema];
  return words.every((word) => typeof word !== typeof data);
}
