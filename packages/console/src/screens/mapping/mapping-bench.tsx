import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type {
  GetMappingSampleAnswer,
  MappedMember,
  PostMappingPreviewAnswer,
  PostMappingPreviewBody,
} from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad, useSettled } from '../../api/use-load.js';
import { messageText, serverText, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Failure, Note } from '../../components/note.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { asObject } from '../../components/schema.js';
import { Table, type Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { RulesPane, type RulesPaneProps } from './rules-pane.js';

interface MappingBenchProps extends Pick<
  RulesPaneProps,
  'definition' | 'path' | 'operation' | 'isReadOnly' | 'onDefinition'
> {
  readonly previewed: Pick<PostMappingPreviewBody, 'operation' | 'invoker' | 'side'>;
  readonly sample: GetMappingSampleAnswer;
  /** The sample as it was edited before. */
  readonly first: string | undefined;
  readonly onSample: (text: string) => void;
  /** Next to the heading of the rules. */
  readonly actions: ComponentChildren;
}

/** Data, the rules, and what they make of it; as it is typed. */
export function MappingBench({ previewed, sample, first, onSample, actions, ...rules }: MappingBenchProps) {
  const [text, setText] = useState(() => first ?? JSON.stringify(sample.data, undefined, 2));
  const [pointed, setPointed] = useState<MappedMember>();
  const isObject = useMemo(() => asObject(text) !== undefined, [text]);
  const settledText = useSettled(isObject ? text : undefined, text);
  const data = useMemo(() => asObject(settledText) ?? {}, [settledText]);
  const definition = useSettled(rules.definition, rules.definition);
  const preview = useLoad(
    (signal) => call('POST /mapping/preview', { body: { ...previewed, definition, data }, signal }),
    [definition, data, ...Object.values(previewed)],
  );
  const members = preview.data?.members ?? [];
  return (
    <>
      <div class="bench">
        <section class="stack tight">
          <h2 id="bench-sample">{t('Sample')}</h2>
          <textarea
            class="input mono bench-text"
            aria-labelledby="bench-sample"
            aria-describedby="bench-source"
            spellcheck={false}
            aria-invalid={isObject ? undefined : true}
            value={text}
            onInput={({ currentTarget: { value } }) => {
              setText(value);
              onSample(value);
            }}
          />
          <p id="bench-source" class={isObject ? 'hint' : 'hint error'}>
            {isObject ? <Source sample={sample} /> : t('This is not a JSON object yet.')}
          </p>
        </section>
        <section class="stack tight">
          <div class="row">
            <h2 class="grow">{t('Rules')}</h2>
            {actions}
          </div>
          <RulesPane {...rules} data={data} preview={preview.data} pointed={pointed} onPoint={setPointed} />
        </section>
        <section class="stack tight">
          <h2>{t('Result')}</h2>
          {preview.problem !== undefined && <Failure problem={preview.problem} onRetry={preview.reload} />}
          {preview.data !== undefined && <Result preview={preview.data} pointed={pointed} />}
        </section>
      </div>
      {members.length > 0 && <Members members={members} onPoint={setPointed} />}
    </>
  );
}

function Source({ sample: { source, communicationID, created } }: Pick<MappingBenchProps, 'sample'>) {
  if (source === 'example') return <>{t('An example of the operation. Change it as you like.')}</>;
  if (communicationID === null || created === null) {
    return <>{t('Nothing was recorded, and the operation has no example. Write data here.')}</>;
  }
  return (
    <>
      {t('Recorded')} <Age of={created} /> ·{' '}
      <a href={`${BASE}/log/${encodeURIComponent(communicationID)}`}>{t('Request')}</a>
    </>
  );
}

interface ResultProps {
  readonly preview: PostMappingPreviewAnswer;
  readonly pointed: MappedMember | undefined;
}

function Result({ preview: { result, error, errorMessage, place, noticeMessages }, pointed }: ResultProps) {
  const lines = (typeof result === 'string' ? result : JSON.stringify(result, undefined, 2)).split('\n');
  let first = '';
  // With which line each member of the object begins.
  const firsts = lines.map((line) => (first = /^(?: {2})?["{}]/.test(line) ? line : first));
  const isMarked = (line: number) => firsts[line]?.startsWith(`  ${JSON.stringify(pointed?.to)}:`) === true;
  return (
    <>
      {error === null ? (
        <MarkedLines label={t('Result')} lines={lines} isMarked={isMarked} />
      ) : (
        <Note tone="bad">
          {place && t('Line {line}, column {column}:', { line: String(place.line), column: String(place.column) })}{' '}
          {serverText(error, errorMessage)}
        </Note>
      )}
      {noticeMessages.map((notice) => (
        <Note key={notice.message} tone="warn">
          {messageText(notice)}
        </Note>
      ))}
    </>
  );
}

type Fate = MappedMember['fate'];

const TONES: Readonly<Record<Fate, Tone>> = { kept: 'plain', changed: 'accent', dropped: 'warn', made: 'good' };
const FATES = ['kept', 'changed', 'dropped', 'made'] as const;

interface MembersProps {
  readonly members: readonly MappedMember[];
  readonly onPoint: RulesPaneProps['onPoint'];
}

function Members({ members, onPoint }: MembersProps) {
  const number = (fate: Fate) => ({ number: members.filter((each) => each.fate === fate).length });
  const counts: Readonly<Record<Fate, string>> = {
    kept: t('{number} kept', number('kept')),
    changed: t('{number} changed', number('changed')),
    dropped: t('{number} dropped', number('dropped')),
    made: t('{number} made', number('made')),
  };
  return (
    <section class="stack tight">
      <div class="row">
        <h2>{t('What became of each member')}</h2>
        <span class="row" role="status">
          {FATES.filter((fate) => number(fate).number > 0).map((fate) => (
            <Badge key={fate} tone={TONES[fate]}>
              {counts[fate]}
            </Badge>
          ))}
        </span>
      </div>
      <Table
        label={t('What became of each member')}
        columns={showMembers(onPoint)}
        rows={members}
        pickKey={({ from, to }) => `${String(from)} ${String(to)}`}
        onPoint={onPoint}
      />
    </section>
  );
}

function showMembers(onPoint: MembersProps['onPoint']): readonly Column<MappedMember>[] {
  const words = { kept: t('Kept'), changed: t('Changed'), dropped: t('Dropped'), made: t('Made') };
  return [
    { title: t('Before'), shape: 'mono', cell: ({ from }) => from ?? '–' },
    { title: t('After'), shape: 'mono', cell: ({ to }) => to ?? '–' },
    { title: t('Outcome'), cell: ({ fate }) => <Badge tone={TONES[fate]}>{words[fate]}</Badge> },
    {
      title: t('Rule'),
      shape: 'mono',
      cell: (member) => {
        const rules = [member.keyRule, member.valueRule].filter((rule) => rule !== null);
        if (rules.length === 0) return <span class="faint">{t('No rule')}</span>;
        return (
          <button type="button" class="rule" onClick={() => onPoint(member)}>
            {rules.map((rule) => (
              <span key={rule.join('.')}>{rule.join(' › ')}</span>
            ))}
          </button>
        );
      },
    },
  ];
}
