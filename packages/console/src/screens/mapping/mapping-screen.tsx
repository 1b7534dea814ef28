import { useMemo, useRef } from 'preact/hooks';

import type { ServiceOperation } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useAnswer, useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, navigate, query, toService, setQuery } from '../../app/location.js';
import { may } from '../../app/may.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/form-dialog.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { SelectField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { getAt, toFieldText } from '../../components/schema.js';
import { toValues } from '../services/change-text.js';
import { DraftNotes } from '../services/draft-notes.js';
import { DraftState } from '../services/draft-state.js';
import { PublishButton } from '../services/publish-dialog.js';
import { ServicePage } from '../services/service-page.js';
import { openService, useEdited } from '../services/use-draft.js';
import { VersionChoice } from '../services/version-choice.js';
import { MappingBench } from './mapping-bench.js';

type Side = 'inbound' | 'outbound';

/** An operation or an invoker of a definition. */
interface Entry extends Pick<ServiceOperation, 'name' | 'type' | Side> {
  readonly kind: 'operation' | 'invoker';
}

/** What a mapping makes of data, rule by rule. What is chosen is in the address. */
export function MappingScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const asked = query.value.get('draft') ?? (query.value.has('request') ? '0' : '');
  const opened = useLoad((signal) => reveal(name, asked, signal), [name, asked]);
  const samples = useRef(new Map<string, string>()).current;
  return (
    <ServicePage name={name} service={opened.data?.service} onChanged={opened.reload}>
      <Loading of={opened}>
        {(data) => (
          <Editing
            key={`${data.isDraft} ${data.service.details?.version?.id ?? 0} ${data.draft?.revision ?? 0}`}
            opened={data}
            samples={samples}
            onReload={opened.reload}
          />
        )}
      </Loading>
    </ServicePage>
  );
}

/** The draft if there is one, unless something else is asked for: a request came through what is published. */
async function reveal(name: string, asked: string, signal: AbortSignal) {
  const opened = await openService(name, signal);
  const isDraft = asked === '' ? opened.draft !== undefined : asked === '1';
  const given = { path: { name }, query: { draft: isDraft }, signal };
  const [operations, invokers] = await Promise.all([
    call('GET /services/{name}/operations', given),
    call('GET /services/{name}/invokers', given),
  ]);
  const entries: readonly Entry[] = [
    ...operations.items.map((each) => ({ ...each, kind: 'operation' as const })),
    ...invokers.items.map((each) => ({ ...each, kind: 'invoker' as const })),
  ];
  return { ...opened, isDraft, entries };
}

/** A mapping, and where a definition has it. */
interface Chosen {
  readonly entry: Entry;
  readonly side: Side;
  readonly path: readonly string[];
}

const KEYS = { inbound: 'MappingInbound', outbound: 'MappingOutbound' } as const;
const PLACES = { operation: ['Provider', 'Operation'], invoker: ['Requester', 'Invoker'] } as const;

/** What the address asks for; otherwise the first mapping that there is, on the side where data comes in, unless only the other one has rules. */
function choose(entries: readonly Entry[]): Chosen | undefined {
  const entry =
    entries.find(({ kind, name }) => query.value.get(kind) === name) ??
    entries.find(({ inbound, outbound }) => inbound !== 'none' || outbound !== 'none') ??
    entries[0];
  if (entry === undefined) return undefined;
  const sides = entry.kind === 'operation' ? (['inbound', 'outbound'] as const) : (['outbound', 'inbound'] as const);
  const side =
    sides.find((each) => query.value.get('side') === each) ?? sides.find((each) => entry[each] !== 'none') ?? sides[0];
  return { entry, side, path: [...PLACES[entry.kind], entry.name, KEYS[side]] };
}

interface EditingProps {
  readonly opened: Awaited<ReturnType<typeof reveal>>;
  /** Edited samples, by what they are of; publishing keeps them. */
  readonly samples: Map<string, string>;
  readonly onReload: () => void;
}

function Editing(props: EditingProps) {
  const { service, draft, entries, text, isDraft } = props.opened;
  const isPublished = !isDraft && draft !== undefined;
  const edited = useEdited(service.name, props.opened, isPublished ? service.definition : text);
  const chosen = choose(entries);
  return (
    <>
      <div class="toolbar choices-bar">
        {(draft !== undefined || isDraft) && <VersionChoice isDraft={isDraft} />}
        {chosen && <MappingChoice entries={entries} chosen={chosen} edited={edited} />}
      </div>
      {chosen === undefined ? (
        <Empty icon="mapping" title={t('This version has no operations that can be read.')} />
      ) : (
        <Mapping {...props} edited={edited} chosen={chosen} isPublished={isPublished} />
      )}
    </>
  );
}

interface MappingProps extends EditingProps {
  readonly edited: ReturnType<typeof useEdited>;
  readonly chosen: Chosen;
  readonly isPublished: boolean;
}

/** Changes become the draft. The published version next to a draft is only shown. */
function Mapping({ opened, edited, chosen: { entry, side, path }, isPublished, samples, onReload }: MappingProps) {
  const { name, text, keeping, isChanged, change } = edited;
  const isReadOnly = isPublished || !may('publish');
  const undo = async () => {
    change(opened.text);
    if (opened.text === opened.service.definition) await keeping.discard(opened.base);
  };
  const askToUndo = () =>
    ask({
      title: t('Undo all changes?'),
      text: t('The definition goes back to what it was when you opened this page.'),
      action: t('Undo all'),
      onSubmit: undo,
    });
  const request = query.value.get('request') ?? undefined;
  const wanted = { [entry.kind]: entry.name, side, request, example: query.value.get('sample') === 'example' };
  const of = JSON.stringify([entry.kind, wanted]);
  const sample = useAnswer('GET /mapping/sample', { query: { ...wanted, side, service: name } });
  return (
    <>
      {isPublished && may('publish') ? (
        <Note>{t('This is what is published. Choose the draft to change rules.')}</Note>
      ) : (
        <DraftNotes
          opened={opened}
          isChanged={isChanged}
          keeping={keeping}
          onMerge={() => navigate(toService(name))}
          onEnabled={onReload}
        />
      )}
      <Loading of={sample}>
        {(found) => (
          <MappingBench
            key={of + JSON.stringify(found)}
            definition={text}
            path={path}
            operation={entry.kind === 'operation' && side === 'inbound' ? entry.type : undefined}
            previewed={{ [entry.kind]: entry.name, side }}
            sample={found}
            first={samples.get(of)}
            onSample={(text) => samples.set(of, text)}
            isReadOnly={isReadOnly}
            onDefinition={change}
            actions={
              !isReadOnly && (
                <>
                  <DraftState keeping={keeping} isChanged={isChanged} />
                  {text !== opened.text && <Button onClick={askToUndo} text={t('Undo all …')} />}
                  <PublishButton edited={edited} onConflict={() => navigate(toService(name))} onPublished={onReload} />
                </>
              )
            }
          />
        )}
      </Loading>
    </>
  );
}

interface MappingChoiceProps extends Pick<MappingProps, 'edited' | 'chosen'> {
  readonly entries: readonly Entry[];
}

function MappingChoice({ entries, chosen: { entry, side }, edited: { name: service, text } }: MappingChoiceProps) {
  const values = useMemo(() => toValues(text)?.values, [text]);
  const kind = (at: Side) => {
    const type = toFieldText(getAt(values, [...PLACES[entry.kind], entry.name, KEYS[at], 'Type']));
    return { kind: type === '' ? t('none') : type };
  };
  const request = query.value.get('request') ?? '';
  const writeEntry = ({ name, ...each }: Entry) => {
    if (each.kind === 'invoker') return t('{name} (invoker)', { name });
    return each.inbound === 'none' && each.outbound === 'none' ? t('{name} (no mapping)', { name }) : name;
  };
  return (
    <>
      <SelectField
        label={t('Operation or invoker')}
        value={String(entries.indexOf(entry))}
        choices={entries.map((each, index) => ({ value: String(index), text: writeEntry(each) }))}
        onChange={(index) => {
          const { kind: chosen = 'operation', name } = entries[Number(index)] ?? {};
          const none = { operation: undefined, invoker: undefined, side: undefined, request: undefined };
          setQuery({ ...none, [chosen]: name }, { replace: false });
        }}
      />
      <SelectField
        label={t('Side')}
        value={side}
        choices={{
          inbound: t('Inbound ({kind})', kind('inbound')),
          outbound: t('Outbound ({kind})', kind('outbound')),
        }}
        onChange={(value) => setQuery({ side: value }, { replace: false })}
      />
      <SelectField
        label={t('Sample')}
        value={request === '' ? (query.value.get('sample') ?? '') : 'request'}
        choices={[
          ...(request === '' ? [] : [{ value: 'request', text: t('The request of the debug log') }]),
          { value: '', text: t('Last recorded') },
          ...(entry.kind === 'operation' ? [{ value: 'example', text: t('An example') }] : []),
        ]}
        onChange={(sample) => sample !== 'request' && setQuery({ sample, request: undefined }, { replace: false })}
      />
      <a href={BASE + toService(service, 'log', { operation: entry.name })}>{t('Choose in the debug log')}</a>
    </>
  );
}
