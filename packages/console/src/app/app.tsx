import { useEffect } from 'preact/hooks';

import { call } from '../api/call.js';
import { administrator, hasEnded, signedIn } from '../api/session.js';
import { Skeleton } from '../components/empty.js';
import { Toasts } from '../components/toasts.js';
import { path } from './location.js';
import { Screen } from './screens.js';
import { Shell } from './shell.js';
import { SignInDialog, SignInPage } from './sign-in.js';
import { openDialogs } from './toasts.js';

export function App() {
  useEffect(() => {
    const hasSession = document.querySelector<HTMLMetaElement>('meta[name=has-session]')?.content !== 'false';
    if (hasSession) call('GET /session').then(signedIn, () => (administrator.value = null));
    else administrator.value = null;
  }, []);
  if (administrator.value === null) return <SignInPage />;
  if (administrator.value === undefined) return <Skeleton lines={0} />;
  return (
    <>
      <Shell>
        <Screen key={path.value} />
      </Shell>
      {hasEnded.value && <SignInDialog />}
      {openDialogs.value === 0 && <Toasts />}
    </>
  );
}
