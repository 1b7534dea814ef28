import type { ComponentChildren } from 'preact';

import '../../styles/entries.css';
import { t } from '../../app/language.js';
import { Page } from '../../components/page.js';

interface AccessPageProps {
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What all lists of accounts share. */
export function AccessPage({ actions, children }: AccessPageProps) {
  return (
    <Page
      title={t('Access')}
      actions={actions}
      tabs={[
        { href: '/access/agents', text: t('Agents') },
        { href: '/access/roles', text: t('Roles') },
        { href: '/access/groups', text: t('Groups') },
        { href: '/access/customers', text: t('Customer users') },
        { href: '/access/keys', text: t('API keys') },
        { href: '/access/sessions', text: t('Sessions') },
      ]}
    >
      {children}
    </Page>
  );
}
