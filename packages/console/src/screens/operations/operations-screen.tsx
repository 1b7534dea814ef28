import { useMemo } from 'preact/hooks';

import type { OperationType } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, language, serverText, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { Empty } from '../../components/empty.js';
import { SearchField } from '../../components/field.js';
import { ChoiceFilter, NothingFits } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { ServerText } from '../../components/words.js';
import { Table, type Column } from '../../components/table.js';

/** What plugins bring for web services to offer. */
export function OperationsScreen() {
  const operations = useLoad(async (signal) => (await call('GET /operations', { signal })).items, []);
  return (
    <Page title={t('Operations')}>
      <Loading of={operations}>{(all) => <OperationList all={all} />}</Loading>
    </Page>
  );
}

function OperationList({ all }: { readonly all: readonly OperationType[] }) {
  const found = useMemo(() => filtered(all, query.value), [all, query.value, language.value]);
  const columns = useMemo(columnsOf, [language.value]);
  if (all.length === 0) {
    return (
      <Empty icon="operations" title={t('No operations')}>
        {t('Operations come with plugins. Name some under plugins: in gateway.yml.')}
      </Empty>
    );
  }
  return (
    <>
      <Filters all={all} number={found.length} />
      {found.length === 0 ? (
        <NothingFits title={t('No matching operations')} />
      ) : (
        <Table
          label={t('Operations')}
          columns={columns}
          rows={found}
          keyOf={({ type }) => type}
          hrefOf={({ type }) => operationPath(type)}
        />
      )}
    </>
  );
}

export function operationPath(type: string): string {
  return `/operations/${encodeURIComponent(type)}`;
}

function Filters({ all, number }: { readonly all: readonly OperationType[]; readonly number: number }) {
  const plugins = [...new Set(all.flatMap(({ plugin }) => plugin ?? []))].sort();
  return (
    <div class="toolbar">
      <SearchField
        label={t('Search operations')}
        value={query.value.get('text') ?? ''}
        onChange={(text) => setQuery({ text })}
      />
      <ChoiceFilter
        label={t('Plugin')}
        name="plugin"
        choices={[{ value: '', text: t('All plugins') }, ...plugins.map((each) => ({ value: each, text: each }))]}
      />
      <ChoiceFilter
        label={t('Effect')}
        name="effect"
        choices={[
          { value: '', text: t('All effects') },
          { value: 'reads', text: t('Reads') },
          { value: 'writes', text: t('Writes') },
        ]}
      />
      <ChoiceFilter
        label={t('Use')}
        name="used"
        choices={[
          { value: '', text: t('Used or not') },
          { value: 'yes', text: t('Used') },
          { value: 'no', text: t('Not used') },
        ]}
      />
      <span class="faint">{count(number, '{number} operation', '{number} operations')}</span>
    </div>
  );
}

function filtered(all: readonly OperationType[], parameters: URLSearchParams): readonly OperationType[] {
  const wanted = (parameters.get('text') ?? '').toLowerCase();
  const [plugin, effect, used] = ['plugin', 'effect', 'used'].map((name) => parameters.get(name) ?? '');
  return all.filter(
    (each) =>
      `${each.type} ${serverText(each.summary)}`.toLowerCase().includes(wanted) &&
      (plugin === '' || each.plugin === plugin) &&
      (effect === '' || each.effect === effect) &&
      (used === '' || (used === 'yes') === each.services.length > 0),
  );
}

export function EffectBadge({ effect }: Pick<OperationType, 'effect'>) {
  return effect === 'reads' ? <Badge>{t('Reads')}</Badge> : <Badge tone="accent">{t('Writes')}</Badge>;
}

function columnsOf(): readonly Column<OperationType>[] {
  return [
    { title: t('Operation'), shape: 'mono', cell: ({ type }) => type },
    {
      title: t('Summary'),
      shape: 'wide',
      cell: ({ summary }) => (
        <span class="quiet">
          <ServerText of={summary} />
        </span>
      ),
    },
    { title: t('Effect'), cell: ({ effect }) => <EffectBadge effect={effect} /> },
    { title: t('Plugin'), shape: 'wide', cell: ({ plugin }) => plugin ?? '–' },
    { title: t('Services'), shape: 'number', cell: ({ services }) => services.length },
  ];
}
