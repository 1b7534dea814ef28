import { useEffect, useState } from 'preact/hooks';

import { call } from '../api/call.js';
import { comeBack, isBack, SIGN_IN_PATH } from '../api/provider-sign-in.js';
import { administrator, hasEnded, signedIn } from '../api/signed-in.js';
import { OpenedDialog } from '../components/dialog.js';
import { Skeleton } from '../components/loading.js';
import { Toasts } from '../components/toasts.js';
import { navigate, path } from './location.js';
import { Screen } from './screens.js';
import { Shell } from './shell.js';
import { SignInDialog, SignInPage } from './sign-in.js';
import { openDialogs, toasts } from './toasts.js';

export function App() {
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    const hasSession = document.querySelector<HTMLMetaElement>('meta[name=has-session]')?.content !== 'false';
    const nobody = () => (administrator.value = null);
    const refused = (cause: unknown) => {
      setProblem(cause);
      nobody();
    };
    if (isBack()) comeBack().then(signedIn, refused);
    else if (hasSession) call('GET /session').then(signedIn, nobody);
    else nobody();
  }, []);
  const isSignedIn = Boolean(administrator.value);
  useEffect(() => {
    if (isSignedIn && path.value === SIGN_IN_PATH) navigate('/', { replace: true });
  }, [isSignedIn]);
  if (administrator.value === null) return <SignInPage problem={problem} />;
  if (administrator.value === undefined) return <Skeleton lines={0} />;
  return (
    <>
      <Shell>
        <Screen key={path.value} />
      </Shell>
      <OpenedDialog />
      {hasEnded.value && <SignInDialog />}
      {/* Screen readers only read what comes into an element that was there. */}
      <Toasts shown={openDialogs.value === 0 ? toasts.value : []} />
    </>
  );
}
