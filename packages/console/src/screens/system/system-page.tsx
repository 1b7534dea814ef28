import type { ComponentChildren } from 'preact';

import '../../styles/entries.css';
import { t } from '../../app/language.js';
import { Page } from '../../components/page.js';

interface SystemPageProps {
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What all parts of the system share. */
export function SystemPage(page: SystemPageProps) {
  return (
    <Page
      {...page}
      title={t('System')}
      tabs={[
        { href: '/system', text: t('Processes') },
        { href: '/system/database', text: t('Database') },
        { href: '/system/settings', text: t('Settings') },
        { href: '/system/plugins', text: t('Plugins') },
        { href: '/operations', text: t('Operations') },
        { href: '/audit', text: t('Audit log') },
      ]}
    />
  );
}
