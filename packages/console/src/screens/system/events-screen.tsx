import { useState } from 'preact/hooks';

import type { InvokerRequest, PluginEvent } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { BASE, query, queryNumber, servicePath, setQuery } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Code, prettyText } from '../../components/code.js';
import { Confirm } from '../../components/confirm.js';
import { Dialog } from '../../components/dialog.js';
import { Empty } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';
import { Picker } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Menu } from '../../components/menu.js';
import { Pager } from '../../components/pager.js';
import { Table } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { SentRequest } from '../invokers/sent-request.js';
import { SystemPage } from './system-page.js';

/** Events that plugins and invokers could not handle, or have yet to. */
export function EventsScreen() {
  const state = query.value.get('state') === 'waiting' ? 'waiting' : 'dead';
  const after = queryNumber('after');
  const [dropped, setDropped] = useState<readonly number[] | 'all'>();
  const events = useLoad((signal) => call('GET /plugin-events', { query: { state, after }, signal }), [state, after]);
  const shown = events.data?.items.find(({ id }) => String(id) === query.value.get('event'));
  const retry = async (which: readonly number[] | 'all') => {
    const answer = await call('POST /plugin-events/retry', { body: which === 'all' ? { all: true } : { ids: which } });
    toast(count(answer.events, '{number} event will be tried again', '{number} events will be tried again'));
    events.reload();
  };
  const hasDead = state === 'dead' && (events.data?.items.length ?? 0) > 0;
  return (
    <SystemPage>
      <div class="toolbar">
        <Picker
          label={t('State')}
          value={state}
          choices={[
            { value: 'dead', text: t('Not delivered') },
            { value: 'waiting', text: t('Waiting') },
          ]}
          onChange={(value) =>
            setQuery({ state: value === 'dead' ? undefined : value, after: undefined }, { replace: false })
          }
        />
        <span class="grow" />
        {hasDead && <Button onClick={() => retry('all')}>{t('Send all again')}</Button>}
        {hasDead && <Button onClick={() => setDropped('all')}>{t('Delete all …')}</Button>}
      </div>
      <Loading of={events}>
        {({ items, next }) =>
          items.length === 0 ? (
            <NoEvents state={state} />
          ) : (
            <>
              <EventTable events={items} onRetry={retry} onDrop={setDropped} />
              <Pager by="after" next={next} />
            </>
          )
        }
      </Loading>
      {shown !== undefined && <EventDetails event={shown} onClose={() => setQuery({ event: undefined })} />}
      {dropped !== undefined && (
        <DropEvents which={dropped} onClose={() => setDropped(undefined)} onDone={events.reload} />
      )}
    </SystemPage>
  );
}

function NoEvents({ state }: { readonly state: 'dead' | 'waiting' }) {
  return state === 'dead' ? (
    <Empty icon="check" title={t('No event was given up')}>
      {t(
        'One that a plugin or an invoker cannot handle appears here after its last try. Those that are tried again are waiting.',
      )}
    </Empty>
  ) : (
    <Empty icon="check" title={t('No event is waiting')} />
  );
}

/** The address with one event opened. */
function withEvent(id: number): string {
  const parameters = new URLSearchParams(query.value);
  parameters.set('event', String(id));
  return parameters.toString();
}

interface EventTableProps {
  readonly events: readonly PluginEvent[];
  readonly onRetry: (ids: readonly number[]) => Promise<void>;
  readonly onDrop: (ids: readonly number[]) => void;
}

function EventTable({ events, onRetry, onDrop }: EventTableProps) {
  return (
    <Table
      label={t('Events')}
      rows={events}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/system/events?${withEvent(id)}`}
      columns={[
        { title: t('Event'), cell: ({ name }) => name },
        { title: t('For'), shape: 'wide', cell: ({ consumer }) => <Consumer name={consumer} /> },
        { title: t('Error'), shape: 'wide fill', cell: ({ error }) => <span class="quiet">{error}</span> },
        { title: t('Tries'), shape: 'wide number', cell: ({ attempts }) => attempts },
        { title: t('Time'), shape: 'number', cell: ({ at }) => <Age of={at} /> },
        {
          title: '',
          shape: 'action',
          cell: ({ id, name, deadSince }) =>
            deadSince !== null && (
              <Menu
                label={t('Actions of {name}', { name })}
                items={[
                  { text: t('Send again'), run: () => onRetry([id]) },
                  { text: t('Delete'), run: () => onDrop([id]), isDangerous: true },
                ]}
              />
            ),
        },
      ]}
    />
  );
}

/** A plugin, or the web service whose invoker is called. */
function Consumer({ name }: { readonly name: string }) {
  const [, service] = /^service:(.*)$/s.exec(name) ?? [];
  if (service === undefined) return <span class="mono break">{name}</span>;
  return <a href={BASE + servicePath(service, 'invokers')}>{service}</a>;
}

function EventDetails({ event, onClose }: { readonly event: PluginEvent; readonly onClose: () => void }) {
  // Of an invoker's call that was given up.
  const { Sent: sent, ...data } = event.data;
  return (
    <Dialog title={event.name} shape="drawer" onClose={onClose}>
      <Facts
        facts={[
          [t('For'), <Consumer key="for" name={event.consumer} />],
          [t('Time'), <Age key="at" of={event.at} />],
          [t('Tries'), String(event.attempts)],
          [t('Handled in order with'), event.key],
        ]}
      />
      {event.error !== null && <Code text={event.error} label={t('Error')} />}
      {sent !== undefined && <SentRequest request={sent as InvokerRequest} />}
      <Code text={prettyText(JSON.stringify(data))} label={t('What happened')} tall />
    </Dialog>
  );
}

interface DropEventsProps {
  readonly which: readonly number[] | 'all';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DropEvents({ which, onClose, onDone }: DropEventsProps) {
  const drop = async () => {
    const answer = await call('POST /plugin-events/drop', { body: which === 'all' ? { all: true } : { ids: which } });
    toast(count(answer.events, '{number} event was deleted', '{number} events were deleted'));
    onDone();
  };
  return (
    <Confirm title={t('Delete these events?')} action={t('Delete')} onConfirm={drop} onClose={onClose}>
      <p>{t('Plugins and other systems will never learn of what happened. This cannot be undone.')}</p>
    </Confirm>
  );
}
