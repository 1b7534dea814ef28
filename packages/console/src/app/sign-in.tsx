import { useState } from 'preact/hooks';

import { call, wordsOf } from '../api/call.js';
import { signedIn } from '../api/session.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Note } from '../components/empty.js';
import { TextField } from '../components/field.js';
import icon from '../icon.svg';
import { t } from './language.js';

/** The first thing that strangers see. The address stays, so that the page comes that they wanted. */
export function SignInPage() {
  return (
    <main class="front">
      <div class="front-card">
        <div class="stack tight">
          <img src={icon} alt="" />
          <h1>{t('Sign in to Ticketgate')}</h1>
          <p class="quiet">{t('For agents with rw permission in the group admin.')}</p>
        </div>
        <SignInForm />
      </div>
    </main>
  );
}

/** Above a page whose session has ended. */
export function SignInDialog() {
  return (
    <Dialog title={t('Your session has ended')}>
      <p>{t('Sign in again to go on where you were. Nothing that you have typed is lost.')}</p>
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      signedIn(await call('POST /session', { body: { UserLogin: login, Password: password } }));
    } catch (cause) {
      setProblem(cause);
      setPassword('');
    }
    setBusy(false);
  };
  return (
    <form class="stack" method="post" onSubmit={submit}>
      {problem !== undefined && <Note tone="bad">{wordsOf(problem)}</Note>}
      <TextField
        label={t('Login')}
        value={login}
        onChange={setLogin}
        more={{ autocomplete: 'username', autofocus: true, required: true, autocapitalize: 'none' }}
      />
      <TextField
        label={t('Password')}
        value={password}
        onChange={setPassword}
        more={{ type: 'password', autocomplete: 'current-password', required: true }}
      />
      <Button kind="primary" submit busy={isBusy}>
        {t('Sign in')}
      </Button>
    </form>
  );
}
