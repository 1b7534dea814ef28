import type { Service, ServiceOperation } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, query, setQuery } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Empty } from '../../components/empty.js';
import { SelectField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { chosenService, NoServices, ServiceChoice } from '../services/service-choice.js';
import { listServices } from '../services/service-list.js';
import { MappingBench } from './mapping-bench.js';
import type { MappedEntry, Side } from './mapping-text.js';

/** What a mapping makes of data, rule by rule. What is chosen is in the address. */
export function MappingScreen() {
  const services = useLoad(listServices, []);
  return (
    <Page title={t('Mapping workbench')} isWide>
      <Loading of={services}>
        {(all) =>
          all.length === 0 ? (
            <NoServices icon="mapping">
              {t('Once there is a web service, you can look at its mappings here.')}
            </NoServices>
          ) : (
            <Workbench services={all} />
          )
        }
      </Loading>
    </Page>
  );
}

const OWN = ['operation', 'invoker', 'side', 'sample', 'request'];

interface Opened {
  readonly service: string;
  readonly entries: readonly Entry[];
  readonly definition: string;
  /** The version that it is, or was made from, and the revision of a draft. */
  readonly base: number;
  readonly revision: number | null;
}

interface Entry extends MappedEntry, Pick<ServiceOperation, 'inbound' | 'outbound'> {}

function Workbench({ services }: { readonly services: readonly Service[] }) {
  const { name, isDraft } = chosenService(services);
  const opened = useLoad((signal) => open(name, isDraft, signal), [name, isDraft]);
  const chosen = opened.data && choose(opened.data.entries);
  const save = async (definition: string) => {
    if (opened.data === undefined) return;
    const { service, base, revision } = opened.data;
    await call('PUT /services/{name}/draft', { path: { name: service }, body: { definition, base, revision } });
    toast(t('Draft saved'));
    setQuery({ draft: '1' });
    opened.reload();
  };
  return (
    <>
      <div class="toolbar choices-bar">
        <ServiceChoice services={services} own={OWN} />
        {chosen !== undefined && <MappingChoice entries={opened.data?.entries ?? []} chosen={chosen} />}
      </div>
      <Loading of={opened}>
        {({ service, definition }) =>
          chosen === undefined ? (
            <Empty icon="mapping" title={t('This version has no operations that can be read.')} />
          ) : (
            <Sampled service={service} definition={definition} chosen={chosen} onSave={save} />
          )
        }
      </Loading>
    </>
  );
}

async function open(name: string, isDraft: boolean, signal: AbortSignal): Promise<Opened> {
  const given = { path: { name }, query: { draft: isDraft }, signal };
  const [operations, invokers, { definition, base, revision }] = await Promise.all([
    call('GET /services/{name}/operations', given),
    call('GET /services/{name}/invokers', given),
    isDraft ? draftOf(name, signal) : currentOf(name, signal),
  ]);
  const entries = [
    ...operations.items.map((each) => ({ ...each, kind: 'operation' as const })),
    ...invokers.items.map((each) => ({ ...each, kind: 'invoker' as const })),
  ];
  return { service: name, entries, definition, base, revision };
}

async function draftOf(name: string, signal: AbortSignal) {
  return (await call('GET /services/{name}/draft', { path: { name }, signal })) ?? currentOf(name, signal);
}

async function currentOf(name: string, signal: AbortSignal) {
  const { definition, details } = await call('GET /services/{name}', { path: { name }, signal });
  return { definition, base: details?.version?.id ?? 1, revision: null };
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
  readonly entries: readonly Entry[];
  readonly chosen: Chosen;
}

function MappingChoice({ entries, chosen: { entry, side } }: MappingChoiceProps) {
  const kind = (type: Entry['inbound']) => (type === 'none' ? t('none') : type);
  const request = query.value.get('request') ?? '';
  const service = query.value.get('service') ?? '';
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
          { value: 'inbound', text: t('Inbound ({kind})', { kind: kind(entry.inbound) }) },
          { value: 'outbound', text: t('Outbound ({kind})', { kind: kind(entry.outbound) }) },
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
      <a href={`${BASE}/log?${new URLSearchParams({ service, operation: entry.name }).toString()}`}>
        {t('Choose in the debug log')}
      </a>
    </>
  );
}

interface SampledProps {
  readonly service: string;
  readonly definition: string;
  readonly chosen: Chosen;
  readonly onSave: (definition: string) => Promise<void>;
}

function Sampled({ service, definition, chosen: { entry, side }, onSave }: SampledProps) {
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
          definition={definition}
          entry={entry}
          side={side}
          sample={found}
          onSave={onSave}
        />
      )}
    </Loading>
  );
}
