import '../../styles/entries.css';
import { EntryPage } from '../entries/entry-page.js';
import { ReferencesCard } from '../entries/references-card.js';

/** One entry of a kind, or a group, as a form from the schema of the kind, and who names it. */
export function EntryScreen({ parts }: { readonly parts: Readonly<Record<string, string>> }) {
  const { kind = 'Groups', name = '' } = parts;
  return (
    <EntryPage kind={kind} name={name}>
      {(open) => <ReferencesCard kind={open.kind.key} name={name} />}
    </EntryPage>
  );
}
