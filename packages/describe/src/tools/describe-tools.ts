import { isData, type JsonSchema } from '@ticketgate/sdk';

import { describeRequiredChoices } from '../required-choices.js';
import { shortSchema } from './short-schema.js';
import type { DescribedHints, DescribedOperation, DescribedResource, DescribedService } from '../described-service.js';

/** The tools and resources that a web service offers to AI agents. */
export interface DescribedToolbox {
  readonly tools: readonly DescribedTool[];
  readonly resources: readonly AgentResource[];
}

export interface DescribedTool {
  /** Letters, digits, `_`, `-` and `.` only; unique within the service. */
  readonly name: string;
  /** The operation's name in the definition. */
  readonly operation: string;
  readonly description: string;
  /** At most 4 kB, unless the definition asks for more. */
  readonly input: ToolSchema;
  /** Undefined where `input` says it all. */
  readonly fullInput: ToolSchema | undefined;
  /** Undefined where the operation does not say, or answers something else than an object. */
  readonly output: ToolSchema | undefined;
  readonly hints: DescribedHints;
}

/** Tools take and answer objects. */
export type ToolSchema = JsonSchema & { readonly type: 'object' };

export interface AgentResource extends DescribedResource {
  /** The operation's name in the definition. */
  readonly operation: string;
}

/**
 * The operations that `Gateway.MCP` names, as tools. Those whose input has secrets, such as passwords, are left out: agents are not to
 * know any.
 */
export function describeTools({ options, operations }: DescribedService): DescribedToolbox {
  const names = options.mcp?.operations ?? [];
  const offered = operations.filter((operation) => names.includes(operation.name) && !takesSecrets(operation));
  const taken = new Set<string>();
  return {
    tools: offered.map((operation) => toolOf(operation, newName(operation.name, taken), options.mcp?.schemas)),
    resources: offered.flatMap(({ name, resources }) => resources.map((each) => ({ ...each, operation: name }))),
  };
}

function takesSecrets({ input }: DescribedOperation): boolean {
  return membersOf(input).some((member) => isData(member) && member.format === 'password');
}

function membersOf({ properties }: JsonSchema): readonly unknown[] {
  return isData(properties) ? Object.values(properties) : [];
}

function toolOf(operation: DescribedOperation, name: string, schemas: 'short' | 'full' = 'short'): DescribedTool {
  const { summary, description, output, hints } = operation;
  const input = describeRequiredChoices(operation.input);
  const short = schemas === 'full' ? input : shortSchema(input);
  return {
    name,
    operation: operation.name,
    description: [summary, description].filter((text) => text !== '').join('\n\n'),
    input: { ...short, type: 'object' },
    fullInput: short === input ? undefined : { ...input, type: 'object' },
    output: output !== undefined && isObjectSchema(output) ? output : undefined,
    hints,
  };
}

function isObjectSchema(schema: JsonSchema): schema is ToolSchema {
  return schema.type === 'object';
}

/** Names of definitions may have any characters. */
function newName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^\w.-]+/g, '_').slice(0, LONGEST);
  let unique = plain;
  for (let number = 2; taken.has(unique); number += 1) unique = `${plain}_${number}`;
  taken.add(unique);
  return unique;
}

/** Characters; with a number behind it, a name has fewer than the 128 that clients accept. */
const LONGEST = 120;
