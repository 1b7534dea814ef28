import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { GetServicesNameAnswer } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { navigate, servicePath } from '../../app/location.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { State } from '../../components/badge.js';
import { Page } from '../../components/page.js';
import { ServiceDialog, ServiceMenu, type ServiceDeed } from './service-actions.js';
import { stateOf } from './service-list.js';

interface ServicePageProps {
  readonly name: string;
  /** Undefined until it is loaded. */
  readonly service: GetServicesNameAnswer | undefined;
  /** Loads it anew. */
  readonly onChanged: () => void;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The service of the screen before: its header stays while the next one loads. */
let last: GetServicesNameAnswer | undefined;

/** What all screens of one service share. */
export function ServicePage({ name, service: loaded, onChanged, actions, children }: ServicePageProps) {
  const [deed, setDeed] = useState<ServiceDeed>();
  last = loaded ?? last;
  const service = last?.name === name ? last : undefined;
  const state = service && stateOf(service);
  const tabs = tabsOf(name);
  useShortcuts(
    useMemo(
      () => tabsOf(name).map(({ letter, href, text }) => ({ keys: `g ${letter}`, text, run: () => navigate(href) })),
      [name, language.value],
    ),
  );
  return (
    <Page
      title={name}
      back={{ href: '/', text: t('Services') }}
      beside={state !== undefined && <State tone={state.tone}>{state.text}</State>}
      actions={
        <>
          {actions}
          {service !== undefined && <ServiceMenu service={service} onAsk={setDeed} />}
        </>
      }
      isWide
      tabs={tabs}
    >
      {children}
      {deed !== undefined && service !== undefined && (
        <ServiceDialog deed={deed} service={service} onClose={() => setDeed(undefined)} onDone={onChanged} />
      )}
    </Page>
  );
}

function tabsOf(name: string) {
  return [
    { href: servicePath(name), text: t('Definition'), letter: 'd' },
    { href: servicePath(name, 'try'), text: t('Try it'), letter: 't' },
    { href: servicePath(name, 'mapping'), text: t('Mapping'), letter: 'm' },
    { href: servicePath(name, 'invokers'), text: t('Invokers'), letter: 'v' },
    { href: servicePath(name, 'log'), text: t('Debug log'), letter: 'r' },
    { href: servicePath(name, 'history'), text: t('History'), letter: 'h' },
  ];
}

export function loadService(name: string, signal: AbortSignal) {
  return call('GET /services/{name}', { path: { name }, signal });
}

/** For screens that need nothing else of a service. */
export function useService(name: string) {
  return useLoad((signal) => loadService(name, signal), [name]);
}
