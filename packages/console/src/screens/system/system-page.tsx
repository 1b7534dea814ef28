import type { ComponentChildren } from 'preact';

import '../../styles/entries.css';
import { t } from '../../app/language.js';
import { Page } from '../../components/page.js';

/** What all parts of the system share. */
export function SystemPage({ children }: { readonly children: ComponentChildren }) {
  return (
    <Page
      title={t('System')}
      tabs={[
        { href: '/system', text: t('Processes') },
        { href: '/system/database', text: t('Database') },
        { href: '/system/settings', text: t('Settings') },
        { href: '/system/plugins', text: t('Plugins') },
      ]}
    >
      {children}
    </Page>
  );
}
