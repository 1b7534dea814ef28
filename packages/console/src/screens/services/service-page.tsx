import type { ComponentChildren } from 'preact';

import type { Service } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { servicePath } from '../../app/location.js';
import { State } from '../../components/badge.js';
import { Page } from '../../components/page.js';
import { stateOf } from './service-list.js';

interface ServicePageProps {
  readonly name: string;
  readonly service?: Pick<Service, 'state'> | undefined;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}

/** What all screens of one service share. */
export function ServicePage({ name, service, actions, children, isWide }: ServicePageProps) {
  const address = new URLSearchParams({ service: name }).toString();
  const state = service === undefined ? undefined : stateOf(service);
  return (
    <Page
      title={name}
      back={{ href: '/', text: t('Services') }}
      beside={state !== undefined && <State tone={state.tone}>{state.text}</State>}
      actions={actions}
      isWide={isWide === true}
      tabs={[
        { href: servicePath(name), text: t('Definition') },
        { href: servicePath(name, 'invokers'), text: t('Invokers') },
        { href: servicePath(name, 'history'), text: t('History') },
        { href: `/try?${address}`, text: t('Try it') },
        { href: `/mapping?${address}`, text: t('Mapping') },
        { href: `/log?${address}`, text: t('Debug log') },
      ]}
    >
      {children}
    </Page>
  );
}
