import type { InvokerRequest, PluginEvent } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useAnswer, useRefresh } from '../../api/use-load.js';
import { count, formatDuration, serverText, t } from '../../app/language.js';
import { BASE, invokerPath, query, queryNumber, setQuery, withQuery } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { asSchema } from '../../components/schema.js';
import { Badge, State, Status, type Toned } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, prettyText } from '../../components/code.js';
import { ask } from '../../components/form-dialog.js';
import { Dialog } from '../../components/dialog.js';
import { Facts } from '../../components/facts.js';
import { ListScreen } from '../../components/list-screen.js';
import { Menu } from '../../components/menu.js';
import { Page } from '../../components/page.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { ShownRequest } from './what-step.js';

export function CallsScreen() {
  return (
    <Page title={t('Calls of invokers')}>
      <Calls />
    </Page>
  );
}

interface CallsProps {
  readonly service?: string;
}

/** Calls that wait, are tried again, were given up or are done; of one web service, or of all. */
export function Calls(props: CallsProps) {
  return query.value.get('state') === 'done' ? <DoneCalls {...props} /> : <OpenCalls {...props} />;
}

function describeLists() {
  const choices = { '': t('Not done yet'), waiting: t('Waiting or tried again'), dead: t('Given up'), done: t('Done') };
  return {
    label: t('Calls'),
    filters: [
      { name: 'state', label: t('State'), choices },
      { name: 'text', label: t('Service, ticket (#17) or text') },
    ],
  };
}

/** What is to happen to one call, or to all that are shown. */
interface Wanted {
  readonly which: { readonly all: true } | { readonly ids: readonly number[] };
  readonly number: number;
  readonly isDrop: boolean;
}

function OpenCalls({ service }: CallsProps) {
  const asked = query.value.get('state');
  const state = asked === 'waiting' || asked === 'dead' ? asked : 'all';
  const after = queryNumber('after');
  const consumer = service === undefined ? undefined : `service:${service}`;
  const text = query.value.get('text') ?? undefined;
  const events = useAnswer('GET /plugin-events', { query: { state, after, consumer, text, limit: 100 } });
  const dead = useAnswer('GET /plugin-events', { query: { consumer, text, limit: 1 } });
  const reload = () => {
    events.reload();
    dead.reload();
  };
  useRefresh(events.reload, dead.reload);
  const run = async ({ which, isDrop }: Wanted) => {
    const body = 'ids' in which ? which : { ...which, consumer, text };
    const { events: number } = await call(isDrop ? 'POST /plugin-events/drop' : 'POST /plugin-events/retry', { body });
    if (isDrop) toast(count(number, '{number} call was deleted', '{number} calls were deleted'));
    else toast(count(number, '{number} call is tried again', '{number} calls are tried again'));
    reload();
  };
  const askFirst = (wanted: Wanted) => ask({ ...wordQuestion(wanted), onSubmit: () => run(wanted) });
  const number = state === 'waiting' ? 0 : (dead.data?.total ?? 0);
  const all = { which: { all: true }, number } as const;
  const shown = events.data?.items.find(({ id }) => id === queryNumber('event'));
  return (
    <>
      <ListScreen
        {...describeLists()}
        of={events}
        counted={(found) => count(found, '{number} call', '{number} calls')}
        actions={() =>
          number > 0 && (
            <>
              <Button
                needs="everything"
                onClick={() => askFirst({ ...all, isDrop: false })}
                text={t('Send all {number} again …', { number })}
              />
              <Button
                needs="everything"
                onClick={() => askFirst({ ...all, isDrop: true })}
                text={t('Delete all {number} …', { number })}
              />
            </>
          )
        }
        nothing={{ icon: 'check', title: t('No call waits, and none was given up') }}
        nothingFits={t('No matching calls')}
        pickKey={({ id }) => id}
        makeHref={({ id }) => withQuery({ event: String(id) })}
        columns={showCalls(service === undefined, async ({ id }, isDrop) => {
          const one = { which: { ids: [id] }, number: 1, isDrop };
          if (isDrop) askFirst(one);
          else await run(one);
        })}
      />
      {shown !== undefined && <EventDetails event={shown} onClose={() => setQuery({ event: undefined })} />}
    </>
  );
}

function wordQuestion({ number, isDrop }: Wanted) {
  if (!isDrop) {
    return {
      title: t('Send {number} calls again?', { number }),
      text: t('Each is tried at once, as if it were new. Systems that had got one already get it twice.'),
      action: t('Send again'),
      kind: 'primary' as const,
    };
  }
  return {
    title: count(number, 'Delete this call?', 'Delete {number} calls?'),
    text: t('Plugins and other systems will never learn of what happened. This cannot be undone.'),
    action: t('Delete'),
  };
}

type Act = (event: PluginEvent, isDrop: boolean) => unknown;

function showCalls(hasServices: boolean, act: Act): readonly Column<PluginEvent>[] {
  const consumer = {
    title: t('For'),
    shape: 'wide',
    value: (event: PluginEvent) => event.consumer,
    cell: Consumer,
  } as const;
  return [
    { title: t('Call'), value: toTitle },
    { title: t('State'), value: (event) => sayState(event).text, cell: (event) => <State {...sayState(event)} /> },
    ...(hasServices ? [consumer] : []),
    { title: t('Ticket'), shape: 'wide', value: findTicketID },
    { title: t('Reason'), shape: 'wide fill', cell: Reason },
    { title: t('Tries'), shape: 'wide number', value: ({ attempts }) => attempts },
    { title: t('Next try'), shape: 'wide', value: ({ dueAt }) => dueAt, cell: showNextTry },
    { title: t('Time'), shape: 'wide number', value: ({ at }) => at, cell: ({ at }) => <Age of={at} /> },
    {
      title: '',
      shape: 'action',
      cell: (event) => (
        <Menu
          label={t('Actions of {name}', { name: toTitle(event) })}
          items={[
            {
              text: event.deadSince === null ? t('Try now') : t('Send again'),
              needs: 'everything',
              run: () => act(event, false),
            },
            { text: t('Delete …'), needs: 'everything', run: () => act(event, true), isDangerous: true },
          ]}
        />
      ),
    },
  ];
}

/** Without the destination, which the details of the call have. */
function Reason({ error }: PluginEvent) {
  return <span class="quiet">{error?.replace(/^Error while performing .*?'\. (?=.)/, '')}</span>;
}

function showNextTry({ dueAt, deadSince }: PluginEvent) {
  return deadSince === null ? <Age of={dueAt} /> : <span class="faint">{t('None')}</span>;
}

/** The invoker and its event; of plugins, the event alone. */
function toTitle({ name, data }: PluginEvent): string {
  return typeof data.Invoker === 'string' ? `${data.Invoker}: ${name}` : name;
}

function findTicketID({ data, key }: PluginEvent): string {
  const inner = asSchema(data.Data ?? data);
  const id = inner.TicketID ?? /^ticket:(\d+)/.exec(key)?.[1];
  return typeof id === 'number' || typeof id === 'string' ? `#${id}` : '';
}

function sayState({ deadSince, attempts }: PluginEvent): Toned {
  if (deadSince !== null) return { tone: 'bad', text: t('Given up') };
  return attempts > 0 ? { tone: 'warn', text: t('Tried again') } : { tone: 'plain', text: t('Waiting') };
}

/** A plugin, or the web service whose invoker is called. */
function Consumer({ consumer: name, data }: Pick<PluginEvent, 'consumer' | 'data'>) {
  const [, service] = /^service:(.*)$/s.exec(name) ?? [];
  if (service === undefined) return <span class="mono break">{name}</span>;
  return <ServiceLink service={service} invoker={typeof data.Invoker === 'string' ? data.Invoker : undefined} />;
}

/** To the invoker, where that is known. */
function ServiceLink({ service, invoker }: { readonly service: string; readonly invoker?: string | undefined }) {
  return <a href={BASE + invokerPath(service, invoker)}>{service}</a>;
}

function EventDetails({ event, onClose }: { readonly event: PluginEvent; readonly onClose: () => void }) {
  // Of an invoker's call that was given up.
  const { Sent: sent, Tries: tries, Past: _past, ...data } = event.data;
  return (
    <Dialog title={toTitle(event)} shape="drawer" onClose={onClose}>
      <Facts
        facts={[
          [t('State'), sayState(event).text],
          [t('For'), <Consumer key="for" consumer={event.consumer} data={event.data} />],
          [t('Time'), <Age key="at" of={event.at} />],
          [t('Tries'), String(event.attempts)],
          [t('Next try'), showNextTry(event)],
          [t('Handled in order with'), event.key],
        ]}
      />
      {event.error !== null && <Code text={serverText(event.error)} label={t('Reason')} />}
      {/* Both as the server keeps them. */}
      {Array.isArray(tries) && <Tries of={tries as readonly Try[]} />}
      {sent !== undefined && <ShownRequest request={sent as InvokerRequest} />}
      <Code text={prettyText(JSON.stringify(data))} label={t('What happened')} tall />
    </Dialog>
  );
}

/** As the server keeps it. */
interface Try {
  readonly At: string;
  readonly Status: number | null;
  readonly Reason: string;
  /** Of its entry in the debug log. */
  readonly Request: string | null;
}

/** All tries of a call, the first one first. */
function Tries({ of }: { readonly of: readonly Try[] }) {
  return (
    <section class="stack tight">
      <h3>{t('All tries')}</h3>
      <ol class="lines">
        {of.map(({ At: at, Status: status, Reason: reason, Request: request }) => (
          <li key={at} class="row">
            {status === null ? (
              <Badge tone="bad">{t('No answer')}</Badge>
            ) : (
              <Status of={status} errorCode="Requester.Failed" />
            )}
            <Age of={at} />
            <span class="grow break">{serverText(reason)}</span>
            {request !== null && <a href={`${BASE}/log/${request}`}>{t('Show')}</a>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Calls that the debug log has. */
function DoneCalls({ service }: CallsProps) {
  const before = queryNumber('before');
  const text = query.value.get('text') ?? undefined;
  const wanted = { type: 'Requester', service, before, text, failed: false, limit: 100 } as const;
  const calls = useAnswer('GET /debug-log', { query: wanted });
  return (
    <ListScreen
      {...describeLists()}
      of={calls}
      by="before"
      nothingFits={t('The debug log has no call. With the debug level "debug" it records all.')}
      pickKey={({ id }) => id}
      makeHref={({ communicationID }) => `/log/${encodeURIComponent(communicationID)}`}
      columns={[
        { title: t('Call'), cell: ({ operation, method }) => `${operation ?? ''} ${method}`.trim() },
        { title: t('Status'), cell: ({ status, errorCode }) => <Status of={status} errorCode={errorCode} /> },
        { title: t('For'), shape: 'wide', cell: ServiceLink },
        { title: t('Duration'), shape: 'wide number', cell: ({ milliseconds }) => formatDuration(milliseconds) },
        { title: t('Time'), shape: 'number', cell: ({ created }) => <Age of={created} /> },
      ]}
    />
  );
}
