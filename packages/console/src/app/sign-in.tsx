import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { call, wordProblem } from '../api/call.js';
import { goToProvider, isGoingOn, OTHER_TAB } from '../api/provider-sign-in.js';
import { listenToTabs } from '../api/other-tabs.js';
import { signedIn } from '../api/signed-in.js';
import { useAnswer } from '../api/use-load.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Skeleton } from '../components/loading.js';
import { Note } from '../components/note.js';
import { CheckField, TextField, useFields } from '../components/field.js';
import { useSubmit } from '../components/form-dialog.js';
import icon from '../icon.svg';
import { Appearance } from './appearance.js';
import { t } from './language.js';

/** Shown before signing in. The address stays, so that the page that the user wanted comes afterwards. */
export function SignInPage({ problem }: { readonly problem: unknown }) {
  const [failure, setFailure] = useState(problem);
  const go = () => goToProvider().catch(setFailure);
  useEffect(() => {
    if (isGoingOn()) void go();
  }, []);
  return (
    <main class="front">
      <div class="front-card">
        <div class="stack tight">
          <img src={icon} alt="" />
          <h1>{t('Sign in to Ticketgate')}</h1>
          <p class="quiet">{t('For agents who may administer.')}</p>
        </div>
        {failure !== undefined && <Note tone="bad">{wordProblem(failure)}</Note>}
        <SignInWays
          provider={(name) => <Button kind="primary" onClick={go} text={t('Sign in with {name}', { name })} />}
        />
        <Appearance />
      </div>
    </main>
  );
}

/** Above a page whose session has ended. */
export function SignInDialog() {
  useEffect(() => listenToTabs(() => void call('GET /session').then(signedIn, () => undefined)), []);
  return (
    <Dialog title={t('Your session has ended')}>
      <p>{t('Sign in again to go on where you were. Nothing that you have typed is lost.')}</p>
      <SignInWays
        provider={(name) => (
          <Button
            kind="primary"
            href={OTHER_TAB}
            target="_blank"
            text={t('Sign in with {name} in another tab', { name })}
          />
        )}
      />
    </Dialog>
  );
}

interface SignInWaysProps {
  /** The way by the provider of that name. */
  readonly provider: (name: string) => ComponentChildren;
}

function SignInWays({ provider }: SignInWaysProps) {
  const { data, problem } = useAnswer('GET /sign-in');
  if (data === undefined && problem === undefined) return <Skeleton lines={3} />;
  const name = data?.provider ?? null;
  if (name === null) return <SignInForm />;
  return (
    <>
      <div class="stack">{provider(name)}</div>
      <details open={data?.passwordForm === 'shown'}>
        <summary>{t('Sign in with a password')}</summary>
        <SignInForm kind="plain" />
      </details>
    </>
  );
}

function SignInForm({ kind = 'primary' }: { readonly kind?: 'primary' | 'plain' }) {
  const { values, makeField } = useFields({ UserLogin: '', Password: '' });
  const [isShown, setShown] = useState(false);
  const { submit, isBusy, failure } = useSubmit(async () => signedIn(await call('POST /session', { body: values })));
  return (
    <form class="stack" method="post" onSubmit={submit}>
      {failure}
      <TextField
        label={t('Login')}
        {...makeField('UserLogin')}
        more={{ autocomplete: 'username', autofocus: kind === 'primary', required: true, autocapitalize: 'none' }}
      />
      <TextField
        label={t('Password')}
        {...makeField('Password')}
        more={{ type: isShown ? 'text' : 'password', autocomplete: 'current-password', required: true }}
      />
      <CheckField label={t('Show what I type')} checked={isShown} onChange={setShown} />
      <Button kind={kind} submit busy={isBusy} text={t('Sign in')} />
    </form>
  );
}
