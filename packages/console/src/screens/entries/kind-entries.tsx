import { query, setQuery } from '../../app/location.js';
import { EntryList, type EntryListProps } from './entry-list.js';
import { ReadOnlyNote } from './entry-page.js';
import { NewEntry } from './new-entry.js';
import type { KnownKind } from './use-kind.js';

export interface KindEntriesProps extends EntryListProps {
  /** Undefined until it is loaded. */
  readonly known: KnownKind | null | undefined;
  /** What the form of a new one is called. */
  readonly add: string;
  /** Members that are better filled in afterwards. */
  readonly without?: readonly string[];
  readonly hasPassword?: boolean;
}

export function KindEntries({ known, add, without, hasPassword, ...list }: KindEntriesProps) {
  return (
    <>
      {known?.isReadOnly === true && <ReadOnlyNote />}
      <EntryList {...list} />
      {known?.isReadOnly === false && query.value.get('new') === '1' && (
        <NewEntry
          title={add}
          kind={known.kind}
          onClose={() => setQuery({ new: undefined })}
          without={without}
          hasPassword={hasPassword}
        />
      )}
    </>
  );
}
