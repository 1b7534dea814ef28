import { EntryPage } from '../entries/entry-page.js';
import { ReferencesCard } from '../entries/references-card.js';
import { useSignIn } from './sessions.js';
import '../../styles/entries.css';

export function CustomerScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const { menu, sessions } = useSignIn(name, 'Customer');
  return (
    <EntryPage kind="CustomerUsers" name={name} menu={menu}>
      {() => (
        <>
          {sessions}
          <ReferencesCard kind="CustomerUsers" name={name} />
        </>
      )}
    </EntryPage>
  );
}
