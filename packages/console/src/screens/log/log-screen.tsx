import { useLayoutEffect, useState } from 'preact/hooks';

import type { RecordedRequest } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useEvent } from '../../api/listen-to-events.js';
import { useLoad } from '../../api/use-load.js';
import { count, DAY, formatDuration, t } from '../../app/language.js';
import { path, query, queryNumber, setQuery, withQuery } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { openDialog } from '../../components/dialog.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { SearchField, TextField, useFields } from '../../components/field.js';
import { FilterForm } from '../../components/filter-form.js';
import { FormDialog } from '../../components/form-dialog.js';
import { ListScreen } from '../../components/list-screen.js';
import { Loading } from '../../components/loading.js';
import { Period } from '../../components/period.js';
import { Table, type Column } from '../../components/table.js';
import { FailureList } from './failure-list.js';
import { filterNames, hasFilters, logFilters, type Search, readLogSearch, USUAL_PERIOD } from './log-filter.js';
import { LogFrame } from './log-frame.js';
import { LogHistogram } from './log-histogram.js';
import { Badge, Status } from '../../components/badge.js';
import { Age } from '../../components/time.js';
import { Words } from '../../components/words.js';

const LIMIT = 100;
/** Requests that the live list keeps. */
const MOST_LIVE = 200;

/** Recorded requests of all services or of one; every filter is in the address. */
export function LogScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const parameters = query.value;
  const isLive = parameters.get('live') === '1';
  const [hasFilter, setFilter] = useState(() => hasFilters(parameters));
  // Sorting the same rows does not make another list.
  const filterKey = withQuery({ sort: undefined });
  const search = readLogSearch(parameters, name);
  const isFailed = parameters.get('failed') === 'true';
  const toggle = (parameter: string, value: string, how: { readonly replace: boolean }) => {
    const isOn = parameters.get(parameter) === value;
    setQuery({ [parameter]: isOn ? undefined : value, before: undefined }, how);
  };
  const actions = (
    <>
      <Button pressed={hasFilter} onClick={() => setFilter(!hasFilter)} text={t('Filters')} />
      <Button pressed={isFailed} onClick={() => toggle('failed', 'true', { replace: false })} text={t('Only failed')} />
      {isFailed && !isLive && (
        <Button
          pressed={parameters.get('rows') === '1'}
          onClick={() => toggle('rows', '1', { replace: false })}
          text={t('Each request')}
        />
      )}
      <Button
        icon={isLive ? 'pause' : 'play'}
        pressed={isLive}
        onClick={() => toggle('live', '1', { replace: true })}
        text={t('Live')}
      />
      <Button
        needs="everything"
        onClick={() => openDialog((close) => <CleanUp of={search.service ?? ''} onClose={close} />)}
        text={t('Clean up …')}
      />
    </>
  );
  return (
    <LogFrame name={name} title={t('Debug log')} actions={actions}>
      <TextSearch />
      {hasFilter && <FilterForm names={filterNames()} inputs={logFilters(name !== '')} />}
      {!isLive && <LogHistogram search={search} isNarrowed={parameters.has('from') || parameters.has('to')} />}
      {isLive ? (
        <LiveList key={String(isFailed)} name={name} isFailed={isFailed} />
      ) : isFailed && parameters.get('rows') !== '1' ? (
        <FailureList search={search} />
      ) : (
        <PagedList key={filterKey} parameters={parameters} search={search} />
      )}
    </LogFrame>
  );
}

function TextSearch() {
  const given = query.value.get('text') ?? '';
  const [text, setText] = useState(given);
  // With the render: what is typed next must stay.
  useLayoutEffect(() => setText(given), [given]);
  const submit = (event: Event) => {
    event.preventDefault();
    setQuery({ text, before: undefined, live: undefined }, { replace: false });
  };
  return (
    <form class="toolbar" role="search" onSubmit={submit}>
      <SearchField label={t('Text of a request or answer')} value={text} onChange={setText} />
      <Button submit icon="search" text={t('Search')} />
      <Period usual={USUAL_PERIOD} />
      <span class="faint">{t('Three characters or more')}</span>
    </form>
  );
}

function PagedList({ parameters, search }: { readonly parameters: URLSearchParams; readonly search: Search }) {
  const isOldest = parameters.get('order') === 'oldest';
  const by = isOldest ? 'after' : 'before';
  const place = queryNumber(by);
  const page = useLoad(
    (signal) => call('GET /debug-log', { query: { ...search, limit: LIMIT, [by]: place }, signal }),
    [],
  );
  const isNarrowed = hasFilters(parameters) || parameters.has('failed') || search.from !== undefined;
  return (
    <ListScreen
      label={t('Requests')}
      of={page}
      by={by}
      columns={requestColumns()}
      pickKey={({ id }) => id}
      makeHref={requestPath}
      nothing={isNarrowed ? undefined : nothingRecorded()}
      nothingFits={t('No matching requests')}
    >
      {page.data?.isCutShort === true && (
        <Note tone="warn">{t('The search took too long and stopped early. Narrow it by time or service.')}</Note>
      )}
    </ListScreen>
  );
}

function nothingRecorded() {
  return {
    icon: 'log' as const,
    title: t('No requests are recorded'),
    text: t(
      'What is recorded depends on the debug level of a service: with "debug" it is every request, with "error" those that fail.',
    ),
  };
}

/** In the log that lists it. */
function requestPath({ communicationID }: RecordedRequest): string {
  return `${path.value}/${encodeURIComponent(communicationID)}`;
}

/** Requests as they come, the newest first. */
function LiveList({ name, isFailed }: { readonly name: string; readonly isFailed: boolean }) {
  const [requests, setRequests] = useState<readonly RecordedRequest[]>([]);
  const [skipped, setSkipped] = useState(0);
  useEvent('request', (request) => {
    const isWanted = !isFailed || request.errorCode !== null || request.status >= 400;
    if (isWanted && ['', request.service].includes(name)) setRequests((old) => [request, ...old].slice(0, MOST_LIVE));
  });
  useEvent('skipped', ({ skipped: more }) => setSkipped((old) => old + more));
  return (
    <>
      {skipped > 0 && (
        <Note>{t('{skipped} requests came too fast to be shown here; the log has them.', { skipped })}</Note>
      )}
      {requests.length === 0 ? (
        <Empty
          icon="play"
          title={t('Waiting for requests …')}
          text={t('Each recorded request appears here as soon as it is answered.')}
        />
      ) : (
        <Table
          label={t('Requests')}
          columns={requestColumns()}
          rows={requests}
          pickKey={({ id }) => id}
          makeHref={requestPath}
        />
      )}
    </>
  );
}

/** Before anything was recorded. */
const BEGINNING = '1000-01-01T00:00:00Z';

function CleanUp({ of, onClose }: { readonly of: string; readonly onClose: () => void }) {
  const { values, makeField } = useFields({ days: '30', service: of });
  const { days, service } = values;
  const isNumber = /^\d+$/.test(days);
  const counted = useLoad(
    async (signal) => {
      const to = new Date(Date.now() - Number(days) * DAY).toISOString();
      return call('GET /debug-log/counts', { query: { from: BEGINNING, to, service, steps: 1 }, signal });
    },
    [days, service],
  );
  const clean = async () => {
    const { requests } = await call('DELETE /debug-log', { query: { days: Number(days), service } });
    toast(t('{requests} requests were deleted', { requests }));
    setQuery({ before: undefined });
  };
  return (
    <FormDialog
      title={t('Clean up the debug log')}
      action={t('Delete')}
      kind="danger"
      disabled={!isNumber}
      onSubmit={clean}
      onClose={onClose}
    >
      <TextField
        label={t('Delete what is older than (days)')}
        hint={t('0 deletes everything.')}
        error={isNumber ? undefined : t('Write a whole number.')}
        {...makeField('days')}
        more={{ inputMode: 'numeric' }}
      />
      <TextField label={t('Only of the service')} hint={t('Empty for all.')} {...makeField('service')} />
      {isNumber && (
        <Loading of={counted} lines={1}>
          {({ total, isExact }) => (
            <p role="status">
              {isExact
                ? count(total, '{number} request is deleted.', '{number} requests are deleted.')
                : t('More than {number} requests are deleted.', { number: total })}
            </p>
          )}
        </Loading>
      )}
    </FormDialog>
  );
}

function requestColumns(): readonly Column<RecordedRequest>[] {
  return [
    {
      title: t('Request'),
      shape: 'mono',
      cell: ({ type, method, path: sent, service, times }) => (
        <>
          {type === 'Requester' && <Badge tone="accent">{t('sent')}</Badge>} <span class="method">{method}</span>{' '}
          <Words of={sent === null || sent === '' ? service : sent} /> {times > 1 && <Badge>{`${times} ×`}</Badge>}
        </>
      ),
    },
    {
      title: t('Status'),
      value: ({ status }) => status,
      cell: (each) => <Status of={each.status} errorCode={each.errorCode} />,
    },
    {
      title: t('Operation'),
      shape: 'wide',
      value: ({ operation }) => operation,
      cell: ({ operation, service }) => (
        <span title={service}>
          <Words of={operation ?? ''} />
        </span>
      ),
    },
    { title: t('Error'), shape: 'wide mono', value: ({ errorCode }) => errorCode },
    { title: t('Caller'), shape: 'wide', value: ({ caller }) => caller },
    {
      title: t('Duration'),
      shape: 'wide number',
      value: ({ milliseconds }) => milliseconds,
      cell: ({ milliseconds }) => formatDuration(milliseconds),
    },
    { title: t('Time'), shape: 'number', isOrder: true, cell: ({ created }) => <Age of={created} /> },
  ];
}
