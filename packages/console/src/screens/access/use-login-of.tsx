import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../../app/language.js';
import { EndSessions, SessionsOf } from './session-table.js';
import { SetPassword } from './set-password.js';

interface LoginOf {
  /** Entries for the menu of the page. */
  readonly menu: () => readonly { readonly text: string; readonly run: () => void }[];
  readonly sessions: ComponentChildren;
  /** The dialog that is open. */
  readonly dialog: ComponentChildren;
}

/** How an agent or a customer user signs in: password and sessions. */
export function useLoginOf(name: string, type: 'User' | 'Customer'): LoginOf {
  const [asking, setAsking] = useState<'password' | 'sessions'>();
  const [round, setRound] = useState(0);
  const close = () => setAsking(undefined);
  const changed = () => setRound(round + 1);
  const of = type === 'User' ? 'agents' : 'customers';
  return {
    menu: () => [
      { text: t('Set password …'), run: () => setAsking('password') },
      { text: t('End all sessions …'), run: () => setAsking('sessions') },
    ],
    sessions: <SessionsOf key={round} login={name} type={type} />,
    dialog: (
      <>
        {asking === 'password' && <SetPassword of={of} name={name} onClose={close} onDone={changed} />}
        {asking === 'sessions' && <EndSessions login={name} type={type} onClose={close} onDone={changed} />}
      </>
    ),
  };
}
