import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { GetMappingSampleAnswer, MappedMember, PostMappingPreviewAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Failure, Note } from '../../components/empty.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { Age } from '../../components/time.js';
import type { MappedEntry, Side } from './mapping-text.js';
import { MemberTable } from './member-table.js';
import { objectIn } from './object-in.js';
import { RulesPane } from './rules-pane.js';
import { useSettled } from './use-settled.js';

export interface MappingBenchProps {
  readonly definition: string;
  readonly entry: MappedEntry;
  readonly side: Side;
  readonly sample: GetMappingSampleAnswer;
  readonly isReadOnly: boolean;
  /** Beside the head of the rules. */
  readonly actions: ComponentChildren;
  readonly onDefinition: (definition: string) => void;
}

/** Data, the rules, and what they make of it; as it is typed. */
export function MappingBench(props: MappingBenchProps) {
  const { definition, entry, side, sample, isReadOnly, actions, onDefinition } = props;
  const [text, setText] = useState(() => JSON.stringify(sample.data, undefined, 2));
  const [pointed, setPointed] = useState<MappedMember>();
  const isObject = useMemo(() => objectIn(text) !== undefined, [text]);
  const settledText = useSettled(isObject ? text : undefined, text);
  const data = useMemo(() => objectIn(settledText) ?? {}, [settledText]);
  const settled = useSettled(definition, definition);
  const preview = useLoad(
    (signal) => {
      const body = { definition: settled, [entry.kind]: entry.name, side, data };
      return call('POST /mapping/preview', { body, signal });
    },
    [settled, entry.kind, entry.name, side, data],
  );
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
            onInput={(event) => setText(event.currentTarget.value)}
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
          <RulesPane
            definition={definition}
            entry={entry}
            side={side}
            data={data}
            preview={preview.data}
            pointed={pointed}
            isReadOnly={isReadOnly}
            onPoint={setPointed}
            onDefinition={onDefinition}
          />
        </section>
        <section class="stack tight">
          <h2>{t('Result')}</h2>
          {preview.problem !== undefined && <Failure problem={preview.problem} onRetry={preview.reload} />}
          {preview.data !== undefined && <Result preview={preview.data} pointed={pointed} />}
        </section>
      </div>
      {preview.data !== undefined && preview.data.members.length > 0 && (
        <MemberTable members={preview.data.members} onPoint={setPointed} />
      )}
    </>
  );
}

function Source({ sample: { source, communicationID, created } }: { readonly sample: GetMappingSampleAnswer }) {
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

function Result({ preview: { result, error, place, notices }, pointed }: ResultProps) {
  const lines = useMemo(() => resultLines(result), [result]);
  const to = pointed?.to ?? undefined;
  return (
    <>
      {error === null ? (
        <MarkedLines
          label={t('Result')}
          lines={lines.map(({ text }) => text)}
          isMarked={(line) => to !== undefined && lines[line]?.member === to}
        />
      ) : (
        <Note tone="bad">
          {place !== undefined &&
            t('Line {line}, column {column}:', { line: String(place.line), column: String(place.column) })}{' '}
          {serverText(error)}
        </Note>
      )}
      {notices.map((notice) => (
        <Note key={notice} tone="warn">
          {serverText(notice)}
        </Note>
      ))}
    </>
  );
}

/** A result as JSON over several lines, each with the member that it belongs to. */
interface ResultLine {
  readonly text: string;
  readonly member: string | undefined;
}

function resultLines(result: unknown): readonly ResultLine[] {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result, undefined, 2);
    return text.split('\n').map((line) => ({ text: line, member: undefined }));
  }
  const entries = Object.entries(result);
  const members = entries.flatMap(([member, value], index) => {
    const lines = JSON.stringify({ [member]: value as unknown }, undefined, 2)
      .split('\n')
      .slice(1, -1);
    const isLast = index === entries.length - 1;
    return lines.map((text, at) => ({ text: at === lines.length - 1 && !isLast ? `${text},` : text, member }));
  });
  return [{ text: '{', member: undefined }, ...members, { text: '}', member: undefined }];
}
