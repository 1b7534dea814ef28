import { useEffect, useState } from 'preact/hooks';

import { call } from '../api/call.js';
import { Dialog } from '../components/dialog.js';
import { nextTheme, PARTS, PLACES, signOut, switchLanguage } from './actions.js';
import { t } from './language.js';
import { navigate, servicePath } from './location.js';
import { attempt } from './toasts.js';

interface Command {
  readonly text: string;
  readonly kind: string;
  readonly run: () => unknown;
}

const MOST = 40;

/** Every place, service and action by a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const commands = useCommands();
  const found = commands.filter((command) => fits(command.text, text)).slice(0, MOST);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    void attempt(async () => command.run());
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + found.length) % Math.max(found.length, 1));
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
        {found.length === 0 && <p class="quiet">{t('Nothing has this name.')}</p>}
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

/** All words somewhere in it. */
function fits(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function useCommands(): readonly Command[] {
  const [services, setServices] = useState<readonly string[]>([]);
  useEffect(() => {
    void attempt(async () => {
      const { items } = await call('GET /services', { query: { limit: 200 } });
      setServices(items.map(({ name }) => name));
    });
  }, []);
  return [
    ...[...PLACES, ...PARTS].map(({ text, path }) => ({ text: text(), kind: t('Place'), run: () => navigate(path) })),
    { text: t('New service'), kind: t('Action'), run: () => navigate('/services/new') },
    { text: t('Import a service'), kind: t('Action'), run: () => navigate('/services/import') },
    { text: t('New agent'), kind: t('Action'), run: () => navigate('/access/agents?new=1') },
    { text: t('New customer user'), kind: t('Action'), run: () => navigate('/access/customers?new=1') },
    { text: t('New key'), kind: t('Action'), run: () => navigate('/access/keys?new=1') },
    { text: t('Change the theme'), kind: t('Action'), run: nextTheme },
    { text: t('Deutsch / English'), kind: t('Action'), run: switchLanguage },
    { text: t('Sign out'), kind: t('Action'), run: signOut },
    ...services.map((name) => ({ text: name, kind: t('Service'), run: () => navigate(servicePath(name)) })),
  ];
}
