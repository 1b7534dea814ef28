import { isNode, parseDocument } from 'yaml';

export type Side = 'inbound' | 'outbound';

/** Whose mapping. */
export interface MappedEntry {
  readonly kind: 'operation' | 'invoker';
  readonly name: string;
  readonly type: string;
}

/** A mapping as its definition has it. */
export interface MappingText {
  readonly lines: readonly string[];
  /** The lines of a rule, counted from 0, the last one included; undefined where the text has no such rule. */
  readonly linesOf: (rule: readonly string[]) => readonly [number, number] | undefined;
}

const KEYS = { inbound: 'MappingInbound', outbound: 'MappingOutbound' } as const;

/** Where a definition has the mapping of an entry. */
export function mappingPath({ kind, name }: MappedEntry, side: Side): readonly string[] {
  return [...(kind === 'operation' ? ['Provider', 'Operation'] : ['Requester', 'Invoker']), name, KEYS[side]];
}

/** The type of a mapping, or none. */
export function mappingType(definition: string, entry: MappedEntry, side: Side): string {
  const type = parseDocument(definition).getIn([...mappingPath(entry, side), 'Type']);
  return typeof type === 'string' ? type : 'none';
}

/** Undefined where there is no such mapping. */
export function mappingText(definition: string, entry: MappedEntry, side: Side): MappingText | undefined {
  // All keys are texts then, as rules have them.
  const document = parseDocument(definition, { schema: 'failsafe' });
  const place = mappingPath(entry, side);
  const lineOf = (offset: number) => definition.slice(0, offset).split('\n').length - 1;
  const rangeOf = (path: readonly string[]) => {
    const node = document.getIn(path, true);
    const range = isNode(node) ? node.range : undefined;
    if (range === undefined || range === null) return undefined;
    return [lineOf(range[0]), lineOf(Math.max(range[1] - 1, range[0]))] as const;
  };
  const whole = rangeOf(place);
  if (whole === undefined) return undefined;
  const [from, to] = whole;
  const lines = definition.split('\n').slice(from, to + 1);
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return {
    lines: lines.map((line) => line.slice(indent)),
    linesOf(rule) {
      const range = rangeOf([...place, 'Config', ...rule]);
      return range && [range[0] - from, range[1] - from];
    },
  };
}
