import '../../styles/entries.css';
import type { ComponentChildren } from 'preact';
import type { Entry, Kind } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Badges } from '../../components/badge.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { asSchema, chooseField, toFieldText } from '../../components/schema.js';
import type { Column } from '../../components/table.js';
import { UnknownKind } from '../entries/entry-page.js';
import { kindName, memberName } from '../entries/entry-words.js';
import { KindEntries } from '../entries/kind-entries.js';
import { AddButton } from '../../components/add-button.js';
import { useKind } from '../entries/use-kind.js';

export function KindScreen({ parts: { kind = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const known = useKind(kind);
  return (
    <Page
      title={kindName(known.data?.kind.key ?? kind)}
      back={{ href: '/catalogue', text: t('Catalogue') }}
      actions={known.data?.isReadOnly === false && <AddButton text={t('New entry')} />}
    >
      <Loading of={known}>
        {(found) =>
          found === null ? (
            <UnknownKind />
          ) : (
            <KindEntries
              known={found}
              kind={found.kind.key}
              add={t('New entry: {kind}', { kind: kindName(found.kind.key) })}
              columns={showEntries(found.kind)}
              nothing={{
                icon: 'catalogue',
                title: t('No entries yet'),
                text: t('Add one here, or apply a file with several entries.'),
              }}
            />
          )
        }
      </Loading>
    </Page>
  );
}

/** Members that a list shows. */
const MOST_COLUMNS = 3;

/** The first members that fit into a cell. */
function showEntries(kind: Kind): readonly Column<Entry>[] {
  const members = Object.entries(asSchema(asSchema(kind.schema).properties))
    .map(([name, schema]) => ({ name, shape: chooseField(asSchema(schema), undefined) }))
    .filter(({ name, shape }) => ![kind.nameKey, 'Valid'].includes(name) && !['json', 'object', 'map'].includes(shape));
  return members
    .slice(0, MOST_COLUMNS)
    .map(({ name, shape }) => ({
      title: memberName(name),
      shape: shape === 'number' ? ('wide number' as const) : ('wide' as const),
      value: ({ values }) => toFieldText(values[name]),
      cell: ({ values }) => shownValue(values[name]),
    }));
}

function shownValue(value: unknown): ComponentChildren {
  return Array.isArray(value) ? <Badges of={value.map(String)} /> : toFieldText(value);
}
