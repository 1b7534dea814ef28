import { useState } from 'preact/hooks';

import '../../styles/entries.css';
import type { AuditEntry, GetAuditAnswer, Kind, Routes } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query, queryNumber, setQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { ChoiceFilter, NothingFits, TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { Pager } from '../../components/pager.js';
import { Table } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { kindName } from '../entries/entry-words.js';
import { loadKinds } from '../entries/use-kind.js';
import { AuditDetails } from './audit-details.js';
import { changeName } from './change-name.js';
import { TextField } from '../../components/field.js';
import { FilterForm } from '../../components/filter-form.js';
import { ReferenceField } from '../../components/reference-field.js';

type Search = Routes['GET /audit']['query'];

/** Filters of the form, by their parameters of the address. */
const BY_FORM = ['author', 'subject', 'since', 'until'] as const;

function searchOf(parameters: URLSearchParams): Search {
  const given = ['text', 'action', ...BY_FORM].map((name) => [name, parameters.get(name) ?? ''] as const);
  return Object.fromEntries(given); // the server says what is wrong with it
}

function AuditFilter() {
  return (
    <FilterForm names={BY_FORM}>
      {(field) => (
        <>
          <ReferenceField label={t('Who')} kind="Agents" {...field('author')} />
          <TextField label={t('What')} {...field('subject')} />
          <TextField label={t('From')} {...field('since')} more={{ placeholder: '2026-11-22T10:00' }} />
          <TextField label={t('Until')} {...field('until')} more={{ placeholder: '2026-11-22T12:00' }} />
        </>
      )}
    </FilterForm>
  );
}

const LIMIT = 50;

/** Who changed what, when and why; every filter is in the address. */
export function AuditScreen() {
  const parameters = query.value;
  const [hasFilter, setFilter] = useState(() => BY_FORM.some((name) => parameters.has(name)));
  const kinds = useLoad(async () => (await loadKinds()).items, []);
  const search = searchOf(parameters);
  const before = queryNumber('before');
  const page = useLoad(
    (signal) => call('GET /audit', { query: { ...search, limit: LIMIT, before }, signal }),
    [JSON.stringify(search), before],
  );
  return (
    <Page
      title={t('Audit log')}
      actions={
        <Button pressed={hasFilter} onClick={() => setFilter(!hasFilter)}>
          {t('Filters')}
        </Button>
      }
    >
      <div class="toolbar">
        <TextFilter label={t('Text, comment or value')} name="text" />
        <ChoiceFilter label={t('What was changed')} name="action" choices={actionsOf(kinds.data ?? [])} />
        {page.data !== undefined && (
          <span class="faint">{count(page.data.total, '{number} change', '{number} changes')}</span>
        )}
      </div>
      {hasFilter && <AuditFilter />}
      <Loading of={page}>{(found) => <Entries page={found} kinds={kinds.data ?? []} />}</Loading>
    </Page>
  );
}

/** The beginnings of actions: entries of the catalogue by the label of their kind, and what else is recorded. */
function actionsOf(kinds: readonly Kind[]) {
  return [
    { value: '', text: t('All changes') },
    { value: 'service', text: t('Services') },
    ...kinds
      .filter(({ label }) => label !== 'service')
      .map(({ key, label }) => ({ value: label, text: kindName(key) })),
    { value: 'catalogue', text: t('Catalogue files') },
    { value: 'API key', text: t('API keys') },
    { value: 'login', text: t('Ended sessions') },
    { value: 'administrator', text: t('Administrators signing in and out') },
    { value: 'debug log', text: t('Debug log') },
    { value: 'events', text: t('Events of plugins') },
  ];
}

interface EntriesProps {
  readonly page: GetAuditAnswer;
  readonly kinds: readonly Kind[];
}

function Entries({ page: { items, next }, kinds }: EntriesProps) {
  const entry = queryNumber('entry');
  return (
    <>
      {items.length === 0 ? (
        <NothingFits title={t('No matching changes')} />
      ) : (
        <>
          <AuditTable entries={items} />
          <Pager by="before" next={next} />
        </>
      )}
      {entry !== undefined && (
        <AuditDetails
          key={entry}
          id={entry}
          known={items.find(({ id }) => id === entry)}
          kinds={kinds}
          onClose={() => setQuery({ entry: undefined })}
        />
      )}
    </>
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const hrefOf = ({ id }: AuditEntry) => {
    const parameters = new URLSearchParams(query.value);
    parameters.set('entry', String(id));
    return `/audit?${parameters.toString()}`;
  };
  return (
    <Table
      label={t('Audit log')}
      rows={entries}
      keyOf={({ id }) => id}
      hrefOf={hrefOf}
      columns={[
        { title: t('Change'), cell: ({ action }) => changeName(action) },
        { title: t('What'), cell: ({ subject }) => subject },
        { title: t('Why'), shape: 'wide', cell: ({ comment }) => <span class="quiet">{comment}</span> },
        { title: t('Who'), shape: 'wide', cell: ({ author }) => author },
        { title: t('Time'), shape: 'number', cell: ({ at }) => <Age of={at} /> },
      ]}
    />
  );
}
