import type { Entry } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { State } from '../../components/badge.js';
import type { IconName } from '../../components/icon.js';
import { ListScreen } from '../../components/list-screen.js';
import type { Column } from '../../components/table.js';
import { kindName } from './entry-words.js';
import { entryPath } from './use-kind.js';

const LIMIT = 100;

export interface EntryListProps {
  readonly kind: string;
  /** Behind the name, before the state. */
  readonly columns: readonly Column<Entry>[];
  /** Shown if there are none. */
  readonly nothing: { readonly icon: IconName; readonly title: string; readonly text: string };
}

/** Entries of a kind in pages; search, validity and place are in the address. */
export function EntryList({ kind, columns, nothing }: EntryListProps) {
  const [text = '', valid = '', after = ''] = ['text', 'valid', 'after'].map((name) => query.value.get(name) ?? '');
  const isValid = valid === '' ? undefined : valid === '1';
  const validities = [
    { value: '', text: t('Valid or not') },
    { value: '1', text: t('Valid') },
    { value: '0', text: t('Not valid') },
  ];
  const page = useAnswer('GET /catalogue/{kind}', { path: { kind }, query: { limit: LIMIT, after, text, isValid } });
  return (
    <ListScreen
      label={kindName(kind)}
      of={page}
      filters={[
        { name: 'text', label: t('Search') },
        { name: 'valid', label: t('State'), choices: validities },
      ]}
      counted={(number) => count(number, '{number} entry', '{number} entries')}
      nothing={nothing}
      nothingFits={t('No matches')}
      columns={[
        { title: t('Name'), value: ({ name }) => name },
        ...columns,
        { title: t('State'), value: (entry) => Number(entry.isValid), cell: Validity },
      ]}
      pickKey={({ name }) => name}
      makeHref={({ name }) => entryPath(kind, name)}
    />
  );
}

export function Validity({ isValid }: Pick<Entry, 'isValid'>) {
  return <State tone={isValid ? 'good' : 'plain'} text={isValid ? t('Valid') : t('Not valid')} />;
}
