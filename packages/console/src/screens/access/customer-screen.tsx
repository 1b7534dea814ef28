import { useState } from 'preact/hooks';

import { t } from '../../app/language.js';
import { EntryPage } from '../entries/entry-page.js';
import { ReferencesCard } from '../entries/references-card.js';
import { EndSessions, SessionsOf } from './session-table.js';
import { SetPassword } from './set-password.js';
import '../../styles/entries.css';

/** One customer user. */
export function CustomerScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const [asking, setAsking] = useState<'password' | 'sessions'>();
  const [round, setRound] = useState(0);
  const close = () => setAsking(undefined);
  const changed = () => setRound(round + 1);
  return (
    <>
      <EntryPage
        kind="CustomerUsers"
        name={name}
        back={{ href: '/access/customers', text: t('Customer users') }}
        menu={() => [
          { text: t('Set password …'), run: () => setAsking('password') },
          { text: t('End all sessions …'), run: () => setAsking('sessions') },
        ]}
      >
        {() => (
          <>
            <SessionsOf key={round} login={name} type="Customer" />
            <ReferencesCard kind="CustomerUsers" name={name} />
          </>
        )}
      </EntryPage>
      {asking === 'password' && <SetPassword of="customers" name={name} onClose={close} onDone={changed} />}
      {asking === 'sessions' && <EndSessions login={name} type="Customer" onClose={close} onDone={changed} />}
    </>
  );
}
