import { useState } from 'preact/hooks';

import type { ServiceInvoker } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { BASE, servicePath } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Empty, Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
import { Words } from '../../components/words.js';
import { ServicePage, useService } from '../services/service-page.js';
import { Calls } from './calls.js';
import { NewInvoker } from './new-invoker.js';

/** The invokers of a service with their events and targets, and their calls. */
export function InvokersScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const service = useService(name);
  const invokers = useLoad((signal) => call('GET /services/{name}/invokers', { path: { name }, signal }), [name]);
  const [isAdding, setAdding] = useState(false);
  const off = service.data?.details?.invokersOff;
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {t('Add an invoker')}
    </Button>
  );
  return (
    <ServicePage name={name} service={service.data} onChanged={service.reload} actions={add}>
      {off !== undefined && <Note tone="warn">{off}</Note>}
      <Loading of={invokers}>
        {({ items, refused }) => (
          <>
            {refused !== undefined && (
              <Note tone="bad">{t('No request can be sent: {reason}', { reason: serverText(refused) })}</Note>
            )}
            {items.length === 0 ? <NoInvokers /> : <Invokers service={name} invokers={items} />}
            {items.length > 0 && <h2>{t('Calls')}</h2>}
            {items.length > 0 && <Calls service={name} />}
          </>
        )}
      </Loading>
      {isAdding && <NewInvoker service={name} onClose={() => setAdding(false)} />}
    </ServicePage>
  );
}

function NoInvokers() {
  return (
    <Empty icon="out" title={t('This web service sends nothing')}>
      {t('Invokers send requests to other systems when something happens, for example to a ticket.')}
    </Empty>
  );
}

interface InvokersProps {
  readonly service: string;
  readonly invokers: readonly ServiceInvoker[];
}

function Invokers({ service, invokers }: InvokersProps) {
  return (
    <Table
      label={t('Invokers')}
      rows={invokers}
      keyOf={({ name }) => name}
      hrefOf={({ name }) => `${servicePath(service, 'invokers')}/${encodeURIComponent(name)}`}
      columns={[
        { title: t('Invoker'), cell: ({ name }) => name },
        { title: t('Type'), shape: 'wide mono', cell: ({ type }) => type },
        { title: t('Called by'), cell: ({ events }) => <Events events={events} /> },
        { title: t('Sends'), shape: 'wide mono', cell: (invoker) => <Target invoker={invoker} /> },
        { title: t('Mapping'), shape: 'wide', cell: (invoker) => <Mappings service={service} invoker={invoker} /> },
      ]}
    />
  );
}

function Events({ events }: Pick<ServiceInvoker, 'events'>) {
  if (events.length === 0) return <span class="faint">{t('Only by hand')}</span>;
  return (
    <ul class="stack tight">
      {events.map(({ event, isAsynchronous, hasCondition }, index) => (
        <li key={index} class="row">
          <Words of={event} />
          {!isAsynchronous && <Badge>{t('client waits')}</Badge>}
          {hasCondition && <Badge>{t('on a condition')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Target({ invoker: { method, path } }: { readonly invoker: ServiceInvoker }) {
  if (path === null) return <Badge tone="warn">{t('No controller')}</Badge>;
  return (
    <>
      {method} <Words of={path} />
    </>
  );
}

function Mappings({
  service,
  invoker: { name, outbound, inbound },
}: {
  readonly service: string;
  readonly invoker: ServiceInvoker;
}) {
  if (outbound === 'none' && inbound === 'none') return <span class="faint">{t('none')}</span>;
  const address = servicePath(service, 'mapping', { invoker: name });
  const kinds = [...new Set([outbound, inbound])].filter((kind) => kind !== 'none');
  return <a href={BASE + address}>{kinds.join(', ')}</a>;
}
