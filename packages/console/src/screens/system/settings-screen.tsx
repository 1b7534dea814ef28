import { useMemo } from 'preact/hooks';

import type { Setting } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { formatValue } from '../../app/format-value.js';
import { count, serverText, t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { Badge } from '../../components/badge.js';
import { ChoiceFilter, NothingFits, TextFilter } from '../../components/list-filters.js';
import { Loading } from '../../components/loading.js';
import { Table } from '../../components/table.js';
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
      <Loading of={settings}>{(all) => <Settings all={all} />}</Loading>
    </SystemPage>
  );
}

async function loadSettings(signal: AbortSignal): Promise<readonly KnownSetting[]> {
  const { options, settings } = await call('GET /settings', { signal });
  return [
    ...options.map((each) => ({ ...each, kind: 'option' as const })),
    ...settings.map((each) => ({ ...each, kind: 'setting' as const })),
  ];
}

function Settings({ all }: { readonly all: readonly KnownSetting[] }) {
  const [text = '', kind = '', source = ''] = ['text', 'kind', 'source'].map((name) => query.value.get(name) ?? '');
  const found = useMemo(() => all.filter((each) => fits(each, { text, kind, source })), [all, text, kind, source]);
  return (
    <>
      <div class="toolbar">
        <TextFilter label={t('Name, value or description')} name="text" />
        <ChoiceFilter
          label={t('Kind')}
          name="kind"
          choices={[
            { value: '', text: t('Options and settings') },
            { value: 'option', text: t('Options of gateway.yml') },
            { value: 'setting', text: t('Settings of the ticket system') },
          ]}
        />
        <ChoiceFilter
          label={t('Source')}
          name="source"
          choices={[
            { value: '', text: t('From anywhere') },
            { value: 'set', text: t('Only what is set') },
            { value: 'default', text: t('Only defaults') },
          ]}
        />
        <span class="faint">{count(found.length, '{number} setting', '{number} settings')}</span>
      </div>
      {found.length === 0 ? <NothingFits title={t('No matching settings')} /> : <SettingTable settings={found} />}
    </>
  );
}

interface Wanted {
  readonly text: string;
  readonly kind: string;
  readonly source: string;
}

function fits(setting: KnownSetting, { text, kind, source }: Wanted): boolean {
  const words = [setting.name, serverText(setting.description), formatValue(setting.value), setting.from ?? ''];
  return (
    words.join('\n').toLowerCase().includes(text.toLowerCase()) &&
    (kind === '' || setting.kind === kind) &&
    (source === '' || (source === 'default') === (setting.source === 'default'))
  );
}

function SettingTable({ settings }: { readonly settings: readonly KnownSetting[] }) {
  return (
    <Table
      stacks
      label={t('Settings')}
      rows={settings}
      keyOf={({ kind, name }) => `${kind} ${name}`}
      columns={[
        {
          title: t('Name'),
          cell: ({ name, description }) => (
            <>
              <span class="mono">
                <Words of={name} />
              </span>
              <span class="hint" lang="en">
                {serverText(description)}
              </span>
            </>
          ),
        },
        { title: t('Value'), cell: ({ value }) => <Value of={value} /> },
        {
          title: t('Default'),
          shape: 'wide',
          cell: (setting) => (
            <span class="quiet">
              <Value of={setting.default} />
            </span>
          ),
        },
        { title: t('Source'), shape: 'wide', cell: (setting) => <Source setting={setting} /> },
      ]}
    />
  );
}

function Value({ of }: { readonly of: unknown }) {
  return <span class="mono value">{formatValue(of) || '–'}</span>;
}

function Source({ setting: { source, from } }: { readonly setting: Setting }) {
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
