import { useLayoutEffect, useState } from 'preact/hooks';

import type { PostTryAnswer, ServiceOperation, Stage, TriedAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { administrator } from '../../api/signed-in.js';
import { useLoad } from '../../api/use-load.js';
import { formatBytes, formatDuration, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Badge, Status } from '../../components/badge.js';
import { Code, prettyText } from '../../components/code.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { Facts } from '../../components/facts.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { RecordedPoints } from '../../components/recorded-points.js';
import { Waterfall } from '../../components/waterfall.js';
import { ServicePage, useService } from '../services/service-page.js';
import { VersionChoice } from '../services/version-choice.js';
import { firstRequest, hasBody, headersIn, requestIn } from './first-request.js';
import { RequestForm } from './request-form.js';

/** A request as a client would send it, and its answer; nothing of it lasts. What it asks for is in the address, but for headers and body. */
export function TryScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const service = useService(name);
  const isDraft = query.value.get('draft') === '1';
  // What was loaded says what it is of: until the next answer, the last one is shown.
  const loaded = useLoad(
    async (signal) => {
      const [draft, operations] = await Promise.all([
        call('GET /services/{name}/draft', { path: { name }, signal }),
        call('GET /services/{name}/operations', { path: { name }, query: { draft: isDraft }, signal }),
      ]);
      return { hasDraft: draft !== null, isDraft, operations: operations.items };
    },
    [name, isDraft],
  );
  return (
    <ServicePage name={name} service={service.data} onChanged={service.reload}>
      <Loading of={loaded}>
        {(found) => (
          <>
            {(found.hasDraft || isDraft) && (
              <div class="toolbar choices-bar">
                <VersionChoice isDraft={isDraft} />
              </div>
            )}
            <Workplace service={name} isDraft={found.isDraft} operations={found.operations} />
          </>
        )}
      </Loading>
    </ServicePage>
  );
}

const NO_REQUEST = { type: undefined, method: undefined, path: undefined, query: undefined };

interface WorkplaceProps {
  readonly service: string;
  readonly isDraft: boolean;
  readonly operations: readonly ServiceOperation[];
}

function Workplace({ service, isDraft, operations }: WorkplaceProps) {
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [result, setResult] = useState<AnswerProps>();
  const choose = (name: string, example = '', how = { replace: false }) => {
    const operation = operations.find((each) => each.name === name);
    const { method, path, query: parameters } = (operation && firstRequest(operation, Number(example))) ?? NO_REQUEST;
    setQuery({ ...NO_REQUEST, operation: name, example, method, path, query: parameters }, how);
  };
  // With the render: what is typed next must stay.
  useLayoutEffect(() => {
    const first = chooseOperation(operations);
    if (first !== undefined && query.value.get('path') === null) choose(first.name, '', { replace: true });
  }, []);
  const [name, example] = [query.value.get('operation'), query.value.get('example')];
  // Also where Back leads to another operation.
  useLayoutEffect(() => {
    const operation = operations.find((each) => each.name === name);
    const first = operation && firstRequest(operation, Number(example));
    setBody(first?.body ?? '');
    setHeaders((old) => withContentType(old, first?.contentType));
  }, [name, example]);
  const send = async () => {
    setResult(undefined);
    const sender = query.value.get('login') ?? administrator.value?.login ?? '';
    const draft = isDraft ? await call('GET /services/{name}/draft', { path: { name: service } }) : null;
    const request = { service, ...requestIn(query.value), headers: headersIn(headers) };
    const sent = {
      ...request,
      ...(draft === null ? {} : { definition: draft.definition }),
      ...(hasBody(request.method) ? { body } : {}),
    };
    setResult({ tried: await call('POST /try', { body: sent }), sender });
  };
  return (
    <div class="columns side-by-side">
      <RequestForm
        operations={operations}
        onOperation={choose}
        headers={{ value: headers, onChange: setHeaders }}
        body={{ value: body, onChange: setBody }}
        onSend={send}
      />
      <section class="stack answer" aria-label={t('Answer')}>
        {result === undefined ? (
          <Empty
            icon="play"
            title={t('Nothing sent yet')}
            text={t('The answer appears here, with the stages on the way. What the request changes is undone.')}
          />
        ) : (
          <Answer {...result} />
        )}
        {operations.length === 0 && <Note tone="warn">{t('This version has no operations that can be read.')}</Note>}
      </section>
    </div>
  );
}

/** The operation that the address names, by its name or its type; otherwise the first one that can be called. */
function chooseOperation(operations: readonly ServiceOperation[]): ServiceOperation | undefined {
  const [name, type] = [query.value.get('operation'), query.value.get('type')];
  return (
    operations.find((each) => each.name === name || each.type === type) ??
    operations.find((each) => firstRequest(each) !== undefined)
  );
}

/** Bodies are JSON unless the operation has another form, or somebody changes that. */
function withContentType(headers: string, contentType = 'application/json'): string {
  const others = headers.replace(/^content-type:.*\n?/gim, '');
  return hasBody(query.value.get('method') ?? 'GET') ? `Content-Type: ${contentType}\n${others}`.trimEnd() : others;
}

interface AnswerProps {
  readonly tried: PostTryAnswer;
  /** Login of the sender. */
  readonly sender: string;
}

function Answer({ tried, sender }: AnswerProps) {
  const { refusal, answer, stages, trace, curl } = tried;
  return (
    <>
      {refusal !== null && <Note tone="bad">{refusal}</Note>}
      {answer !== null && <Answered tried={tried} answer={answer} />}
      {stages.length > 0 && (
        <Card title={t('Where the time went')}>
          <Waterfall stages={stages.map(shownStage)} />
        </Card>
      )}
      {trace.length > 0 && (
        <details class="card">
          <summary>{t('What was recorded')}</summary>
          <RecordedPoints points={trace} />
        </details>
      )}
      <section class="stack tight">
        <h2>{t('The same request by curl')}</h2>
        <Code text={curl} label="curl" />
        <p class="faint">
          {t('Here it was sent as {sender} and undone. A client adds its credentials, and what it does lasts.', {
            sender,
          })}
        </p>
      </section>
    </>
  );
}

function Answered({ tried, answer }: { readonly tried: PostTryAnswer; readonly answer: TriedAnswer }) {
  const { status, headers, body, bytes } = answer;
  return (
    <section class="stack tight">
      <p class="row" role="status">
        <Status of={status} errorCode={tried.errorCode} />
        {tried.errorCode !== null && <Badge tone="bad">{tried.errorCode}</Badge>}
        <span class="quiet">
          {formatDuration(tried.milliseconds)} · {formatBytes(bytes)}
        </span>
      </p>
      {body === null && <Note>{t('The body is not text, or too long to be shown.')}</Note>}
      {body !== null && body !== '' && <Code text={prettyText(body)} label={t('Body of the answer')} tall />}
      {body === '' && <p class="quiet">{t('The answer has no body.')}</p>}
      <details>
        <summary>{t('Headers of the answer')}</summary>
        <Facts facts={headers.map(({ name, value }) => [name, value])} />
      </details>
    </section>
  );
}

function shownStage({ stage, start, duration, isFailed }: Stage) {
  const name = {
    route: t('Find the route'),
    read: t('Read the request'),
    'inbound mapping': t('Inbound mapping'),
    operation: t('Operation'),
    'outbound mapping': t('Outbound mapping'),
    answer: t('Write the answer'),
  }[stage];
  return { name, start, duration, tone: isFailed ? ('bad' as const) : undefined };
}
