import { t } from '../../app/language.js';
import { EntryPage } from '../entries/entry-page.js';
import { ReferencesCard } from '../entries/references-card.js';
import { useLoginOf } from './sessions.js';
import '../../styles/entries.css';

/** One customer user. */
export function CustomerScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const { menu, sessions } = useLoginOf(name, 'Customer');
  return (
    <EntryPage
      kind="CustomerUsers"
      name={name}
      back={{ href: '/access/customers', text: t('Customer users') }}
      menu={menu}
    >
      {() => (
        <>
          {sessions}
          <ReferencesCard kind="CustomerUsers" name={name} />
        </>
      )}
    </EntryPage>
  );
}
