import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { isReachable } from '../api/call.js';
import { listenToEvents, useReturn } from '../api/listen-to-events.js';
import { administrator } from '../api/signed-in.js';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { Note } from '../components/note.js';
import { Icon, type IconName } from '../components/icon.js';
import { moveRow } from '../components/table.js';
import { watchTime } from '../components/time.js';
import icon from '../icon.svg';
import { isAt, places, signOut } from './actions.js';
import { Appearance } from './appearance.js';
import { matters, watchCondition } from './health.js';
import { formatNumber, language, t } from './language.js';
import { BASE, navigate, path } from './location.js';
import { may, roleWords } from './may.js';
import { Palette } from './palette.js';
import { shortcuts, useShortcuts, type Shortcut } from './shortcuts.js';

type Open = 'palette' | 'keys' | undefined;

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useEffect(listenToEvents, []);
  useReturn();
  useEffect(watchCondition, []);
  useEffect(watchTime, []);
  useShortcuts(() => globalShortcuts(setOpen), [language.value]);
  useFocusOnScreen();
  useLayoutEffect(close, [path.value]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('Skip to the content')}
      </a>
      <header class="top-bar">
        <Brand />
        <SideButton icon="menu" label={t('Menu')} />
      </header>
      <Side onFind={() => setOpen('palette')} />
      <main class="main" id="main" tabIndex={-1}>
        {!isReachable.value && (
          <div role="status">
            <Note tone="warn">
              {t('The server cannot be reached. The page shows what was known last, and goes on by itself.')}
            </Note>
          </div>
        )}
        {children}
      </main>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeyHelp onClose={close} />}
    </div>
  );
}

function globalShortcuts(setOpen: (open: Open) => void): readonly Shortcut[] {
  return [
    { keys: 'Ctrl+K', text: t('Find anything'), run: () => setOpen('palette') },
    { keys: '?', text: t('Keys'), run: () => setOpen('keys') },
    { keys: 'j', text: t('Next row'), run: () => moveRow(1) },
    { keys: 'k', text: t('Previous row'), run: () => moveRow(-1) },
    {
      keys: '/',
      text: t('Search in the list'),
      run: () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
    },
    ...(may('everything') ? [{ keys: 'n', text: t('New service'), run: () => navigate('/services/new') }] : []),
    ...places().map((place) => ({ keys: `g ${place.letter}`, text: place.text(), run: () => navigate(place.path) })),
  ];
}

/** Screen readers begin at the top of another screen. */
function useFocusOnScreen(): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    document.getElementById('side')?.hidePopover();
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path.value]);
}

function Brand() {
  return (
    <a class="brand" href={`${BASE}/`}>
      <img src={icon} alt="" />
      Ticketgate
    </a>
  );
}

function SideButton({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <button type="button" class="button quiet square only-small" popovertarget="side" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

/** Beside every screen; on small ones a popover, which the browser closes by Escape. */
function Side({ onFind }: { readonly onFind: () => void }) {
  return (
    <aside id="side" class="side" popover="auto" aria-label={t('Navigation')}>
      <div class="row">
        <Brand />
        <span class="grow" />
        <SideButton icon="close" label={t('Close')} />
      </div>
      <button type="button" class="finder" onClick={onFind}>
        <Icon name="search" />
        <span class="grow">{t('Find')}</span>
        <kbd>{t('Ctrl')}</kbd>
        <kbd>K</kbd>
      </button>
      <nav class="nav" aria-label={t('Screens')}>
        {places().map((place) => (
          <a key={place.path} href={BASE + place.path} aria-current={isAt(place, path.value) ? 'page' : undefined}>
            <Icon name={place.icon} />
            <span class="grow">{place.text()}</span>
            {place.path === '/system' && matters().length > 0 && (
              <Badge tone="bad">
                {formatNumber(matters().length)}
                <span class="hidden-text">{t('need you')}</span>
              </Badge>
            )}
          </a>
        ))}
      </nav>
      <SideFoot />
    </aside>
  );
}

function SideFoot() {
  const me = administrator.value;
  return (
    <div class="side-foot">
      {roleWords() !== undefined && <p class="faint break">{roleWords()}</p>}
      <Appearance />
      <div class="who">
        <span class="grow clip" title={me?.login}>
          {me?.name}
        </span>
        <Button kind="quiet" icon="out" label={t('Sign out')} onClick={signOut} />
      </div>
    </div>
  );
}

function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('Keys')} onClose={onClose}>
      <dl class="keys">
        {shortcuts.value.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{text}</dt>
            <dd>
              {keys.split(/[ +]/).map((key, index) => (
                <span key={index}>
                  <kbd>{key === 'Ctrl' ? t('Ctrl') : key}</kbd>{' '}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
