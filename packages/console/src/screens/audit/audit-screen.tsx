import { useState } from 'preact/hooks';

import '../../styles/entries.css';
import type { AuditEntry, Kind, Routes } from '../../api/admin-api.js';
import { useAnswer, useLoad } from '../../api/use-load.js';
import { actionText, count, t } from '../../app/language.js';
import { query, queryNumber, setQuery, withQuery } from '../../app/location.js';
import { Button } from '../../components/button.js';
import { ListScreen } from '../../components/list-screen.js';
import { Period, periodIn } from '../../components/period.js';
import type { Column } from '../../components/table.js';
import { Age } from '../../components/time.js';
import { kindName } from '../entries/entry-words.js';
import { loadKinds } from '../entries/use-kind.js';
import { SystemPage } from '../system/system-page.js';
import { AuditDetails } from './audit-details.js';
import { FilterForm } from '../../components/filter-form.js';

type Search = Routes['GET /audit']['query'];

/** Filters of the form, by their parameters of the address. */
const BY_FORM = ['author', 'subject'] as const;

function readAuditSearch(parameters: URLSearchParams): Search {
  const given = ['text', 'action', ...BY_FORM].map((name) => [name, parameters.get(name) ?? ''] as const);
  const { from, to } = periodIn(parameters);
  return { ...Object.fromEntries(given), since: from, until: to }; // the server says what is wrong with it
}

const LIMIT = 100;

/** Who changed what, when and why; every filter is in the address. */
export function AuditScreen() {
  const parameters = query.value;
  const [hasFilter, setFilter] = useState(() => BY_FORM.some((name) => parameters.has(name)));
  const kinds = useLoad(async () => (await loadKinds()).items, []);
  const entry = queryNumber('entry');
  const search = readAuditSearch(parameters);
  const before = queryNumber('before');
  const page = useAnswer('GET /audit', { query: { ...search, limit: LIMIT, before } });
  return (
    <SystemPage actions={<Button pressed={hasFilter} onClick={() => setFilter(!hasFilter)} text={t('Filters')} />}>
      <ListScreen
        label={t('Audit log')}
        of={page}
        by="before"
        filters={[
          { name: 'text', label: t('Text, comment or value') },
          { name: 'action', label: t('What was changed'), choices: listActions(kinds.data ?? []) },
        ]}
        beside={<Period />}
        counted={(number) => count(number, '{number} change', '{number} changes')}
        nothingFits={t('No matching changes')}
        pickKey={({ id }) => id}
        makeHref={({ id }) => withQuery({ entry: String(id) })}
        columns={showAudit()}
      >
        {hasFilter && (
          <FilterForm
            names={BY_FORM}
            inputs={{ author: { label: t('Who'), kind: 'Agents' }, subject: { label: t('What') } }}
          />
        )}
      </ListScreen>
      {entry !== undefined && (
        <AuditDetails
          key={entry}
          id={entry}
          known={page.data?.items.find(({ id }) => id === entry)}
          kinds={kinds.data ?? []}
          onClose={() => setQuery({ entry: undefined })}
        />
      )}
    </SystemPage>
  );
}

/** The beginnings of actions: entries of the catalogue by the label of their kind, and what else is recorded. */
function listActions(kinds: readonly Kind[]) {
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

function showAudit(): readonly Column<AuditEntry>[] {
  return [
    { title: t('Change'), value: ({ action }) => actionText(action) },
    { title: t('What'), value: ({ subject }) => subject },
    { title: t('Why'), shape: 'wide', cell: ({ comment }) => <span class="quiet">{comment}</span> },
    { title: t('Who'), shape: 'wide', value: ({ author }) => author },
    { title: t('Time'), shape: 'number', value: ({ at }) => at, cell: ({ at }) => <Age of={at} /> },
  ];
}
