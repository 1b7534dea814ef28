import { diffArrays } from 'diff';

import type { GetDebugLogIdAnswer, TracePoint } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { administrator } from '../../api/signed-in.js';
import { useAnswer, useLoad } from '../../api/use-load.js';
import { formatBytes, formatDuration, formatTime, messageText, serverText, t } from '../../app/language.js';
import { BASE, navigate, toService } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Status } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, Patch, prettyText } from '../../components/code.js';
import { ask } from '../../components/form-dialog.js';
import { openDialog } from '../../components/dialog.js';
import { Note } from '../../components/note.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { RecordedPoints } from '../../components/recorded-points.js';
import { Waterfall, type Stage } from '../../components/waterfall.js';
import { versionName } from '../services/version-name.js';
import { LogFrame } from './log-frame.js';
import { FailureNote, versionAt } from './failure-note.js';
import { ReplayDialog } from './replay-dialog.js';

/** One recorded request: what came, what happened, what was answered. */
export function RequestScreen({ parts: { name = '', id = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const request = useAnswer('GET /debug-log/{id}', { path: { id } });
  const found = request.data;
  const title = found === undefined ? t('Request') : `${found.method} ${found.path ?? found.operation ?? ''}`;
  return (
    <LogFrame
      name={name}
      title={title}
      back={{ href: '/log', text: t('Debug log') }}
      beside={found !== undefined && <Status of={found.status} errorCode={found.errorCode} />}
      actions={found !== undefined && <RequestActions request={found} />}
    >
      <Loading of={request}>{(shown) => <RequestParts request={shown} />}</Loading>
    </LogFrame>
  );
}

function RequestActions({ request }: { readonly request: GetDebugLogIdAnswer }) {
  const replay = () => openDialog((close) => <ReplayDialog request={request} onClose={close} />);
  return (
    <>
      {request.operation !== null && (
        <Button icon="mapping" href={BASE + samplePath(request)} text={t('Use as sample')} />
      )}
      {request.type === 'Provider' && request.notSendable === null && (
        <>
          {request.caller !== null && (
            <Button needs="everything" onClick={() => sendAgain(request)} text={t('Send again …')} />
          )}
          <Button needs="everything" kind="primary" icon="play" onClick={replay} text={t('Replay')} />
        </>
      )}
    </>
  );
}

/** Asks before what a request did is done again. */
function sendAgain({ communicationID: id, method, path, caller, maySend }: GetDebugLogIdAnswer): void {
  ask({
    title: t('Send it again for real?'),
    text: (
      <>
        <p class="break">
          {t(
            '{request} goes to the current version, as {caller}. What it does stays: if it makes a ticket, there is a second one.',
            { request: `${method} ${path ?? ''}`, caller },
          )}
        </p>
        <p class="quiet">{t('The audit log has that you acted for {name}.', { name: caller })}</p>
        {!maySend && (
          <Note tone="warn">
            {t(
              'You may not send requests again yet. The operator of the server adds your login in gateway.yml and restarts it:',
            )}
            <Code text={`admin:\n  sendAgain: [${administrator.value?.login ?? ''}]`} label="gateway.yml" />
          </Note>
        )}
      </>
    ),
    action: t('Send again'),
    disabled: !maySend,
    onSubmit: async () => {
      const sent = await call('POST /debug-log/{id}/send', { path: { id } });
      const words = t('Sent again, and answered with {status}', { status: String(sent.status) });
      toast(sent.errorCode === null ? words : `${words}: ${sent.errorCode}`, sent.errorCode === null ? 'good' : 'bad');
      navigate(`/log/${sent.communicationID}`);
    },
  });
}

function samplePath({ service, type, operation, communicationID }: GetDebugLogIdAnswer): string {
  const entry = type === 'Provider' ? 'operation' : 'invoker';
  return toService(service, 'mapping', { [entry]: operation ?? '', request: communicationID });
}

function RequestParts({ request }: { readonly request: GetDebugLogIdAnswer }) {
  const { service, contents, curl, curlMessages, isTruncated } = request;
  return (
    <>
      <Outcome request={request} />
      <section class="card" aria-label={t('Summary')}>
        <Facts
          facts={[
            [
              t('Service'),
              <a key="service" href={BASE + toService(service)}>
                {service}
              </a>,
            ],
            [request.type === 'Provider' ? t('Operation') : t('Invoker'), request.operation ?? '–'],
            [t('Time'), formatTime(request.created)],
            [t('Duration'), formatDuration(request.milliseconds)],
            [t('Caller'), request.caller ?? t('Nobody known')],
            [t('Address'), request.address ?? '–'],
            [t('Error'), request.errorCode ?? '–'],
            [t('Received'), formatBytes(request.bytesReceived)],
            [t('Sent'), formatBytes(request.bytesSent)],
            [
              t('Request id'),
              <span key="id" class="mono">
                {request.requestID ?? request.communicationID}
              </span>,
            ],
          ]}
        />
      </section>
      {lacksBody(request) && (
        <Note>
          {t('Only the error was recorded, without headers and body.')}{' '}
          <a href={BASE + toService(service, '', { form: 'settings' })}>
            {t('Have failures of {service} recorded whole', { service })}
          </a>
        </Note>
      )}
      {request.notSendable !== null && (
        <Note>{t('It cannot be replayed or sent again. {reason}', { reason: serverText(request.notSendable) })}</Note>
      )}
      <Bodies request={request} />
      {isTruncated && <Note tone="warn">{t('Some texts were too long and are cut.')}</Note>}
      {contents.every(({ start }) => start !== null) && (
        <Card title={t('Where the time went')}>
          <Waterfall stages={layOutStages(request)} />
        </Card>
      )}
      <Mapped points={contents} direction="Incoming" title={t('What the mapping of the request changed')} />
      <Mapped points={contents} direction="Outgoing" title={t('What the mapping of the answer changed')} />
      <details class="stack">
        <summary>{t('What was recorded, step by step')}</summary>
        <RecordedPoints points={contents} />
      </details>
      {curl !== null && (
        <section class="stack tight">
          <h2>{t('The same request by curl')}</h2>
          <Code text={curl} label="curl" />
          {curlMessages.map((note) => (
            <p key={note.message} class="quiet">
              {messageText(note)}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

/** Whether its service records only the error of a failure. */
function lacksBody({ failure, contents, times }: GetDebugLogIdAnswer): boolean {
  return failure !== null && times === 1 && !contents.some(({ level }) => level === 'debug');
}

/** What came of the request, in one sentence. */
function Outcome({ request }: { readonly request: GetDebugLogIdAnswer }) {
  const { type, status, caller, apiKey, service, created, failure } = request;
  const version = useLoad((signal) => versionAt(service, created, signal), [service, created]);
  const words = [
    ...(caller !== null ? [t('caller {name}', { name: caller })] : type === 'Provider' ? [t('nobody signed in')] : []),
    ...(apiKey === null ? [] : [t('key {name}', { name: apiKey })]),
    ...(version.data == null ? [] : [t('version {name}', { name: versionName(version.data) })]),
  ].join('; ');
  if (failure !== null) return <FailureNote request={request} words={words} />;
  const duration = formatDuration(request.milliseconds);
  return (
    <Note tone="good">
      {t('Answered with {status} within {duration}; {words}', { status: String(status), duration, words })}
    </Note>
  );
}

/** Of a failure, what came and what was answered. */
function Bodies({ request: { failure, contents } }: { readonly request: GetDebugLogIdAnswer }) {
  if (failure === null) return null;
  const shown: readonly (readonly [title: string, subject: RegExp])[] = [
    [t('What came'), /^Received data by provider/],
    [t('What was sent'), /^(?:Remaining outgoing data|XML data sent)/],
    [t('What came back'), /^(?:JSON|XML) data received/],
  ];
  return shown.map(([title, subject]) => {
    const content = contents.find((point) => subject.test(point.subject))?.content;
    return (
      content != null && (
        <section key={title} class="stack tight">
          <h2>{title}</h2>
          <Code text={prettyText(content)} label={title} />
        </section>
      )
    );
  });
}

interface MappedProps {
  readonly points: readonly TracePoint[];
  readonly direction: 'Incoming' | 'Outgoing';
  readonly title: string;
}

/** Data before and after a mapping, as one difference. */
function Mapped({ points, direction, title }: MappedProps) {
  const findContent = (place: string) =>
    points.find(({ subject }) => subject === `${direction} data ${place} mapping`)?.content ?? undefined;
  const [before, after] = [findContent('before'), findContent('after')];
  if (before === undefined || after === undefined || before === after) return null;
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      <Patch text={markLines(before, after)} />
    </section>
  );
}

/** Lines that are compared; of longer texts, what stands first. */
const MOST_LINES = 1000;

/** The lines of two texts, with `-` before those of the first one alone, `+` before those of the second, and a space before those of both. */
function markLines(before: string, after: string): string {
  const split = (text: string) => prettyText(text).split('\n').slice(0, MOST_LINES);
  return diffArrays(split(before), split(after))
    .flatMap(({ added, removed, value }) => value.map((line) => `${added ? '+' : removed ? '-' : ' '}${line}`))
    .join('\n');
}

/** Each entry lasts until the next one. */
function layOutStages({ contents, milliseconds: whole, ...request }: GetDebugLogIdAnswer): readonly Stage[] {
  const sorted = contents
    .map((point) => ({ ...point, start: point.start ?? 0 }))
    .toSorted((one, other) => one.start - other.start);
  return sorted.map(({ level, subject, start }, index) => ({
    name: nameStage(subject, request),
    start,
    duration: Math.max((sorted[index + 1]?.start ?? whole) - start, 0),
    tone: level === 'error' ? 'bad' : undefined,
  }));
}

/** In the language of the page. Hosts write the operation or the status into some names. */
function nameStage(subject: string, { operation, status }: Pick<GetDebugLogIdAnswer, 'operation' | 'status'>): string {
  const form = subject.replace(`'${operation ?? ''}'`, `'{operation}'`).replace(`: ${status})`, ': {status})');
  return form === subject ? serverText(subject) : t(form, { operation, status: String(status) });
}
