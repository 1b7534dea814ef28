import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCollection, isNode, parseDocument, type Document } from 'yaml';

import type { MappedMember, PostMappingPreviewAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { Loading } from '../../components/loading.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { asSchema, toFieldText } from '../../components/schema.js';
import { putMembers, editText } from '../services/change-text.js';
import firstTemplate from './first-template.xsl?raw';
import { DefaultFields, RuleTable } from './rule-table.js';
import {
  hasEffect,
  isRuleAt,
  isRepeated,
  readRules,
  renamedValues,
  withSample,
  writeRules,
  type Rule,
  type Seen,
  type SimpleRules,
} from './simple-rules.js';

export interface RulesPaneProps {
  readonly definition: string;
  readonly path: readonly string[];
  /** Whose parameters the keys become, if one is known. */
  readonly operation: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly preview: PostMappingPreviewAnswer | undefined;
  readonly pointed: MappedMember | undefined;
  readonly onPoint: (member: MappedMember | undefined) => void;
  readonly onDefinition: (text: string) => void;
  readonly isReadOnly: boolean;
}

/** The rules of a mapping, which can be changed here. */
export function RulesPane({ isReadOnly, ...props }: RulesPaneProps) {
  const { definition, path, preview, pointed, onDefinition } = props;
  // All scalars are texts then, as rules have them.
  const document = useMemo(() => parseDocument(definition, { schema: 'failsafe' }), [definition]);
  const mapping = useMemo((): unknown => {
    const value = document.getIn(path);
    return isCollection(value) ? value.toJSON() : value;
  }, [document]);
  const set = (below: readonly string[], value: unknown) =>
    onDefinition(editText(definition, [[[...path, ...below], value]]));
  const { Type: type, Config: config } = asSchema(mapping);
  const template = asSchema(config).Template;
  const first = document.errors.length === 0 ? readRules(mapping) : undefined;
  const lines = <RulesText document={document} definition={definition} path={path} pointed={pointed} />;
  if (isReadOnly) return lines;
  return (
    <>
      {type === 'XSLT' && typeof template === 'string' ? (
        <Stylesheet text={template} preview={preview} onChange={(text) => set(['Config', 'Template'], text)} />
      ) : first !== undefined ? (
        <SimplePane {...props} mapping={mapping} first={first} />
      ) : (
        lines
      )}
      <div class="row">
        {Object.keys(asSchema(mapping)).length > 0 ? (
          <Button onClick={() => set([], undefined)} text={t('Remove the mapping')} />
        ) : (
          <Button
            icon="plus"
            onClick={() => set([], { Type: 'XSLT', Config: { Template: firstTemplate } })}
            text={t('Write a stylesheet instead')}
          />
        )}
      </div>
    </>
  );
}

interface StylesheetProps extends Pick<RulesPaneProps, 'preview'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The editor is loaded when there is a stylesheet. */
function Stylesheet({ preview, ...props }: StylesheetProps) {
  const editor = useLoad(() => import('../../editor/xml-editor.js'), []);
  const problem = useMemo(
    () => preview?.place && { ...preview.place, message: serverText(preview.error ?? '') },
    [preview],
  );
  return (
    <Loading of={editor}>
      {({ XmlEditor }) => <XmlEditor label={t('Stylesheet')} problem={problem} {...props} />}
    </Loading>
  );
}

interface RulesTextProps extends Pick<RulesPaneProps, 'definition' | 'path' | 'pointed'> {
  readonly document: Document;
}

/** The lines that the definition has of a mapping; those of the rules that somebody points at stand out. */
function RulesText({ document, definition, path, pointed }: RulesTextProps) {
  const countLines = (offset: number) => definition.slice(0, offset).split('\n').length - 1;
  const findRange = (below: readonly string[]) => {
    const node = document.getIn([...path, ...below], true);
    return isNode(node) && node.range ? node.range.slice(0, 2).map((at, end) => countLines(at - end)) : [];
  };
  const [start, end = 0] = findRange([]);
  const lines = start === undefined ? [] : definition.split('\n').slice(start, end + 1);
  if (start === undefined || ['', '{}'].includes(lines.join('').trim())) {
    return <Note>{t('There is no such mapping. Data passes as it is.')}</Note>;
  }
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const marked = [pointed?.keyRule, pointed?.valueRule].map((rule) => (rule ? findRange(['Config', ...rule]) : []));
  return (
    <MarkedLines
      label={t('Rules')}
      lines={lines.map((line) => line.slice(indent))}
      isMarked={(line) => marked.some(([from = Infinity, to = 0]) => line + start >= from && line + start <= to)}
    />
  );
}

/** Rows for what the sample has, at most. */
const MOST_SEEN = 50;
const LONGEST_VALUE = 60;

interface SimplePaneProps extends Omit<RulesPaneProps, 'isReadOnly'> {
  /** The mapping as the definition has it. */
  readonly mapping: unknown;
  /** The rules to begin with. */
  readonly first: SimpleRules;
}

/** The rules of Mapping Simple as tables: what the sample has is there already, and what is filled in changes the definition. */
function SimplePane(props: SimplePaneProps) {
  const { definition, path, operation, mapping, data, preview, pointed, onPoint, onDefinition, first } = props;
  const [rules, setRules] = useState(first);
  const parameters = useLoad((signal) => fetchParameters(operation, signal), [operation]);
  const written = useRef(definition);
  // With the render: what is typed next must not meet an older text.
  useLayoutEffect(() => {
    if (definition === written.current) return;
    written.current = definition;
    setRules(readRules(mapping) ?? first);
  }, [definition]);
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // With the keyboard alone, the user goes on at the first rule to fill in.
    const fields = [...(pane.current?.querySelectorAll<HTMLInputElement>('[name=to]') ?? [])];
    if (document.querySelector('#main:focus-visible')) fields.find(({ value }) => value === '')?.focus();
  }, []);
  const members = preview?.members ?? [];
  const result = asSchema(preview?.result);
  const keys = useMemo(() => withSample(rules.keys, listSeenKeys(data)), [rules.keys, data]);
  const seen = listSeenValues(data, members, keys);
  const values = useMemo(() => withSample(rules.values, seen), [rules, data, preview]);
  const change = (part: Partial<SimpleRules>) => {
    const next = { ...rules, keys, values, ...part };
    setRules(next);
    // An incomplete rule does not make a mapping.
    if (Object.keys(asSchema(mapping)).length === 0 && !hasEffect(next)) return;
    written.current = putMembers(definition, path, writeRules(mapping, next));
    if (written.current !== definition) onDefinition(written.current);
  };
  const findMistake = (rule: Rule, all: readonly Rule[]) => {
    if (isRepeated(rule, all)) return t('Another rule is about the same.');
    if (rule.isPattern && /^\s/.test(rule.from)) return t('Spaces before a regular expression mean nothing.');
    const found = preview?.patterns.find(({ rule: at }) => isRuleAt(rule, at));
    return found && t('This regular expression does not compile: {problem}.', { problem: found.problem });
  };
  /** Nothing drops one key alone: all others get a rule that keeps them. */
  const drop = (dropped: Rule) => {
    const kept = keys.map((each) => (each === dropped || each.to !== undefined ? each : { ...each, to: each.from }));
    change({ keys: kept, keyDefault: { type: 'Ignore', to: '' } });
    toast(t('Each other key has a rule that keeps it. Keys that the sample does not have are dropped, too.'));
  };
  const nameNow = ({ sample }: Rule) => {
    if (sample === undefined) return t('new name');
    const found = members.find(({ from }) => from === sample);
    return found === undefined ? '' : (found.to ?? undefined);
  };
  const valueNow = ({ key, sample }: Rule) => {
    if (sample === undefined) return t('new value');
    return key in result ? toFieldText(result[key]) : undefined;
  };
  return (
    <div ref={pane} class="card rules-card">
      <RuleTable
        label={t('Rules for keys')}
        ofValues={false}
        rules={keys}
        suggestions={{ key: [], from: Object.keys(data), to: parameters.data ?? [] }}
        without={nameNow}
        findProblem={(rule) => findMistake(rule, keys)}
        isMarked={(rule) => isRuleAt(rule, pointed?.keyRule)}
        onPoint={(rule) =>
          onPoint(rule && members.find(({ from, keyRule }) => from === rule.from || isRuleAt(rule, keyRule)))
        }
        onDrop={drop}
        onChange={(next) => change({ keys: next, values: renamedValues({ ...rules, keys, values }, next) })}
      />
      <DefaultFields
        label={t('All other keys')}
        words={{ Keep: t('stay as they are'), Ignore: t('are dropped'), MapTo: t('are renamed to') }}
        rule={rules.keyDefault}
        onChange={(keyDefault) => change({ keyDefault })}
      />
      <RuleTable
        label={t('Rules for values')}
        ofValues
        rules={values}
        suggestions={{ key: Object.keys(result), from: seen.map(({ from }) => from), to: [] }}
        without={valueNow}
        findProblem={(rule) => findMistake(rule, values)}
        isMarked={(rule) => isRuleAt(rule, pointed?.valueRule)}
        onPoint={(rule) => onPoint(rule && members.find(({ to }) => to === rule.key))}
        onChange={(next) => change({ values: next })}
      />
      <DefaultFields
        label={t('All other values')}
        words={{ Keep: t('stay as they are'), Ignore: t('are dropped with their key'), MapTo: t('are replaced by') }}
        rule={rules.valueDefault}
        onChange={(valueDefault) => change({ valueDefault })}
      />
    </div>
  );
}

type Members = SimplePaneProps['data'];

function listSeenKeys(data: Members): readonly Seen[] {
  return Object.keys(data)
    .slice(0, MOST_SEEN)
    .map((name) => ({ name, key: '', from: name }));
}

/** Short texts and numbers, by the names that their members have after the rules for keys. */
function listSeenValues(data: Members, members: readonly MappedMember[], keys: readonly Rule[]): readonly Seen[] {
  return members
    .flatMap(({ from, to, keyRule, valueRule }) => {
      const value = data[from ?? ''];
      const isShort = typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_VALUE);
      // What the preview says is older than the rules, and a member may be dropped because of its value.
      const exact = keys.find((rule) => rule.from === from && !rule.isPattern)?.to;
      const key = exact ?? to ?? (valueRule && (keys.find((rule) => isRuleAt(rule, keyRule))?.to ?? from));
      return from !== null && key !== null && isShort ? [{ name: from, key, from: String(value) }] : [];
    })
    .slice(0, MOST_SEEN);
}

async function fetchParameters(operation: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
  if (operation === undefined) return [];
  const { items } = await call('GET /operations', { signal });
  return Object.keys(asSchema(asSchema(items.find(({ type }) => type === operation)?.input).properties));
}
