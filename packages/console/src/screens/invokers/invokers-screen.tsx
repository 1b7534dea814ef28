import type { ServiceInvoker } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { BASE, invokerPath, navigate, toService } from '../../app/location.js';
import { may } from '../../app/may.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { openDialog } from '../../components/dialog.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { NameDialog } from '../../components/form-dialog.js';
import { Loading } from '../../components/loading.js';
import { Table, type Column } from '../../components/table.js';
import { Words } from '../../components/words.js';
import { ServicePage, useService } from '../services/service-page.js';
import { Calls } from './calls.js';

/** The invokers of a service with their events and targets, and their calls. */
export function InvokersScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const service = useService(name);
  const invokers = useAnswer('GET /services/{name}/invokers', { path: { name } });
  const off = service.data?.details?.invokersOff;
  // The steps ask for the rest.
  const add = () =>
    openDialog((close) => (
      <NameDialog
        title={t('Add an invoker')}
        action={t('Continue')}
        hint={t('For example what it does: Announce.')}
        onName={(wanted) => navigate(`${invokerPath(name, wanted)}?new=1`)}
        onClose={close}
      />
    ));
  const button = <Button needs="publish" kind="primary" icon="plus" onClick={add} text={t('Add an invoker')} />;
  return (
    <ServicePage name={name} service={service.data} onChanged={service.reload} actions={button}>
      {off !== undefined && <Note tone="warn">{off}</Note>}
      <Loading of={invokers}>
        {({ items, refused, refusedMessage: why }) => (
          <>
            {refused !== undefined && (
              <Note tone="bad">{t('No request can be sent: {reason}', { reason: serverText(refused, why) })}</Note>
            )}
            {items.length === 0 ? (
              <Empty
                icon="out"
                title={t('This web service sends nothing')}
                text={t('Invokers send requests to other systems when something happens, for example to a ticket.')}
              />
            ) : (
              <>
                <Table
                  label={t('Invokers')}
                  rows={items}
                  pickKey={(invoker) => invoker.name}
                  makeHref={(invoker) => invokerPath(name, invoker.name)}
                  columns={showInvokers(name)}
                />
                {may('look') && <h2>{t('Calls')}</h2>}
                {may('look') && <Calls service={name} />}
              </>
            )}
          </>
        )}
      </Loading>
    </ServicePage>
  );
}

function showInvokers(service: string): readonly Column<ServiceInvoker>[] {
  return [
    { title: t('Invoker'), cell: ({ name }) => name },
    { title: t('Type'), shape: 'wide mono', cell: ({ type }) => type },
    { title: t('Called by'), cell: ({ events }) => <Events events={events} /> },
    {
      title: t('Sends'),
      shape: 'wide mono',
      cell: ({ method, path }) =>
        path === null ? <Badge tone="warn">{t('No controller')}</Badge> : <Words of={`${method ?? ''} ${path}`} />,
    },
    {
      title: t('Mapping'),
      shape: 'wide',
      cell: ({ name, outbound, inbound }) => {
        const kinds = [...new Set([outbound, inbound])].filter((kind) => kind !== 'none');
        if (kinds.length === 0) return <span class="faint">{t('none')}</span>;
        return <a href={BASE + toService(service, 'mapping', { invoker: name })}>{kinds.join(', ')}</a>;
      },
    },
  ];
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
