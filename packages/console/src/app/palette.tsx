import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

import type { Found } from '../api/admin-api.js';
import { useSearch } from '../api/use-search.js';
import { Dialog } from '../components/dialog.js';
import { nextTheme, places, signOut, switchLanguage } from './actions.js';
import { joinFacts } from './format-value.js';
import { t } from './language.js';
import { invokerPath, navigate, toService } from './location.js';
import { allowed, mayOpen, type Need } from './may.js';
import { kindName } from '../screens/entries/entry-words.js';
import { entryPath } from '../screens/entries/use-kind.js';
import { listPageTabs } from './screens.js';
import { attempt } from './toasts.js';

interface Command {
  readonly text: string;
  readonly kind: string;
  readonly run: () => unknown;
  readonly needs?: Need;
  /** By the server, which knows why it fits. */
  readonly isFound?: boolean;
}

const MOST = 60;

/** Every place and action, and whatever the server has, by a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isHasty, setHasty] = useState(false);
  const { commands, isLoading } = useCommands(text);
  const found = commands.filter((command) => command.isFound === true || hasAll(command.text, text)).slice(0, MOST);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    void attempt(async () => command.run());
  };
  // Somebody who types fast presses Enter before the results are there, and means the first one.
  useLayoutEffect(() => {
    if (isHasty && !isLoading) run(found[at]);
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter' && isLoading) setHasty(true);
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('Go to or do')} onClose={onClose}>
      <div class="palette">
        <input
          class="input"
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-label={t('What are you looking for?')}
          aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
          placeholder={t('What are you looking for?')}
          autofocus
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setHasty(false);
          }}
          onKeyDown={press}
        />
        <ul id="palette-list" role="listbox" aria-label={t('Go to or do')}>
          {found.map((command, index) => (
            <Option
              key={`${command.kind} ${command.text}`}
              command={command}
              index={index}
              isChosen={index === at}
              onRun={run}
            />
          ))}
        </ul>
        {isLoading && (
          <p class="quiet" role="status">
            {t('Searching …')}
          </p>
        )}
        {found.length === 0 && !isLoading && <p class="quiet">{t('Nothing has this name.')}</p>}
      </div>
    </Dialog>
  );
}

interface OptionProps {
  readonly command: Command;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onRun: (command: Command) => void;
}

function Option({ command, index, isChosen, onRun }: OptionProps) {
  useEffect(() => {
    if (isChosen) document.getElementById(`palette-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li id={`palette-${index}`} role="option" aria-selected={isChosen} onClick={() => onRun(command)}>
      <span class="clip">{command.text}</span>
      <span class="faint">{command.kind}</span>
    </li>
  );
}

function hasAll(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Characters from which the debug log is searched. */
const SHORTEST_TEXT = 3;

function useCommands(text: string): { readonly commands: readonly Command[]; readonly isLoading: boolean } {
  const wanted = text.trim();
  const { found, isLoading } = useSearch(text);
  const commands = [
    ...(found?.items.map(toCommand) ?? []),
    ...localCommands(),
    ...(wanted.length < SHORTEST_TEXT ? [] : [textCommand(wanted)]),
  ];
  return { commands, isLoading };
}

function toCommand({ kind, name, service, part = '', title }: Found): Command {
  const quoted = encodeURIComponent(name);
  const run = (to: string) => ({ run: () => navigate(to), isFound: true });
  if (service !== undefined && kind !== 'service') {
    const isOperation = kind === 'route' || kind === 'operation';
    const to = isOperation ? toService(service, '', { operation: part }) : invokerPath(service, part);
    return { text: name, kind: `${partWord(kind)} · ${service}`, ...run(to) };
  }
  const places: Readonly<Record<string, readonly [string, string]>> = {
    service: [t('Service'), toService(name)],
    operation: [t('Operation'), `/operations/${quoted}`],
    setting: [t('Setting'), `/system/settings?text=${quoted}`],
    'API key': [t('API key'), `/access/keys?text=${quoted}`],
    request: [t('Request'), `/log/${quoted}`],
    ticket: [t('Ticket'), `/log?text=${quoted}&period=30d`],
  };
  const [word, path] = places[kind] ?? [kindName(kind), entryPath(kind, name)];
  return { text: joinFacts(name, title), kind: word, ...run(path) };
}

function partWord(kind: string): string {
  const words: Readonly<Record<string, string>> = {
    route: t('Route'),
    operation: t('Operation'),
    invoker: t('Invoker'),
    credentials: t('Credentials'),
  };
  return words[kind] ?? kind;
}

/** Searches the log for a text, such as the number of a ticket. */
function textCommand(text: string): Command {
  const query = new URLSearchParams({ text, period: '30d' }).toString();
  const run = () => navigate(`/log?${query}`);
  return { text: t('Requests with "{text}"', { text }), kind: t('Debug log'), run, isFound: true };
}

function placeCommand(path: string, text: string): Command {
  return { text, kind: t('Place'), run: () => navigate(path) };
}

function localCommands(): readonly Command[] {
  const { access, system } = listPageTabs();
  const parts = [
    ...access,
    { href: '/catalogue/Queues', text: t('Queues') },
    { href: '/catalogue/DynamicFields', text: t('Dynamic fields') },
    { href: '/catalogue/CustomerCompanies', text: t('Customer companies') },
    ...system,
  ];
  return allowed<Command>([
    ...places().map(({ path, text }) => placeCommand(path, text())),
    ...parts.filter(({ href }) => mayOpen(href)).map(({ href, text }) => placeCommand(href, text)),
    { text: t('New service'), kind: t('Action'), run: () => navigate('/services/new'), needs: 'everything' },
    { text: t('Import a service'), kind: t('Action'), run: () => navigate('/services/import'), needs: 'everything' },
    { text: t('New agent'), kind: t('Action'), run: () => navigate('/access/agents?new=1'), needs: 'everything' },
    {
      text: t('New customer user'),
      kind: t('Action'),
      run: () => navigate('/access/customers?new=1'),
      needs: 'everything',
    },
    { text: t('New key'), kind: t('Action'), run: () => navigate('/access/keys?new=1'), needs: 'keys' },
    { text: t('Change the theme'), kind: t('Action'), run: nextTheme },
    { text: t('Deutsch / English'), kind: t('Action'), run: switchLanguage },
    { text: t('Sign out'), kind: t('Action'), run: signOut },
  ]);
}
