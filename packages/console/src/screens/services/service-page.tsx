import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { GetServicesNameAnswer, SavedDraft } from '../../api/admin-api.js';
import { useEvent } from '../../api/listen-to-events.js';
import { listenToTabs } from '../../api/other-tabs.js';
import { administrator } from '../../api/signed-in.js';
import { useAnswer } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { navigate, toService } from '../../app/location.js';
import { mayOpen } from '../../app/may.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { State } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { openDialog } from '../../components/dialog.js';
import { Note } from '../../components/empty.js';
import { Page } from '../../components/page.js';
import { Addresses } from './addresses.js';
import { ServiceMenu } from './service-actions.js';
import { describeServiceState } from './service-list.js';
import { isKnownDraft } from './use-draft.js';

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
      <ColleagueNote key={name} name={name} shown={service?.details?.version?.number} onLoad={onChanged} />
      {children}
    </Page>
  );
}

interface ColleagueNoteProps {
  readonly name: string;
  /** The number of the version on the page. */
  readonly shown: number | undefined;
  readonly onLoad: () => void;
}

/** What somebody else has just done with the service that one looks at. */
function ColleagueNote({ name, shown = 0, onLoad }: ColleagueNoteProps) {
  const [news, setNews] = useState<string>();
  const isOwn = (author: string) => author === administrator.value?.login;
  const own = t('You have changed this service in another tab or browser.');
  useEffect(
    () =>
      listenToTabs('ticketgate service', (service) => {
        if (service === name) setNews(own);
      }),
    [name],
  );
  useEvent('publish', ({ service, isGone, number = 0, author = '' }) => {
    const changed = t('{author} has changed this service: version {number}.', { author, number });
    // A page that was loaded meanwhile has it already.
    const isShown = !isGone && number <= shown;
    if (service !== name || isOwn(author) || isShown) return;
    setNews(isGone ? t('This service was deleted, or has another name now.') : changed);
  });
  const tellDraft = async (saved: SavedDraft) => {
    const { service, author } = saved;
    if (service !== name || (await isKnownDraft(saved))) return;
    setNews(isOwn(author) ? own : t('{author} has saved a draft of this service.', { author }));
  };
  useEvent('draft', (saved) => void tellDraft(saved));
  const load = () => {
    setNews(undefined);
    onLoad();
  };
  if (news === undefined) return null;
  return (
    <div role="status">
      <Note action={<Button onClick={load} text={t('Show')} />}>{news}</Note>
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
