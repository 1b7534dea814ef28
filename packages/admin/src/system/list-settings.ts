import { isData, isSecretName, MASK, type JsonSchema } from '@ticketgate/sdk';
import {
  configurationSchema,
  defaultConfiguration,
  describeURL,
  optionManual,
  type OptionSources,
  settingDefinitions,
} from '@ticketgate/runtime';
import {
  anything,
  innerSchema,
  inputObject,
  listOf,
  memberAt,
  toMembers,
  named,
  objectOf,
  oneOf,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { task } from '../tasks/task.js';

/** Only its password is masked, not the whole URL. */
const DATABASE_URLS: ReadonlySet<string> = new Set(['database.url', 'database.directUrl', 'database.reads.hosts']);

const setting = named('Setting', {
  name: text('Its name.'),
  value: anything('Its value.'),
  default: anything('Its value where nothing is set.'),
  source: oneOf(['default', 'host', 'file', 'environment', 'command line'], 'What sets it.'),
  from: textOrNull('The file, variable or flag that sets it; null for the default.'),
  description: text('What it is for.'),
  form: text('What may be written, in words.'),
});

export const listSettings = task({
  at: 'GET /settings',
  needs: 'look',
  summary:
    'Lists settings of the family and options of gateway.yml with value, default and source (file, variable or flag). Secrets are masked.',
  input: inputObject({}),
  answer: objectOf({
    settings: listOf(setting, 'Settings of the family.'),
    options: listOf(setting, 'Options of gateway.yml.'),
  }),
  async run(_input, { system }) {
    const { settings, configuration, sources, plugins, host } = system;
    const sides = { values: configuration, defaults: defaultConfiguration(''), sources };
    return {
      settings: settingDefinitions(plugins, system)
        .map(({ name, default: usual, description }) => ({
          name: host.settings.names[name] ?? name,
          value: hidden(name, settings.get(name)),
          default: usual ?? null,
          ...(settings.isOfHost(name)
            ? { source: 'host', from: null }
            : fromWhere(`Settings.${host.settings.names[name] ?? name}`, sources)),
          description,
          form: '',
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      options: Object.entries(configurationSchema.properties).flatMap(([section, schema]) =>
        section === 'Settings' ? [] : listOptions(section, schema, sides),
      ),
    };
  },
});

interface Sides {
  readonly values: unknown;
  readonly defaults: unknown;
  readonly sources: OptionSources;
}

/** Paths have no default: they are below a folder that differs. */
function listOptions(name: string, schema: JsonSchema, sides: Sides): readonly object[] {
  const { sources } = sides;
  const [value, usual] = [sides.values, sides.defaults].map((side) => memberAt(side, takeLastName(name)));
  if (schema.properties !== undefined) {
    return Object.entries(toMembers(schema)).flatMap(([member, inner]) =>
      listOptions(`${name}.${member}`, innerSchema(inner), { values: value, defaults: usual, sources }),
    );
  }
  const words: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  const form = typeof schema.description === 'string' ? schema.description : words.join(', ');
  const description = optionManual().get(name) ?? '';
  return [{ name, value: hidden(name, value), default: usual ?? null, ...fromWhere(name, sources), description, form }];
}

function fromWhere(name: string, sources: OptionSources) {
  const source = sources.get(name);
  return source === undefined ? { source: 'default', from: null } : { source: source.kind, from: source.name };
}

function takeLastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function hidden(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => hidden(name, each));
  if (typeof value === 'string') return maskedText(name, value);
  if (!isData(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, hidden(`${name}.${member}`, inner)]),
  );
}

function maskedText(name: string, value: string): string {
  if (DATABASE_URLS.has(name)) return value.includes('://') ? describeURL(value) : value;
  return value !== '' && isSecretName(takeLastName(name)) ? MASK : value;
}
