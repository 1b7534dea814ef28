import { useEffect, useState } from 'preact/hooks';

import type { InvokerRequest, PluginEvent, RecordedRequest } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, formatDuration, t } from '../../app/language.js';
import { BASE, query, queryNumber, servicePath, setQuery, withQuery } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge, State, toneOfStatus, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, prettyText } from '../../components/code.js';
import { Confirm } from '../../components/confirm.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/facts.js';
import { ListScreen, type Filter } from '../../components/list-screen.js';
import { Menu } from '../../components/menu.js';
import { Page } from '../../components/page.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { SentRequest } from './what-step.js';

/** Milliseconds between two looks. */
const REFRESH = 5000;

/** The calls of all invokers, and the events that plugins handle. */
export function CallsScreen() {
  return (
    <Page title={t('Calls of invokers')}>
      <Calls />
    </Page>
  );
}

/** Calls that wait, are tried again, were given up or are done; of one web service, or of all. */
export function Calls({ service }: { readonly service?: string }) {
  return query.value.get('state') === 'done' ? <DoneCalls service={service} /> : <OpenCalls service={service} />;
}

function filters(): readonly Filter[] {
  return [
    {
      name: 'state',
      label: t('State'),
      choices: [
        { value: '', text: t('Not done yet') },
        { value: 'waiting', text: t('Waiting or tried again') },
        { value: 'dead', text: t('Given up') },
        { value: 'done', text: t('Done') },
      ],
    },
  ];
}

interface CallsProps {
  readonly service: string | undefined;
}

type Which = readonly number[] | 'all';

function OpenCalls({ service }: CallsProps) {
  const state = stateIn(query.value.get('state'));
  const after = queryNumber('after');
  const consumer = service === undefined ? undefined : `service:${service}`;
  const events = useLoad(
    (signal) => call('GET /plugin-events', { query: { state, after, consumer, limit: 100 }, signal }),
    [state, after, consumer],
  );
  const [asked, setAsked] = useState<{ readonly which: Which; readonly isDrop: boolean }>();
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && events.reload(), REFRESH);
    return () => clearInterval(timer);
  }, [events.reload]);
  const retry = async (which: Which) => {
    const { events: number } = await call('POST /plugin-events/retry', { body: { ...bodyOf(which), consumer } });
    toast(count(number, '{number} call is tried again', '{number} calls are tried again'));
    events.reload();
  };
  const all = state === 'dead' ? (events.data?.total ?? 0) : 0;
  const shown = events.data?.items.find(({ id }) => id === queryNumber('event'));
  return (
    <>
      <ListScreen
        label={t('Calls')}
        of={events}
        filters={filters()}
        counted={(number) => count(number, '{number} call', '{number} calls')}
        actions={() =>
          all > 0 && (
            <>
              <Button onClick={() => setAsked({ which: 'all', isDrop: false })}>
                {t('Send all {number} again …', { number: all })}
              </Button>
              <Button onClick={() => setAsked({ which: 'all', isDrop: true })}>
                {t('Delete all {number} …', { number: all })}
              </Button>
            </>
          )
        }
        nothing={{ icon: 'check', title: t('No call waits, and none was given up') }}
        nothingFits={t('No matching calls')}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => withQuery({ event: String(id) })}
        columns={columnsOf(service === undefined, {
          onRetry: (id) => retry([id]),
          onDrop: (id) => setAsked({ which: [id], isDrop: true }),
        })}
      />
      {shown !== undefined && <EventDetails event={shown} onClose={() => setQuery({ event: undefined })} />}
      {asked?.isDrop === false && (
        <Confirm
          title={t('Send {number} calls again?', { number: all })}
          action={t('Send again')}
          isHarmless
          onConfirm={() => retry(asked.which)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Each is tried at once, as if it were new. Systems that had got one already get it twice.')}</p>
        </Confirm>
      )}
      {asked?.isDrop === true && (
        <Drop
          which={asked.which}
          number={asked.which === 'all' ? all : 1}
          consumer={consumer}
          onClose={() => setAsked(undefined)}
          onDone={events.reload}
        />
      )}
    </>
  );
}

function stateIn(text: string | null) {
  return text === 'waiting' || text === 'dead' ? text : 'all';
}

function bodyOf(which: Which) {
  return which === 'all' ? { all: true as const } : { ids: which };
}

interface RowActions {
  readonly onRetry: (id: number) => unknown;
  readonly onDrop: (id: number) => void;
}

function columnsOf(hasServices: boolean, { onRetry, onDrop }: RowActions): readonly Column<PluginEvent>[] {
  return [
    { title: t('Call'), sortedBy: nameOf, cell: nameOf },
    {
      title: t('State'),
      sortedBy: (event) => stateOf(event).text,
      cell: (event) => <State tone={stateOf(event).tone}>{stateOf(event).text}</State>,
    },
    ...(hasServices
      ? [
          {
            title: t('For'),
            shape: 'wide' as const,
            sortedBy: ({ consumer }: PluginEvent) => consumer,
            cell: ({ consumer }: PluginEvent) => <Consumer name={consumer} />,
          },
        ]
      : []),
    { title: t('Ticket'), shape: 'wide', sortedBy: ticketOf, cell: ticketOf },
    { title: t('Reason'), shape: 'wide fill', cell: ({ error }) => <span class="quiet">{error}</span> },
    { title: t('Tries'), shape: 'wide number', sortedBy: ({ attempts }) => attempts, cell: ({ attempts }) => attempts },
    {
      title: t('Next try'),
      shape: 'wide',
      sortedBy: ({ dueAt }) => dueAt,
      cell: ({ dueAt, deadSince }) =>
        deadSince === null ? <Age of={dueAt} /> : <span class="faint">{t('None')}</span>,
    },
    { title: t('Time'), shape: 'wide number', sortedBy: ({ at }) => at, cell: ({ at }) => <Age of={at} /> },
    {
      title: '',
      shape: 'action',
      cell: (event) => (
        <Menu
          label={t('Actions of {name}', { name: nameOf(event) })}
          items={[
            { text: event.deadSince === null ? t('Try now') : t('Send again'), run: () => onRetry(event.id) },
            { text: t('Delete …'), run: () => onDrop(event.id), isDangerous: true },
          ]}
        />
      ),
    },
  ];
}

/** The invoker and its event; of plugins, the event alone. */
function nameOf({ name, data }: PluginEvent): string {
  return typeof data.Invoker === 'string' ? `${data.Invoker}: ${name}` : name;
}

function ticketOf({ data, key }: PluginEvent): string {
  const inner = (data.Data ?? data) as Readonly<Record<string, unknown>>; // an object of any kind
  const id = inner.TicketID ?? /^ticket:(\d+)/.exec(key)?.[1];
  return typeof id === 'number' || typeof id === 'string' ? `#${id}` : '';
}

function stateOf({ deadSince, attempts }: PluginEvent): { readonly tone: Tone; readonly text: string } {
  if (deadSince !== null) return { tone: 'bad', text: t('Given up') };
  return attempts > 0 ? { tone: 'warn', text: t('Tried again') } : { tone: 'plain', text: t('Waiting') };
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
    <Dialog title={nameOf(event)} shape="drawer" onClose={onClose}>
      <Facts
        facts={[
          [t('State'), stateOf(event).text],
          [t('For'), <Consumer key="for" name={event.consumer} />],
          [t('Time'), <Age key="at" of={event.at} />],
          [t('Tries'), String(event.attempts)],
          [t('Next try'), event.deadSince === null ? <Age key="due" of={event.dueAt} /> : t('None')],
          [t('Handled in order with'), event.key],
        ]}
      />
      {event.error !== null && <Code text={event.error} label={t('Reason')} />}
      {sent !== undefined && <SentRequest request={sent as InvokerRequest} />}
      <Code text={prettyText(JSON.stringify(data))} label={t('What happened')} tall />
    </Dialog>
  );
}

interface DropProps {
  readonly which: Which;
  readonly number: number;
  readonly consumer: string | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Drop({ which, number, consumer, onClose, onDone }: DropProps) {
  const drop = async () => {
    const answer = await call('POST /plugin-events/drop', { body: { ...bodyOf(which), consumer } });
    toast(count(answer.events, '{number} call was deleted', '{number} calls were deleted'));
    onDone();
  };
  return (
    <Confirm
      title={count(number, 'Delete this call?', 'Delete {number} calls?')}
      action={t('Delete')}
      onConfirm={drop}
      onClose={onClose}
    >
      <p>{t('Plugins and other systems will never learn of what happened. This cannot be undone.')}</p>
    </Confirm>
  );
}

/** Calls that the debug log has. */
function DoneCalls({ service }: CallsProps) {
  const before = queryNumber('before');
  const calls = useLoad(
    (signal) =>
      call('GET /debug-log', { query: { type: 'Requester', service, before, failed: false, limit: 100 }, signal }),
    [service, before],
  );
  return (
    <ListScreen
      label={t('Calls')}
      of={calls}
      by="before"
      filters={filters()}
      nothingFits={t('The debug log has no call. With the debug level "debug" it records all.')}
      keyOf={({ id }) => id}
      hrefOf={({ communicationID }) => `/log/${encodeURIComponent(communicationID)}`}
      columns={doneColumns()}
    />
  );
}

function doneColumns(): readonly Column<RecordedRequest>[] {
  return [
    { title: t('Call'), cell: ({ operation, method }) => `${operation ?? ''} ${method}`.trim() },
    { title: t('Status'), cell: ({ status }) => <Badge tone={toneOfStatus(status)}>{status}</Badge> },
    {
      title: t('For'),
      shape: 'wide',
      cell: ({ service }) => <a href={BASE + servicePath(service, 'invokers')}>{service}</a>,
    },
    { title: t('Duration'), shape: 'wide number', cell: ({ milliseconds }) => formatDuration(milliseconds) },
    { title: t('Time'), shape: 'number', cell: ({ created }) => <Age of={created} /> },
  ];
}
