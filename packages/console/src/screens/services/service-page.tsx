import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { GetServicesNameAnswer } from '../../api/admin-api.js';
import { useEvent } from '../../api/listen-to-events.js';
import { administrator } from '../../api/signed-in.js';
import { useAnswer } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { navigate, toService } from '../../app/location.js';
import { mayOpen } from '../../app/may.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { openDialog } from '../../components/dialog.js';
import { Note } from '../../components/note.js';
import { Page } from '../../components/page.js';
import { Addresses } from './addresses.js';
import { ServiceMenu } from './service-actions.js';
import { isOwnChange } from './own-changes.js';
import { describeServiceState } from './service-list.js';

interface ServicePageProps {
  readonly name: string;
  /** Undefined until it is loaded. */
  readonly service: GetServicesNameAnswer | undefined;
  /** Loads it again. */
  readonly onChanged: () => void;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The service of the screen before: its header stays while the next one loads. */
let last: GetServicesNameAnswer | undefined;

export function ServicePage({ name, service: loaded, onChanged, actions, children }: ServicePageProps) {
  last = loaded ?? last;
  const service = last?.name === name ? last : undefined;
  const state = service && describeServiceState(service);
  useShortcuts(
    () => listTabs(name).map(({ letter, href, text }) => ({ keys: `g ${letter}`, text, run: () => navigate(href) })),
    [name, language.value],
  );
  return (
    <Page
      title={name}
      back={{ href: '/', text: t('Services') }}
      beside={
        service !== undefined &&
        state !== undefined && (
          <>
            <State tone={state.tone} text={state.text} />
            <span class="grow" />
            <Button
              onClick={() => openDialog((close) => <Addresses {...service} onClose={close} />)}
              text={t('Addresses')}
            />
            <ServiceMenu service={service} onChanged={onChanged} />
          </>
        )
      }
      actions={actions}
      isWide
      tabs={listTabs(name)}
    >
      <ColleagueNote
        key={name}
        name={name}
        shown={service && (service.details?.version?.number ?? 0)}
        onLoad={onChanged}
      />
      {children}
    </Page>
  );
}

interface ColleagueNoteProps {
  readonly name: string;
  /** Number of the version that the page shows; undefined until it is loaded. */
  readonly shown: number | undefined;
  readonly onLoad: () => void;
}

/** What somebody else has just done with the service on the page. */
function ColleagueNote({ name, shown = Infinity, onLoad }: ColleagueNoteProps) {
  const [news, setNews] = useState({ text: '', number: 0 });
  const tell = async (service: string, mark: string | number, text: string) => {
    if (service !== name || (await isOwnChange(service, mark))) return;
    const number = typeof mark === 'number' ? mark : Infinity;
    // A draft is old once something is published; an older version is not.
    setNews((was) => (number < was.number && was.number < Infinity ? was : { text, number }));
  };
  const wordAuthor = (author: string, words: string) =>
    author === administrator.value?.login ? t('You have changed this service in another tab or browser.') : words;
  useEvent('publish', ({ service, isGone, number = Infinity, author = '' }) => {
    const changed = t('{author} has changed this service: version {number}.', { author, number });
    const gone = t('This service was deleted, or has another name now.');
    void tell(service, number, isGone ? gone : wordAuthor(author, changed));
  });
  useEvent('draft', ({ service, author, changedAt }) => {
    const saved = t('{author} has saved a draft of this service.', { author });
    void tell(service, changedAt, wordAuthor(author, saved));
  });
  const load = () => {
    setNews({ text: '', number: 0 });
    onLoad();
  };
  if (news.number <= shown) return null;
  return (
    <div role="status">
      <Note action={<Button onClick={load} text={t('Show')} />}>{news.text}</Note>
    </div>
  );
}

function listTabs(name: string) {
  return [
    { href: toService(name), text: t('Definition'), letter: 'd' },
    { href: toService(name, 'try'), text: t('Try it'), letter: 't' },
    { href: toService(name, 'mapping'), text: t('Mapping'), letter: 'm' },
    { href: toService(name, 'invokers'), text: t('Invokers'), letter: 'v' },
    { href: toService(name, 'log'), text: t('Debug log'), letter: 'r' },
    { href: toService(name, 'history'), text: t('History'), letter: 'h' },
  ].filter(({ href }) => mayOpen(href));
}

/** For screens that need nothing else of a service. */
export function useService(name: string) {
  return useAnswer('GET /services/{name}', { path: { name } });
}
