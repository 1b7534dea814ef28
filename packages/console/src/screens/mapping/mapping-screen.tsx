import type { Service, ServiceOperation } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { BASE, query, setQuery } from '../../app/location.js';
import { Empty } from '../../components/empty.js';
import { SelectField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { chosenService, NoServices, ServiceChoice } from '../services/service-choice.js';
import { listServices } from '../services/service-list.js';
import { MappingBench } from './mapping-bench.js';
import type { Side } from './mapping-text.js';

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

const OWN = ['operation', 'side', 'sample', 'request'];

interface Opened {
  readonly service: string;
  readonly operations: readonly ServiceOperation[];
  readonly definition: string;
}

function Workbench({ services }: { readonly services: readonly Service[] }) {
  const { name, isDraft } = chosenService(services);
  const opened = useLoad((signal) => open(name, isDraft, signal), [name, isDraft]);
  const chosen = opened.data && choose(opened.data.operations);
  return (
    <>
      <div class="toolbar choices-bar">
        <ServiceChoice services={services} own={OWN} />
        {chosen !== undefined && <MappingChoice operations={opened.data?.operations ?? []} chosen={chosen} />}
      </div>
      <Loading of={opened}>
        {({ service, definition }) =>
          chosen === undefined ? (
            <Empty icon="mapping" title={t('This version has no operations that can be read.')} />
          ) : (
            <Sampled service={service} definition={definition} chosen={chosen} />
          )
        }
      </Loading>
    </>
  );
}

async function open(name: string, isDraft: boolean, signal: AbortSignal): Promise<Opened> {
  const path = { name };
  const { items: operations } = await call('GET /services/{name}/operations', {
    path,
    query: { draft: isDraft },
    signal,
  });
  const { definition } = isDraft
    ? await call('GET /services/{name}/draft', { path, signal })
    : await call('GET /services/{name}', { path, signal });
  return { service: name, operations, definition };
}

interface Chosen {
  readonly operation: ServiceOperation;
  readonly side: Side;
}

/** What the address asks for; otherwise the first mapping that there is. */
function choose(operations: readonly ServiceOperation[]): Chosen | undefined {
  const name = query.value.get('operation');
  const operation =
    operations.find((each) => each.name === name) ??
    operations.find(({ inbound, outbound }) => inbound !== 'none' || outbound !== 'none') ??
    operations[0];
  if (operation === undefined) return undefined;
  const side = query.value.get('side');
  const usual = operation.inbound === 'none' && operation.outbound !== 'none' ? 'outbound' : 'inbound';
  return { operation, side: side === 'inbound' || side === 'outbound' ? side : usual };
}

interface MappingChoiceProps {
  readonly operations: readonly ServiceOperation[];
  readonly chosen: Chosen;
}

function MappingChoice({ operations, chosen: { operation, side } }: MappingChoiceProps) {
  const kind = (type: ServiceOperation['inbound']) => (type === 'none' ? t('none') : type);
  const request = query.value.get('request') ?? '';
  return (
    <>
      <SelectField
        label={t('Operation')}
        value={operation.name}
        choices={operations.map(({ name, inbound, outbound }) => ({
          value: name,
          text: inbound === 'none' && outbound === 'none' ? t('{name} (no mapping)', { name }) : name,
        }))}
        onChange={(name) => setQuery({ operation: name, side: undefined, request: undefined })}
      />
      <SelectField
        label={t('Side')}
        value={side}
        choices={[
          { value: 'inbound', text: t('Inbound ({kind})', { kind: kind(operation.inbound) }) },
          { value: 'outbound', text: t('Outbound ({kind})', { kind: kind(operation.outbound) }) },
        ]}
        onChange={(value) => setQuery({ side: value })}
      />
      <SelectField
        label={t('Sample')}
        value={request === '' ? (query.value.get('sample') ?? '') : 'request'}
        choices={[
          ...(request === '' ? [] : [{ value: 'request', text: t('The request of the debug log') }]),
          { value: '', text: t('The last recorded request') },
          { value: 'example', text: t('An example') },
        ]}
        onChange={(sample) => {
          if (sample !== 'request') setQuery({ sample, request: undefined });
        }}
      />
      <a
        href={`${BASE}/log?${new URLSearchParams({ service: query.value.get('service') ?? '', operation: operation.name }).toString()}`}
      >
        {t('Choose in the debug log')}
      </a>
    </>
  );
}

interface SampledProps {
  readonly service: string;
  readonly definition: string;
  readonly chosen: Chosen;
}

function Sampled({ service, definition, chosen: { operation, side } }: SampledProps) {
  const request = query.value.get('request') ?? undefined;
  const isExample = query.value.get('sample') === 'example';
  const wanted = { service, operation: operation.name, side, request, example: isExample };
  const sample = useLoad((signal) => call('GET /mapping/sample', { query: wanted, signal }), Object.values(wanted));
  return (
    <Loading of={sample}>
      {(found) => (
        <MappingBench
          key={JSON.stringify([operation.name, side, found])}
          definition={definition}
          operation={operation.name}
          side={side}
          sample={found}
        />
      )}
    </Loading>
  );
}
