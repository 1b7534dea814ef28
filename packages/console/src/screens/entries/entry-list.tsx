import type { ComponentChildren } from 'preact';

import type { Entry, GetCatalogueKindAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { useTypedQuery } from '../../app/use-typed-query.js';
import { State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Empty } from '../../components/empty.js';
import { Picker, SearchField } from '../../components/field.js';
import type { IconName } from '../../components/icon.js';
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
  const [text, setText] = useTypedQuery('text');
  const parameters = query.value;
  const search = { text: parameters.get('text') ?? '', valid: parameters.get('valid') ?? '' };
  const after = parameters.get('after') ?? '';
  const page = useLoad(
    (signal) =>
      call('GET /catalogue/{kind}', {
        path: { kind },
        query: {
          limit: LIMIT,
          ...(after === '' ? {} : { after }),
          ...(search.text === '' ? {} : { text: search.text }),
          ...validityOf(search.valid),
        },
        signal,
      }),
    [kind, parameters.toString()],
  );
  const total = page.data?.total ?? undefined;
  return (
    <>
      <div class="toolbar">
        <SearchField label={t('Search')} value={text} onChange={setText} />
        <Picker
          label={t('State')}
          value={search.valid}
          choices={validities()}
          onChange={(valid) => setQuery({ valid, after: undefined })}
        />
        {beside}
        {total !== undefined && <span class="faint">{count(total, '{number} entry', '{number} entries')}</span>}
      </div>
      <Loading of={page}>
        {(found) =>
          found.items.length === 0 ? (
            <NothingFound isFiltered={search.text !== '' || search.valid !== '' || after !== ''} nothing={nothing} />
          ) : (
            <EntryTable kind={kind} label={label} columns={columns} page={found} />
          )
        }
      </Loading>
    </>
  );
}

function validityOf(valid: string) {
  return valid === '' ? {} : { isValid: valid === '1' };
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
  const clear = () => setQuery({ text: undefined, valid: undefined, after: undefined });
  return (
    <Empty
      icon="search"
      title={t('Nothing fits')}
      actions={<Button onClick={clear}>{t('Clear the filters')}</Button>}
    />
  );
}
