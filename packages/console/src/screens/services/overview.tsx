import { useMemo } from 'preact/hooks';

import type { Service } from '../../api/admin-api.js';
import { useEvent } from '../../api/listen-to-events.js';
import { useLoad } from '../../api/use-load.js';
import { useSearch } from '../../api/use-search.js';
import { lookAgain } from '../../app/health.js';
import { joinFacts } from '../../app/format-value.js';
import { count, formatDuration, formatNumber, serverText, t } from '../../app/language.js';
import { BASE, query, toService } from '../../app/location.js';
import { Badge, State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Empty } from '../../components/empty.js';
import { ListScreen } from '../../components/list-screen.js';
import { Page } from '../../components/page.js';
import { RequestBars } from '../../components/request-bars.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { ConditionCard } from './condition-card.js';
import { getServices, describeServiceState, describeStates } from './service-list.js';

export function OverviewScreen() {
  const services = useLoad(async (signal) => ({ items: await getServices(signal) }), []);
  useEvent('publish', () => {
    services.reload();
    lookAgain();
  });
  const text = query.value.get('text') ?? '';
  const answer = useSearch(text).found;
  /** What fits the text, by web service. */
  const found = useMemo(() => new Map(answer?.services.map(({ name, fits: part }) => [name, part])), [answer]);
  return (
    <Page title={t('Services')} actions={<OverviewActions />}>
      <ConditionCard />
      {services.data?.items.length === 0 ? (
        <NoServices />
      ) : (
        <ListScreen
          label={t('Services')}
          of={services}
          filters={[
            { name: 'text', label: t('Name, route, operation, host …') },
            { name: 'state', label: t('State'), choices: listStates() },
          ]}
          filtered={(service) => listWords(service, found.has(service.name) ? text : '')}
          counted={(number) => count(number, '{number} service', '{number} services')}
          nothingFits={t('No matching services')}
          columns={showServices(found)}
          pickKey={({ name }) => name}
          makeHref={({ name }) => toService(name)}
        />
      )}
    </Page>
  );
}

function NoServices() {
  return (
    <Empty
      icon="services"
      title={t('No web services yet')}
      actions={
        <>
          <Button
            needs="everything"
            kind="primary"
            icon="plus"
            href={`${BASE}/services/new?first=1`}
            text={t('Create the first service')}
          />
          <Button
            needs="everything"
            icon="upload"
            href={`${BASE}/services/import`}
            text={t('Import from OTOBO or Znuny')}
          />
        </>
      }
      text={t(
        'A web service offers operations, such as creating a ticket, to other systems. Create one, or import an export of a host.',
      )}
    />
  );
}

function OverviewActions() {
  return (
    <>
      <Button needs="everything" icon="upload" href={`${BASE}/services/import`} text={t('Import')} />
      <Button needs="everything" kind="primary" icon="plus" href={`${BASE}/services/new`} text={t('New service')} />
    </>
  );
}

/** Its own words, and those that the server found it by. */
function listWords({ name, details, state }: Service, found: string) {
  return { text: `${name}\n${details?.description ?? ''}\n${details?.remoteSystem ?? ''}\n${found}`, state };
}

function listStates() {
  const states = Object.entries(describeStates()).map(([value, { text }]) => ({ value, text }));
  return [{ value: '', text: t('All states') }, ...states];
}

/** @param found by web service, what fits the text that is searched for */
function showServices(found: ReadonlyMap<string, string>): readonly Column<Service>[] {
  return [
    {
      title: t('Name'),
      value: ({ name }) => name,
      cell: ({ name }) => {
        const part = found.get(name) ?? name;
        return (
          <>
            {name}
            {part !== name && <span class="hint mono break">{part}</span>}
          </>
        );
      },
    },
    {
      title: t('Description'),
      shape: 'wide',
      cell: ({ details }) => {
        const words = joinFacts(details?.description, details?.remoteSystem);
        return (
          <span class="quiet two-lines" title={words}>
            {words}
          </span>
        );
      },
    },
    { title: t('State'), value: (service) => describeServiceState(service).text, cell: ServiceState },
    {
      title: t('Last 24 hours'),
      shape: 'wide',
      cell: ({ traffic }) => traffic.requests > 0 && <RequestBars steps={traffic.spark} height={20} />,
    },
    { title: t('Requests'), shape: 'number', value: ({ traffic }) => traffic.requests, cell: Requests },
    { title: t('Failed'), shape: 'wide number', value: ({ traffic }) => traffic.failed, cell: Failures },
    {
      title: t('95 % within'),
      shape: 'wide number',
      value: ({ traffic }) => traffic.p95 ?? 0,
      cell: ({ traffic: { p95 } }) => (p95 === null ? '–' : formatDuration(p95)),
    },
    { title: t('Last change'), shape: 'wide', value: ({ details }) => details?.version?.time, cell: LastChange },
  ];
}

function ServiceState(service: Service) {
  const warnings = service.details?.warnings ?? 0;
  return (
    <span class="row" title={service.reason && serverText(service.reason, service.reasonMessage)}>
      <State {...describeServiceState(service)} />
      {warnings > 0 && <Badge tone="warn">{count(warnings, '{number} warning', '{number} warnings')}</Badge>}
      {service.hasDraft && <Badge tone="accent">{t('Draft')}</Badge>}
      {service.drift !== undefined && <Badge tone="warn">{t('Differs from its file')}</Badge>}
    </span>
  );
}

function Requests(service: Service) {
  const { requests, failed } = service.traffic;
  return (
    <>
      {formatNumber(requests)}
      {failed > 0 && (
        <div class="only-small">
          <Failures {...service} />
        </div>
      )}
    </>
  );
}

function Failures({ name, traffic }: Service) {
  const { requests, failed } = traffic;
  if (failed === 0) return <>0</>;
  return (
    <a class="has-failures" href={BASE + toService(name, 'log', { failed: 'true' })}>
      {`${formatNumber(failed)} (${formatNumber((failed / requests) * 100)}\u00A0%)`}
    </a>
  );
}

function LastChange({ details }: Service) {
  if (details?.version === undefined) return null;
  const { author, time } = details.version;
  return (
    <>
      <Age of={time} />
      <span class="hint">{author}</span>
    </>
  );
}
