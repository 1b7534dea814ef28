import { useEffect, useMemo, useState } from 'preact/hooks';

import type { GetMappingSampleAnswer, MappedMember, PostMappingPreviewAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Failure, Note } from '../../components/empty.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { Age } from '../../components/time.js';
import { mappingText, type MappingText, type Side } from './mapping-text.js';
import { MemberTable } from './member-table.js';
import { resultLines } from './result-lines.js';

interface MappingBenchProps {
  readonly definition: string;
  readonly operation: string;
  readonly side: Side;
  readonly sample: GetMappingSampleAnswer;
}

/** Milliseconds after the last key. */
const PAUSE = 200;

/** Data at the left, the rules, and what they make of it; as it is typed. */
export function MappingBench({ definition, operation, side, sample }: MappingBenchProps) {
  const [text, setText] = useState(() => JSON.stringify(sample.data, undefined, 2));
  const [pointed, setPointed] = useState<MappedMember>();
  const data = useSettledData(text);
  const preview = useLoad(
    (signal) => call('POST /mapping/preview', { body: { definition, operation, side, data }, signal }),
    [definition, operation, side, data],
  );
  const rules = useMemo(() => mappingText(definition, operation, side), [definition, operation, side]);
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
            aria-invalid={isObject(text) ? undefined : true}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="bench-source" class={isObject(text) ? 'hint' : 'hint error'}>
            {isObject(text) ? <Source sample={sample} /> : t('This is not a JSON object yet.')}
          </p>
        </section>
        <section class="stack tight">
          <h2>{t('Rules')}</h2>
          <Rules rules={rules} pointed={pointed} />
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

/** The object that a text is, once nobody types; the last one while it is none. */
function useSettledData(text: string): Readonly<Record<string, unknown>> {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (isObject(text)) setSettled(text);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => JSON.parse(settled) as Record<string, unknown>, [settled]); // checked before it was kept
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
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

interface RulesProps {
  readonly rules: MappingText | undefined;
  readonly pointed: MappedMember | undefined;
}

function Rules({ rules, pointed }: RulesProps) {
  if (rules === undefined) return <Note>{t('The operation has no such mapping. Data passes as it is.')}</Note>;
  const ranges = [pointed?.keyRule, pointed?.valueRule].flatMap((rule) => {
    const range = rule && rules.linesOf(rule);
    return range ? [range] : [];
  });
  const isMarked = (line: number) => ranges.some(([from, to]) => line >= from && line <= to);
  return <MarkedLines label={t('Rules')} lines={rules.lines} isMarked={isMarked} />;
}

interface ResultProps {
  readonly preview: PostMappingPreviewAnswer;
  readonly pointed: MappedMember | undefined;
}

function Result({ preview: { result, error, notices }, pointed }: ResultProps) {
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
        <Note tone="bad">{error}</Note>
      )}
      {notices.map((notice) => (
        <Note key={notice} tone="warn">
          {notice}
        </Note>
      ))}
    </>
  );
}
