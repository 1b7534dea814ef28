import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { BASE, path } from '../app/location.js';
import { t } from '../app/language.js';
import { Words } from './words.js';

interface PageProps {
  readonly title: string;
  /** What stands above the title and leads back. */
  readonly back?: { readonly href: string; readonly text: string };
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly tabs?: readonly Tab[];
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}

export interface Tab {
  readonly href: string;
  readonly text: string;
}

/** What every screen has: a title, what can be done, and parts. */
export function Page({ title, back, beside, actions, tabs = [], children, isWide }: PageProps) {
  const part = tabs.find(isShown)?.text;
  useEffect(() => {
    document.title = [part, title, 'Ticketgate'].filter((each) => each !== undefined).join(' · ');
  }, [part, title]);
  return (
    <div class={isWide === true ? 'page wide-page' : 'page'}>
      <header class="page-head">
        <div class="grow">
          {back !== undefined && (
            <a class="back" href={`${BASE}${back.href}`}>
              {back.text}
            </a>
          )}
          <div class="row">
            <h1>
              <Words of={title} />
            </h1>
            {beside}
          </div>
        </div>
        <div class="row actions">{actions}</div>
      </header>
      {tabs.length > 0 && <Tabs tabs={tabs} />}
      <div class="page-body stack">{children}</div>
    </div>
  );
}

function isShown({ href }: Pick<Tab, 'href'>): boolean {
  return path.value === href.split('?')[0];
}

function Tabs({ tabs }: { readonly tabs: readonly Tab[] }) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path.value]);
  return (
    <nav ref={list} class="tabs" aria-label={t('Parts of this page')}>
      {tabs.map(({ href, text }) => (
        <a key={href} href={`${BASE}${href}`} aria-current={isShown({ href }) ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
