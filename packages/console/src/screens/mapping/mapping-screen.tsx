import { useEffect, useState } from 'preact/hooks';

import type { ServiceOperation } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, navigate, query, servicePath, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { Empty, Note } from '../../components/empty.js';
import { SelectField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { DraftNotes } from '../services/draft-notes.js';
import { DraftState } from '../services/draft-state.js';
import { VersionChoice } from '../services/version-choice.js';
import { ServicePage } from '../services/service-page.js';
import { openService, useDraft, type Opened as OpenedService } from '../services/use-draft.js';
import { MappingBench, type MappingBenchProps } from './mapping-bench.js';
import { mappingType, type MappedEntry, type Side } from './mapping-text.js';

interface Opened extends OpenedService {
  readonly name: string;
  readonly isDraft: boolean;
  readonly entries: readonly Entry[];
}

interface Entry extends MappedEntry, Pick<ServiceOperation, 'inbound' | 'outbound'> {}

/** What a mapping makes of data, rule by rule. What is chosen is in the address. */
export function MappingScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const asked = query.value.get('draft') ?? (query.value.has('request') ? '0' : '');
  const opened = useLoad((signal) => open(name, asked, signal), [name, asked]);
  const [typed, setTyped] = useState<string>();
  useEffect(() => setTyped(undefined), [opened.data]);
  const chosen = opened.data && choose(opened.data.entries);
  return (
    <ServicePage name={name} service={opened.data?.service} onChanged={opened.reload}>
      <div class="toolbar choices-bar">
        {(opened.data?.draft !== undefined || asked === '1') && (
          <VersionChoice isDraft={opened.data?.isDraft === true} />
        )}
        {chosen !== undefined && (
          <MappingChoice service={name} entries={opened.data?.entries ?? []} chosen={chosen} definition={typed} />
        )}
      </div>
      <Loading of={opened}>
        {(data) =>
          chosen === undefined ? (
            <Empty icon="mapping" title={t('This version has no operations that can be read.')} />
          ) : (
            <Mapping
              key={`${data.name} ${data.isDraft}`}
              opened={data}
              chosen={chosen}
              onTyped={setTyped}
              onReload={opened.reload}
            />
          )
        }
      </Loading>
    </ServicePage>
  );
}

/** The draft if there is one, unless something else is asked for: a request came through what is published. */
async function open(name: string, asked: string, signal: AbortSignal): Promise<Opened> {
  const opened = await openService(name, signal);
  const isDraft = asked === '' ? opened.draft !== undefined : asked === '1';
  const given = { path: { name }, query: { draft: isDraft }, signal };
  const [operations, invokers] = await Promise.all([
    call('GET /services/{name}/operations', given),
    call('GET /services/{name}/invokers', given),
  ]);
  const entries = [
    ...operations.items.map((each) => ({ ...each, kind: 'operation' as const })),
    ...invokers.items.map((each) => ({ ...each, kind: 'invoker' as const })),
  ];
  return { ...opened, name, isDraft, entries };
}

interface MappingProps {
  readonly opened: Opened;
  readonly chosen: Chosen;
  readonly onTyped: (definition: string) => void;
  readonly onReload: () => void;
}

/** What is changed becomes the draft. What is published beside a draft only shows. */
function Mapping({ opened, chosen, onTyped, onReload }: MappingProps) {
  const { name, service, draft, isDraft } = opened;
  const keeping = useDraft(name, opened);
  const isReadOnly = !isDraft && draft !== undefined;
  const [text, setText] = useState(isReadOnly ? service.definition : opened.text);
  const isChanged = text !== service.definition;
  const show = (next: string) => {
    setText(next);
    onTyped(next);
  };
  const change = (next: string) => {
    show(next);
    keeping.change(next);
  };
  const undo = async () => {
    if (opened.text === service.definition) await keeping.discard(opened.text, opened.base);
    else keeping.change(opened.text);
    show(opened.text);
  };
  return (
    <>
      {isReadOnly ? (
        <Note>{t('This is what is published. Choose the draft to change rules.')}</Note>
      ) : (
        <DraftNotes
          opened={opened}
          isChanged={isChanged}
          keeping={keeping}
          onMerge={() => navigate(servicePath(name))}
          onEnabled={onReload}
        />
      )}
      <Sampled
        service={name}
        definition={text}
        chosen={chosen}
        isReadOnly={isReadOnly}
        onDefinition={change}
        actions={
          !isReadOnly && (
            <>
              <DraftState keeping={keeping} isChanged={isChanged} />
              {text !== opened.text && <Button onClick={undo}>{t('Undo all')}</Button>}
            </>
          )
        }
      />
    </>
  );
}

interface Chosen {
  readonly entry: Entry;
  readonly side: Side;
}

/** What the address asks for; otherwise the first mapping that there is. */
function choose(entries: readonly Entry[]): Chosen | undefined {
  const entry =
    entries.find(({ kind, name }) => query.value.get(kind) === name) ??
    entries.find(({ inbound, outbound }) => inbound !== 'none' || outbound !== 'none') ??
    entries[0];
  if (entry === undefined) return undefined;
  const side = query.value.get('side');
  return { entry, side: side === 'inbound' || side === 'outbound' ? side : usualSide(entry) };
}

/** The first one that data takes, unless only the other one does something. */
function usualSide({ kind, inbound, outbound }: Entry): Side {
  if (kind === 'operation') return inbound === 'none' && outbound !== 'none' ? 'outbound' : 'inbound';
  return outbound === 'none' && inbound !== 'none' ? 'inbound' : 'outbound';
}

interface MappingChoiceProps {
  readonly service: string;
  readonly entries: readonly Entry[];
  readonly chosen: Chosen;
  /** What it was changed to since. */
  readonly definition: string | undefined;
}

function MappingChoice({ service, entries, chosen: { entry, side }, definition }: MappingChoiceProps) {
  const kind = (at: Side) => {
    const type = definition === undefined ? entry[at] : mappingType(definition, entry, at);
    return type === 'none' ? t('none') : type;
  };
  const request = query.value.get('request') ?? '';
  const textOf = ({ name, ...each }: Entry) => {
    if (each.kind === 'invoker') return t('{name} (invoker)', { name });
    return each.inbound === 'none' && each.outbound === 'none' ? t('{name} (no mapping)', { name }) : name;
  };
  return (
    <>
      <SelectField
        label={t('Operation or invoker')}
        value={String(entries.indexOf(entry))}
        choices={entries.map((each, index) => ({ value: String(index), text: textOf(each) }))}
        onChange={(index) => {
          const { kind: chosen = 'operation', name } = entries[Number(index)] ?? {};
          const none = { operation: undefined, invoker: undefined, side: undefined, request: undefined };
          setQuery({ ...none, [chosen]: name }, { replace: false });
        }}
      />
      <SelectField
        label={t('Side')}
        value={side}
        choices={[
          { value: 'inbound', text: t('Inbound ({kind})', { kind: kind('inbound') }) },
          { value: 'outbound', text: t('Outbound ({kind})', { kind: kind('outbound') }) },
        ]}
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
        onChange={(sample) => {
          if (sample !== 'request') setQuery({ sample, request: undefined }, { replace: false });
        }}
      />
      <a href={BASE + servicePath(service, 'log', { operation: entry.name })}>{t('Choose in the debug log')}</a>
    </>
  );
}

interface SampledProps extends Pick<MappingBenchProps, 'definition' | 'isReadOnly' | 'actions' | 'onDefinition'> {
  readonly service: string;
  readonly chosen: Chosen;
}

function Sampled({ service, chosen: { entry, side }, ...props }: SampledProps) {
  const request = query.value.get('request') ?? undefined;
  const isExample = query.value.get('sample') === 'example';
  const wanted = { service, [entry.kind]: entry.name, side, request, example: isExample };
  const sample = useLoad(
    (signal) => call('GET /mapping/sample', { query: wanted, signal }),
    [entry.kind, ...Object.values(wanted)],
  );
  return (
    <Loading of={sample}>
      {(found) => (
        <MappingBench
          key={JSON.stringify([service, entry.kind, entry.name, side, found])}
          {...props}
          entry={entry}
          side={side}
          sample={found}
        />
      )}
    </Loading>
  );
}
