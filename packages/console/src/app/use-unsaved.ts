import { useLayoutEffect } from 'preact/hooks';

import { t } from './language.js';
import { guardLeaving } from './location.js';

/** Asks before the user leaves the page with unsaved changes. */
export function useUnsaved(hasChanges: boolean): void {
  useLayoutEffect(() => {
    if (!hasChanges) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const release = guardLeaving(() => window.confirm(t('Leave this page? Your changes are not saved.')));
    window.addEventListener('beforeunload', warn);
    return () => {
      release();
      window.removeEventListener('beforeunload', warn);
    };
  }, [hasChanges]);
}
