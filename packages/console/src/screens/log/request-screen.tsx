import { useState } from 'preact/hooks';

import type { GetDebugLogIdAnswer, TracePoint } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { errorText, formatBytes, formatDuration, formatTime, t } from '../../app/language.js';
import { BASE, navigate, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge, toneOfStatus } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, Patch, prettyText } from '../../components/code.js';
import { Confirm } from '../../components/confirm.js';
import { Note } from '../../components/empty.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { RecordedPoints } from '../../components/recorded-points.js';
import { Waterfall, type Stage } from '../../components/waterfall.js';
import { versionName } from '../services/version-name.js';
import { LogFrame } from './log-frame.js';
import { CompareDialog } from './compare-dialog.js';
import { diffLines } from './diff-lines.js';
import { ReplayDialog } from './replay-dialog.js';

/** One recorded request: what came, what happened, what was answered. */
export function RequestScreen({ parts: { name = '', id = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const request = useLoad((signal) => call('GET /debug-log/{id}', { path: { id }, signal }), [id]);
  const [dialog, setDialog] = useState<DialogName>();
  const found = request.data;
  const title = found === undefined ? t('Request') : `${found.method} ${found.path ?? found.operation ?? ''}`;
  return (
    <LogFrame
      name={name}
      title={title}
      back={{ href: '/log', text: t('Debug log') }}
      beside={found !== undefined && <Badge tone={toneOfStatus(found.status, found.errorCode)}>{found.status}</Badge>}
      actions={found !== undefined && <RequestActions request={found} onAsk={setDialog} />}
    >
      <Loading of={request}>{(shown) => <RequestParts request={shown} />}</Loading>
      {found !== undefined && <RequestDialog name={dialog} request={found} onClose={() => setDialog(undefined)} />}
    </LogFrame>
  );
}

type DialogName = 'compare' | 'send' | 'replay';

interface RequestActionsProps {
  readonly request: GetDebugLogIdAnswer;
  readonly onAsk: (name: DialogName) => void;
}

function RequestActions({ request, onAsk }: RequestActionsProps) {
  return (
    <>
      {request.operation !== null && (
        <Button icon="mapping" href={BASE + samplePath(request)}>
          {t('Use as sample')}
        </Button>
      )}
      {request.type === 'Provider' && (
        <>
          <Button onClick={() => onAsk('compare')}>{t('Compare with a host')}</Button>
          {request.caller !== null && <Button onClick={() => onAsk('send')}>{t('Send again …')}</Button>}
          <Button kind="primary" icon="play" onClick={() => onAsk('replay')}>
            {t('Replay')}
          </Button>
        </>
      )}
    </>
  );
}

interface RequestDialogProps {
  readonly name: DialogName | undefined;
  readonly request: GetDebugLogIdAnswer;
  readonly onClose: () => void;
}

function RequestDialog({ name, request, onClose }: RequestDialogProps) {
  if (name === 'compare') return <CompareDialog requests={[request]} onClose={onClose} />;
  if (name === 'replay') return <ReplayDialog request={request} onClose={onClose} />;
  return name === 'send' ? <SendAgain request={request} onClose={onClose} /> : null;
}

/** Asks before what a request did is done again. */
function SendAgain({ request, onClose }: Omit<RequestDialogProps, 'name'>) {
  const { communicationID: id, method, path, caller } = request;
  const send = async () => {
    const sent = await call('POST /debug-log/{id}/send', { path: { id } });
    toast(t('Sent again, and answered with {status}', { status: String(sent.status) }));
    navigate(`/log/${sent.communicationID}`);
  };
  return (
    <Confirm title={t('Send it again for real?')} action={t('Send again')} onConfirm={send} onClose={onClose}>
      <p class="break">
        {t(
          '{request} goes to the current version, as {caller}. What it does stays: if it makes a ticket, there is a second one.',
          {
            ...{ request: `${method} ${path ?? ''}`, caller },
          },
        )}
      </p>
      <p class="quiet">{t('The audit log has that you acted for {name}.', { name: caller })}</p>
    </Confirm>
  );
}

function samplePath({ service, type, operation, communicationID }: GetDebugLogIdAnswer): string {
  const entry = type === 'Provider' ? 'operation' : 'invoker';
  return servicePath(service, 'mapping', { [entry]: operation ?? '', request: communicationID });
}

function RequestParts({ request }: { readonly request: GetDebugLogIdAnswer }) {
  const { service, contents, curl, curlNotes, isTruncated } = request;
  const stages = stagesOf(contents, request.milliseconds);
  return (
    <>
      <Outcome request={request} />
      <section class="card" aria-label={t('Summary')}>
        <Facts
          facts={[
            [
              t('Service'),
              <a key="service" href={BASE + servicePath(service)}>
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
      {isTruncated && <Note tone="warn">{t('Some texts were too long and are cut.')}</Note>}
      {contents.every(({ start }) => start !== null) && (
        <section class="card">
          <h2>{t('Where the time went')}</h2>
          <Waterfall stages={stages} />
        </section>
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
          {curlNotes.map((note) => (
            <p key={note} class="quiet">
              {note}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

/** What came of the request, in one sentence. */
function Outcome({ request }: { readonly request: GetDebugLogIdAnswer }) {
  const { errorCode, status, caller, apiKey, contents, service, created } = request;
  const version = useLoad((signal) => versionAt(service, created, signal), [service, created]);
  const error = contents.find(({ level }) => level === 'error');
  const isFailed = errorCode !== null || status >= 400;
  const reason = errorCode === null ? undefined : errorText(errorCode, {});
  const [line = ''] = (reason ?? error?.content ?? error?.subject ?? errorCode ?? '').split('\n');
  const words = [
    caller === null ? t('nobody signed in') : t('caller {name}', { name: caller }),
    ...(apiKey === null ? [] : [t('key {name}', { name: apiKey })]),
    ...(version.data == null ? [] : [t('version {name}', { name: versionName(version.data) })]),
  ].join('; ');
  return (
    <Note tone={isFailed ? 'bad' : 'good'}>
      {isFailed
        ? t('Failed with {status}: {reason}; {words}', {
            status: String(status),
            reason: line === '' ? t('no reason is recorded') : line,
            words,
          })
        : t('Answered with {status} within {duration}; {words}', {
            status: String(status),
            duration: formatDuration(request.milliseconds),
            words,
          })}
    </Note>
  );
}

/** The version that served then; null where the newest hundred are all later, or the service is gone. */
async function versionAt(name: string, moment: string, signal: AbortSignal) {
  const query = { limit: 100 };
  const { items } = await call('GET /services/{name}/versions', { path: { name }, query, signal });
  return items.find(({ time }) => time <= moment) ?? null;
}

interface MappedProps {
  readonly points: readonly TracePoint[];
  readonly direction: 'Incoming' | 'Outgoing';
  readonly title: string;
}

/** Data before and after a mapping, as one difference. */
function Mapped({ points, direction, title }: MappedProps) {
  const contentOf = (place: string) =>
    points.find(({ subject }) => subject === `${direction} data ${place} mapping`)?.content ?? undefined;
  const [before, after] = [contentOf('before'), contentOf('after')];
  if (before === undefined || after === undefined || before === after) return null;
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      <Patch text={diffLines(prettyText(before), prettyText(after))} />
    </section>
  );
}

/** Each entry lasts until the next one. */
function stagesOf(points: readonly TracePoint[], whole: number): readonly Stage[] {
  const sorted = points
    .map((point) => ({ ...point, start: point.start ?? 0 }))
    .toSorted((one, other) => one.start - other.start);
  return sorted.map(({ level, subject, start }, index) => ({
    name: subject,
    start,
    duration: Math.max((sorted[index + 1]?.start ?? whole) - start, 0),
    tone: level === 'error' ? 'bad' : undefined,
  }));
}
