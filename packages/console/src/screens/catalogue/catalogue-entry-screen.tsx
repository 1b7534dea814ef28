import '../../styles/entries.css';
import { EntryPage } from '../entries/entry-page.js';
import { kindName } from '../entries/entry-words.js';
import { ReferencesCard } from '../entries/references-card.js';
import { listPath } from '../entries/use-kind.js';

/** One entry of a kind, as a form from the schema of the kind. */
export function CatalogueEntryScreen({
  parts: { kind = '', name = '' },
}: {
  readonly parts: Readonly<Record<string, string>>;
}) {
  return (
    <EntryPage kind={kind} name={name} back={{ href: listPath(kind), text: kindName(kind) }}>
      {(open) => <ReferencesCard kind={open.kind.key} name={name} />}
    </EntryPage>
  );
}
