import { createContext, type ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { joinFacts } from '../app/format-value.js';
import { BASE, path } from '../app/location.js';
import { t } from '../app/language.js';
import { mayOpen } from '../app/may.js';
import { Words } from './words.js';

export interface PageProps {
  readonly title: string;
  /** A link above the title. */
  readonly back?: { readonly href: string; readonly text: string };
  readonly beside?: ComponentChildren;
  /** Next to the tabs, if there are any. */
  readonly actions?: ComponentChildren;
  readonly tabs?: readonly Tab[];
  readonly children: ComponentChildren;
  readonly isWide?: boolean;
}

export interface Tab {
  readonly href: string;
  readonly text: string;
}

/** The tabs that pages share, by context: the module that has them imports these pages. */
export const PageTabs = createContext<Readonly<Record<'access' | 'system', readonly Tab[]>>>({
  access: [],
  system: [],
});

export function Page({ title, back, beside, actions, tabs: all = [], children, isWide }: PageProps) {
  const tabs = all.filter(({ href }) => mayOpen(href));
  const shown = findShownTab(tabs);
  useEffect(() => {
    document.title = joinFacts(shown?.text, title, 'Ticketgate');
  }, [shown?.text, title]);
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
        {tabs.length === 0 && <div class="row actions">{actions}</div>}
      </header>
      {tabs.length > 0 && (
        <div class="tab-line">
          <Tabs tabs={tabs} shown={shown} />
          <div class="row actions">{actions}</div>
        </div>
      )}
      <div class="page-body stack">{children}</div>
    </div>
  );
}

/** The one whose screen is shown, or the nearest one above it. */
function findShownTab(tabs: readonly Tab[]): Tab | undefined {
  return tabs
    .filter(({ href }) => path.value === href || path.value.startsWith(`${href}/`))
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}

function Tabs({ tabs, shown }: { readonly tabs: readonly Tab[]; readonly shown: Tab | undefined }) {
  const list = useRef<HTMLElement>(null);
  useEffect(
    () => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [path.value],
  );
  return (
    <nav ref={list} class="tabs" aria-label={t('Parts of this page')}>
      {tabs.map(({ href, text }) => (
        <a key={href} href={`${BASE}${href}`} aria-current={href === shown?.href ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

interface CardProps {
  readonly title: string;
  /** After the title. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Card({ title, beside, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <div class="row">
        <h2 class="grow" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
