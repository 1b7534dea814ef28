import type { ComponentChildren } from 'preact';

import type { Entry, GetCatalogueKindAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { State } from '../../components/badge.js';
import { Empty } from '../../components/empty.js';
import type { IconName } from '../../components/icon.js';
import { ChoiceFilter, NothingFits, TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Pager } from '../../components/pager.js';
import { Table, type Column } from '../../components/table.js';
import { entryPath } from './use-kind.js';

const LIMIT = 50;

interface EntryListProps {
  readonly kind: string;
  /** What it lists. */
  readonly label: string;
  /** Behind the name, before the state. */
  readonly columns: readonly Column<Entry>[];
  /** What stands where there are none. */
  readonly nothing: { readonly icon: IconName; readonly title: string; readonly text: string };
  /** Above the list, behind the filters. */
  readonly beside?: ComponentChildren;
}

/** Entries of a kind in pages; search, validity and place are in the address. */
export function EntryList({ kind, label, columns, nothing, beside }: EntryListProps) {
  const [text = '', valid = '', after = ''] = ['text', 'valid', 'after'].map((name) => query.value.get(name) ?? '');
  const isValid = valid === '' ? undefined : valid === '1';
  const page = useLoad(
    (signal) =>
      call('GET /catalogue/{kind}', { path: { kind }, query: { limit: LIMIT, after, text, isValid }, signal }),
    [kind, query.value.toString()],
  );
  const total = page.data?.total ?? undefined;
  return (
    <>
      <div class="toolbar">
        <TextFilter label={t('Search')} name="text" />
        <ChoiceFilter label={t('State')} name="valid" choices={validities()} />
        {beside}
        {total !== undefined && <span class="faint">{count(total, '{number} entry', '{number} entries')}</span>}
      </div>
      <Loading of={page}>
        {(found) =>
          found.items.length === 0 ? (
            <NothingFound isFiltered={`${text}${valid}${after}` !== ''} nothing={nothing} />
          ) : (
            <EntryTable kind={kind} label={label} columns={columns} page={found} />
          )
        }
      </Loading>
    </>
  );
}

function validities() {
  return [
    { value: '', text: t('Valid or not') },
    { value: '1', text: t('Valid') },
    { value: '0', text: t('Not valid') },
  ];
}

interface EntryTableProps extends Pick<EntryListProps, 'kind' | 'label' | 'columns'> {
  readonly page: GetCatalogueKindAnswer;
}

function EntryTable({ kind, label, columns, page: { items, next } }: EntryTableProps) {
  return (
    <>
      <Table
        label={label}
        columns={[
          { title: t('Name'), cell: ({ name }) => name },
          ...columns,
          { title: t('State'), cell: (entry) => <Validity entry={entry} /> },
        ]}
        rows={items}
        keyOf={({ name }) => name}
        hrefOf={({ name }) => entryPath(kind, name)}
      />
      <Pager by="after" next={next} />
    </>
  );
}

export function Validity({ entry: { isValid } }: { readonly entry: Pick<Entry, 'isValid'> }) {
  return <State tone={isValid ? 'good' : 'plain'}>{isValid ? t('Valid') : t('Not valid')}</State>;
}

interface NothingFoundProps {
  readonly isFiltered: boolean;
  readonly nothing: EntryListProps['nothing'];
}

function NothingFound({ isFiltered, nothing: { icon, title, text } }: NothingFoundProps) {
  if (!isFiltered)
    return (
      <Empty icon={icon} title={title}>
        {text}
      </Empty>
    );
  return <NothingFits title={t('No matches')} />;
}
