import { useEffect, useRef, useState } from 'preact/hooks';

import type { PostTryAnswer, Routes, ServiceOperation } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { administrator } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Empty, Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { VersionChoice } from '../services/version-choice.js';
import { ServicePage, useService } from '../services/service-page.js';
import { AnswerView } from './answer-view.js';
import { firstRequest, targetOf, type FirstRequest } from './first-request.js';
import type { HeaderField } from './header-fields.js';
import { hasBody, RequestForm } from './request-form.js';

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

const NO_REQUEST = { type: undefined, operation: undefined, method: undefined, path: undefined, query: undefined };

interface WorkplaceProps {
  readonly service: string;
  readonly isDraft: boolean;
  readonly operations: readonly ServiceOperation[];
}

function Workplace({ service, isDraft, operations }: WorkplaceProps) {
  const [headers, setHeaders] = useState(() => withContentType([], addressedRequest(operations)));
  const [body, setBody] = useState(() => addressedRequest(operations).body);
  const [result, setResult] = useState<{ readonly tried: PostTryAnswer; readonly sender: string }>();
  const written = useRef(query.value.get('operation'));
  const choose = (name: string, example = 0, how = { replace: false }) => {
    written.current = name;
    const operation = operations.find((each) => each.name === name);
    const first = operation && firstRequest(operation, example);
    setQuery({ ...NO_REQUEST, operation: name, ...lineOf(first) }, how);
    setBody(first?.body ?? '');
    setHeaders((old) => withContentType(old, first ?? NOTHING));
  };
  useEffect(() => {
    const first = firstOf(operations);
    if (first !== undefined && query.value.get('path') === null) choose(first.name, 0, { replace: true });
  }, []);
  const addressed = query.value.get('operation');
  useEffect(() => {
    if (addressed === written.current) return;
    // Back has led to another operation.
    written.current = addressed;
    const request = addressedRequest(operations);
    setBody(request.body);
    setHeaders((old) => withContentType(old, request));
  }, [addressed]);
  const send = async () => {
    setResult(undefined);
    const sender = query.value.get('login') ?? administrator.value?.login ?? '';
    const draft = isDraft ? await call('GET /services/{name}/draft', { path: { name: service } }) : null;
    const definition = draft === null ? {} : { definition: draft.definition };
    const line = requestOf(query.value);
    const request = { service, ...line, headers: headersOf(headers), ...definition };
    const sent = hasBody(line.method) ? { ...request, body } : request;
    setResult({ tried: await call('POST /try', { body: sent }), sender });
  };
  return (
    <div class="columns side-by-side">
      <RequestForm
        operations={operations}
        onOperation={choose}
        headers={headers}
        onHeaders={setHeaders}
        body={body}
        onBody={setBody}
        onSend={send}
      />
      <section class="stack answer" aria-label={t('Answer')}>
        {result === undefined ? (
          <Empty icon="play" title={t('Nothing sent yet')}>
            {t('The answer appears here, with the stages on the way. What the request changes is undone.')}
          </Empty>
        ) : (
          <AnswerView tried={result.tried} sender={result.sender} />
        )}
        {operations.length === 0 && <Note tone="warn">{t('This version has no operations that can be read.')}</Note>}
      </section>
    </div>
  );
}

/** The operation that the address names, by its name or its type; otherwise the first one that can be called. */
function firstOf(operations: readonly ServiceOperation[]): ServiceOperation | undefined {
  const [name, type] = [query.value.get('operation'), query.value.get('type')];
  return (
    operations.find((each) => each.name === name || each.type === type) ??
    operations.find((each) => firstRequest(each) !== undefined)
  );
}

type Content = Pick<FirstRequest, 'method' | 'body' | 'contentType'>;

const NOTHING: Content = { method: 'GET', body: '' };

/** Of the operation that the address has, where somebody comes with one. */
function addressedRequest(operations: readonly ServiceOperation[]): Content {
  const operation = operations.find(({ name }) => name === query.value.get('operation'));
  const first = operation && firstRequest(operation);
  return { ...NOTHING, ...first, method: query.value.get('method') ?? 'GET' };
}

function lineOf(first: ReturnType<typeof firstRequest>) {
  return first === undefined ? {} : { method: first.method, path: first.path, query: first.query };
}

/** Bodies are JSON unless the operation has another form, or somebody changes that. */
function withContentType(headers: readonly HeaderField[], content: Content): readonly HeaderField[] {
  const { method, contentType = 'application/json' } = content;
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  return hasBody(method) ? [{ name: 'Content-Type', value: contentType }, ...others] : others;
}

type Trying = Routes['POST /try']['body'];

function requestOf(parameters: URLSearchParams): Pick<Trying, 'method' | 'path' | 'as'> {
  const line = { method: 'GET', path: parameters.get('path') ?? '/', query: parameters.get('query') ?? '' };
  const type = parameters.get('as');
  const login = parameters.get('login') ?? '';
  return {
    method: (parameters.get('method') ?? 'GET') as Trying['method'], // the server says what is wrong with it
    path: targetOf(line),
    ...(type === 'agent' || type === 'customer' ? { as: { type, login } } : {}),
  };
}

function headersOf(fields: readonly HeaderField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));
}
