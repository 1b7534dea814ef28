import { t } from '../../app/language.js';
import { EntryPage } from '../entries/entry-page.js';
import { ReferencesCard } from '../entries/references-card.js';
import '../../styles/entries.css';

/** A group, and who has permissions in it. */
export function GroupScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  return (
    <EntryPage kind="Groups" name={name} back={{ href: '/access/groups', text: t('Groups') }}>
      {() => <ReferencesCard kind="Groups" name={name} />}
    </EntryPage>
  );
}
