import { useCallback, useMemo, useState } from 'preact/hooks';

import type { Service } from '../../api/admin-api.js';
import { useEvent } from '../../api/events.js';
import { useLoad } from '../../api/use-load.js';
import { count, formatDuration, formatNumber, language, t } from '../../app/language.js';
import { BASE, query, servicePath, setQuery } from '../../app/location.js';
import { Badge, State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { SearchField } from '../../components/field.js';
import { ChoiceFilter, NothingFits } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { RequestBars } from '../../components/request-bars.js';
import { Table, type Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { useDrop } from './dropped-file.js';
import { ServiceDialog, serviceMenu, type ServiceAction } from './service-actions.js';
import { NoServices } from './service-choice.js';
import { listServices, stateOf } from './service-list.js';

/** All web services, and how they are. */
export function OverviewScreen() {
  const services = useLoad(listServices, []);
  const [action, setAction] = useState<ServiceAction>();
  useEvent(
    'publish',
    useCallback(() => services.reload(), [services.reload]),
  );
  const isOver = useDrop();
  return (
    <Page title={t('Services')} actions={<OverviewActions />}>
      {isOver && <p class="drop-hint">{t('Drop the definition to see what of it runs here.')}</p>}
      <Loading of={services}>
        {(all) =>
          all.length === 0 ? (
            <NoServices icon="services">
              {t(
                'A web service offers operations, such as creating a ticket, to other systems. Create one, or drop an export here.',
              )}
            </NoServices>
          ) : (
            <ServiceTable all={all} onAction={setAction} />
          )
        }
      </Loading>
      {action !== undefined && (
        <ServiceDialog action={action} onClose={() => setAction(undefined)} onDone={services.reload} />
      )}
    </Page>
  );
}

function OverviewActions() {
  return (
    <>
      <Button icon="upload" href={`${BASE}/services/import`}>
        {t('Import')}
      </Button>
      <Button kind="primary" icon="plus" href={`${BASE}/services/new`}>
        {t('New service')}
      </Button>
    </>
  );
}

interface ServiceTableProps {
  readonly all: readonly Service[];
  readonly onAction: (action: ServiceAction) => void;
}

function ServiceTable({ all, onAction }: ServiceTableProps) {
  const text = query.value.get('text') ?? '';
  const state = query.value.get('state') ?? '';
  const found = useMemo(() => filtered(all, text, state), [all, text, state]);
  const columns = useMemo(() => columnsOf(onAction), [onAction, language.value]);
  return (
    <>
      <div class="toolbar">
        <SearchField label={t('Search by name')} value={text} onChange={(value) => setQuery({ text: value })} />
        <ChoiceFilter label={t('State')} name="state" choices={states()} />
        <span class="faint">{count(found.length, '{number} service', '{number} services')}</span>
      </div>
      {found.length === 0 ? (
        <NothingFits title={t('No matching services')} />
      ) : (
        <Table
          label={t('Services')}
          columns={columns}
          rows={found}
          keyOf={({ name }) => name}
          hrefOf={({ name }) => servicePath(name)}
        />
      )}
    </>
  );
}

function filtered(all: readonly Service[], text: string, state: string): readonly Service[] {
  const wanted = text.toLowerCase();
  return all.filter((each) => each.name.toLowerCase().includes(wanted) && (state === '' || each.state === state));
}

function states() {
  return [
    { value: '', text: t('All states') },
    { value: 'served', text: t('Served') },
    { value: 'disabled', text: t('Disabled') },
    { value: 'not servable', text: t('Not servable') },
    { value: 'absent', text: t('Only a file') },
  ];
}

function columnsOf(onAction: (action: ServiceAction) => void): readonly Column<Service>[] {
  return [
    { title: t('Name'), cell: ({ name }) => name },
    { title: t('State'), cell: (service) => <ServiceState service={service} /> },
    {
      title: t('Last 24 hours'),
      shape: 'wide',
      cell: ({ traffic }) => traffic.requests > 0 && <RequestBars steps={traffic.spark} height={20} />,
    },
    { title: t('Requests'), shape: 'number', cell: (service) => <Requests of={service} /> },
    { title: t('Failed'), shape: 'wide number', cell: (service) => <Failures of={service} /> },
    {
      title: t('95 % within'),
      shape: 'wide number',
      cell: ({ traffic: { p95 } }) => (p95 === null ? '–' : formatDuration(p95)),
    },
    { title: t('Last change'), shape: 'wide', cell: (service) => <LastChange service={service} /> },
    { title: '', shape: 'action', cell: (service) => serviceMenu(service, onAction) },
  ];
}

function ServiceState({ service }: { readonly service: Service }) {
  const { tone, text } = stateOf(service);
  const warnings = service.details?.warnings ?? 0;
  return (
    <span class="row" title={service.reason}>
      <State tone={tone}>{text}</State>
      {warnings > 0 && <Badge tone="warn">{count(warnings, '{number} warning', '{number} warnings')}</Badge>}
      {service.hasDraft && <Badge tone="accent">{t('Draft')}</Badge>}
      {service.drift !== undefined && <Badge tone="warn">{t('Differs from its file')}</Badge>}
    </span>
  );
}

function Requests({ of: service }: { readonly of: Service }) {
  const { requests, failed } = service.traffic;
  return (
    <>
      {formatNumber(requests)}
      {failed > 0 && (
        <div class="only-small">
          <Failures of={service} />
        </div>
      )}
    </>
  );
}

function Failures({ of: { name, traffic } }: { readonly of: Service }) {
  const { requests, failed } = traffic;
  if (failed === 0) return <>0</>;
  const recorded = new URLSearchParams({ service: name, failed: 'true' }).toString();
  return (
    <a class="has-failures" href={`${BASE}/log?${recorded}`}>
      {`${formatNumber(failed)} (${formatNumber((failed / requests) * 100)}\u00A0%)`}
    </a>
  );
}

function LastChange({ service: { details } }: { readonly service: Service }) {
  if (details?.version === undefined) return null;
  const { author, time } = details.version;
  return (
    <>
      <Age of={time} />
      <span class="hint">{author}</span>
    </>
  );
}
