import { patternRules, type PatternRule, type SimpleMappingConfig, type ValueMapping } from '@ticketgate/definition';
import type { JsonSchema } from '@ticketgate/sdk';
import { omit, toTypes } from '@ticketgate/sdk/schema';

const NO_RULES: ValueMapping = { exact: {}, regEx: {} };

/** The effect of a mapping on strings and numbers; other values pass unchanged. */
export class MemberValues {
  readonly #config: SimpleMappingConfig;

  constructor(config: SimpleMappingConfig) {
    this.#config = config;
  }

  /** Whether every text of `member` (its mapped name) becomes the same text. */
  isForced(member: string): boolean {
    const { valueMapDefault } = this.#config;
    const rules = this.#findRules(member);
    const targets = new Set([...Object.values(rules.exact), ...Object.values(rules.regEx)]);
    if (targets.size > 1) return false;
    if (patternRules(rules.regEx).some(takesEverything)) return true;
    const isFixed = valueMapDefault.mapType === 'MapTo';
    return isFixed && [...targets].every((target) => target === valueMapDefault.mapTo);
  }

  /** The schema of a member before the mapping, given its schema after it; undefined if no value passes. */
  clientSchema(member: string, schema: JsonSchema): JsonSchema | undefined {
    if (this.#isUntouched(member) || !mayBeScalar(schema)) return schema;
    const values = this.#wordsBefore(member, schema);
    if (values === 'any') return { ...keepAnnotations(schema) };
    if (values.length === 0) return withoutScalars(schema);
    const rest = withoutScalars(schema);
    const words = { ...keepAnnotations(schema), enum: values };
    return rest === undefined ? words : { ...keepAnnotations(schema), anyOf: [{ enum: values }, rest] };
  }

  /** The schema of a member after the mapping, given its schema before it; undefined if no value passes. */
  answerSchema(member: string, schema: JsonSchema): JsonSchema | undefined {
    if (this.#isUntouched(member) || !mayBeScalar(schema)) return schema;
    const words = readEnum(schema);
    if (words?.every(isTextOrNumber) === true) {
      const got = [...new Set(words.flatMap((word) => this.outputValues(member, word)))];
      return got.length === 0 ? undefined : { ...keepAnnotations(schema), enum: got };
    }
    const targets = this.#listTargets(member);
    const kept = this.#config.valueMapDefault.mapType === 'Keep' ? schema : withoutScalars(schema);
    if (targets.length === 0) return kept;
    if (kept === undefined) return { ...keepAnnotations(schema), enum: targets };
    return { ...keepAnnotations(schema), anyOf: [{ enum: targets }, omit(kept, ['description'])] };
  }

  #listTargets(member: string): readonly string[] {
    const { valueMapDefault } = this.#config;
    const { exact, regEx } = this.#findRules(member);
    const rest = valueMapDefault.mapType === 'MapTo' ? [valueMapDefault.mapTo] : [];
    return [...new Set([...Object.values(exact), ...Object.values(regEx), ...rest])];
  }

  #findRules(member: string): ValueMapping {
    const { valueMap } = this.#config;
    return (Object.hasOwn(valueMap, member) ? valueMap[member] : undefined) ?? NO_RULES;
  }

  /** Whether values of `member` may be dropped, so that the mapping may remove it. */
  mayDrop(member: string, schema: JsonSchema): boolean {
    return this.#config.valueMapDefault.mapType === 'Ignore' && mayBeScalar(schema) && !this.#takesAll(member);
  }

  /** A value that the mapping turns into `value`; empty if there is none. */
  inputValues(member: string, value: unknown): readonly unknown[] {
    if (!isTextOrNumber(value)) return [value];
    if (this.isForced(member)) return [];
    const words = this.#wordsBefore(member, { enum: [value] });
    return words === 'any' ? [value] : words.slice(0, 1);
  }

  /** The mapped value; empty if it is dropped. */
  outputValues(member: string, value: unknown): readonly unknown[] {
    if (!isTextOrNumber(value)) return [value];
    const target = this.#findTarget(member, String(value));
    if (target !== undefined) return [target];
    const { valueMapDefault } = this.#config;
    if (valueMapDefault.mapType === 'Keep') return [value];
    return valueMapDefault.mapType === 'Ignore' ? [] : [valueMapDefault.mapTo];
  }

  #findTarget(member: string, text: string): string | undefined {
    const { exact, regEx } = this.#findRules(member);
    if (Object.hasOwn(exact, text)) return exact[text];
    return patternRules(regEx).find(({ pattern }) => pattern?.test(text) === true)?.target;
  }

  #takesAll(member: string): boolean {
    return patternRules(this.#findRules(member).regEx).some(takesEverything);
  }

  #isUntouched(member: string): boolean {
    return !Object.hasOwn(this.#config.valueMap, member) && this.#config.valueMapDefault.mapType === 'Keep';
  }

  /** The values that clients may send; `any` if they cannot be listed. */
  #wordsBefore(member: string, schema: JsonSchema): readonly unknown[] | 'any' {
    const { valueMapDefault } = this.#config;
    const rules = this.#findRules(member);
    const wanted = readEnum(schema);
    if (valueMapDefault.mapType === 'MapTo' || Object.keys(rules.regEx).length > 0) return 'any';
    const isWanted = (target: string) => wanted === undefined || wanted.some((word) => String(word) === target);
    const exact = Object.entries(rules.exact);
    const renamed = exact.filter(([, target]) => isWanted(target)).map(([word]) => word);
    if (valueMapDefault.mapType === 'Ignore') return renamed;
    if (wanted === undefined) return 'any';
    const names = new Set(exact.map(([word]) => word));
    return [...new Set([...renamed, ...wanted.filter((word) => !names.has(String(word)))])];
  }
}

/** A pattern that matches any text. */
const EVERYTHING = /^\^?(?:\.[*+]|\(\.[*+]\))\$?$/;

function takesEverything({ source }: PatternRule): boolean {
  return EVERYTHING.test(source);
}

function readEnum(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

const SCALARS = ['string', 'number', 'integer'];

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** The types of a schema, or of its enumeration. */
function knownTypes(schema: JsonSchema): readonly string[] {
  return schema.type === undefined && readEnum(schema)?.every(isTextOrNumber) === true ? ['string'] : toTypes(schema);
}

function mayBeScalar(schema: JsonSchema): boolean {
  const types = knownTypes(schema);
  return types.length === 0 || types.some((type) => SCALARS.includes(type));
}

function withoutScalars(schema: JsonSchema): JsonSchema | undefined {
  const types = knownTypes(schema);
  if (types.length === 0) return { ...schema, not: { type: SCALARS } };
  const others = types.filter((type) => !SCALARS.includes(type));
  return others.length === 0 ? undefined : { ...schema, type: others };
}

const ANNOTATIONS = ['description', 'secret'];

function keepAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => ANNOTATIONS.includes(key)));
}
