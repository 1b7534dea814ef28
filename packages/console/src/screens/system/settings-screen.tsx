import { useState } from 'preact/hooks';

import type { Setting } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { formatValue } from '../../app/format-value.js';
import { count, serverText, t } from '../../app/language.js';
import { Badge } from '../../components/badge.js';
import { Code } from '../../components/code.js';
import type { Filter } from '../../components/list-filters.js';
import { ListScreen } from '../../components/list-screen.js';
import type { Column } from '../../components/table.js';
import { Words } from '../../components/words.js';
import { SystemPage } from './system-page.js';

interface KnownSetting extends Setting {
  readonly kind: 'option' | 'setting';
}

/** Options of gateway.yml and settings of the family: value, where it comes from, and the default. */
export function SettingsScreen() {
  const settings = useLoad(loadSettings, []);
  return (
    <SystemPage>
      <ListScreen
        stacks
        label={t('Settings')}
        of={settings}
        filters={listFilters()}
        filtered={listWords}
        counted={(number) => count(number, '{number} setting', '{number} settings')}
        nothingFits={t('No matching settings')}
        pickKey={({ kind, name }) => `${kind} ${name}`}
        columns={showSettings()}
      />
    </SystemPage>
  );
}

async function loadSettings(signal: AbortSignal) {
  const { options, settings } = await call('GET /settings', { signal });
  const items: readonly KnownSetting[] = [
    ...options.map((each) => ({ ...each, kind: 'option' as const })),
    ...settings.map((each) => ({ ...each, kind: 'setting' as const })),
  ];
  return { items };
}

function listFilters(): readonly Filter[] {
  return [
    { name: 'text', label: t('Name, value or description') },
    {
      name: 'kind',
      label: t('Kind'),
      choices: {
        '': t('Options and settings'),
        option: t('Options of gateway.yml'),
        setting: t('Settings of the ticket system'),
      },
    },
    {
      name: 'changed',
      label: t('Value'),
      choices: { '': t('Any value'), yes: t('Differs from the default'), no: t('As the default') },
    },
  ];
}

/** Compares the values, since the delivered file contains all defaults. */
function isChanged({ value, default: usual }: Setting): boolean {
  return formatValue(value) !== formatValue(usual);
}

function listWords(setting: KnownSetting) {
  const { kind, name, description, value, from } = setting;
  const text = [name, serverText(description), formatValue(value), from ?? ''].join('\n');
  return { text, kind, changed: isChanged(setting) ? 'yes' : 'no' };
}

function showSettings(): readonly Column<KnownSetting>[] {
  return [
    {
      title: t('Name'),
      value: ({ name }) => name,
      cell: ({ name, description, form }) => (
        <>
          <span class="mono">
            <Words of={name} />
          </span>
          <span class="hint">
            {[description, form]
              .filter((each) => each !== '')
              .map((each) => serverText(each))
              .join(' – ')}
          </span>
        </>
      ),
    },
    {
      title: t('Value'),
      cell: (setting) => (
        <>
          <span class="mono value">{formatValue(setting.value) || '–'}</span>
          {isChanged(setting) && (
            <span class="hint">{t('Default: {value}', { value: formatValue(setting.default) || '–' })}</span>
          )}
          <Change setting={setting} />
        </>
      ),
    },
    { title: t('Source'), shape: 'wide', value: ({ source }) => source, cell: Source },
  ];
}

/** How it is changed. Hundreds of rows have it, so it is rendered when it is opened. */
function Change({ setting }: { readonly setting: KnownSetting }) {
  const [isOpen, setOpen] = useState(false);
  const { source, from } = setting;
  const file = source === 'file' ? (from ?? '') : 'gateway.yml';
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="hint nowrap">{t('Change it')}</summary>
      {isOpen && source === 'host' && <p class="hint">{t('In the system configuration of the host.')}</p>}
      {isOpen && source !== 'host' && (
        <>
          <Code text={writeSetting(setting)} label={t('For {file}', { file })} />
          <p class="hint">{t('It counts after a restart.')}</p>
        </>
      )}
    </details>
  );
}

/** What somebody writes to set it: the keys one below the other. */
function writeSetting({ kind, name, value }: KnownSetting): string {
  const keys = kind === 'setting' ? ['Settings', name] : name.split('.');
  const lines = keys.map((key, depth) => `${'  '.repeat(depth)}${/^[\w.-]+$/.test(key) ? key : JSON.stringify(key)}:`);
  return `${lines.join('\n')} ${JSON.stringify(value)}`;
}

function Source({ source, from }: Setting) {
  const names: Readonly<Record<string, string>> = {
    default: t('Default'),
    host: t('Host system'),
    file: t('File'),
    environment: t('Environment'),
    'command line': t('Command line'),
  };
  return (
    <>
      <Badge tone={source === 'default' ? 'plain' : 'accent'}>{names[source] ?? source}</Badge>
      <span class="hint mono">{from}</span>
    </>
  );
}
