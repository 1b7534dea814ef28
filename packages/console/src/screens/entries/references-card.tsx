import { useAnswer } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { BASE } from '../../app/location.js';
import { Loading } from '../../components/loading.js';
import { Card } from '../../components/page.js';
import { kindName, memberName } from './entry-words.js';
import { entryPath } from './use-kind.js';

/** The entries that refer to an entry. */
export function ReferencesCard({ kind, name }: { readonly kind: string; readonly name: string }) {
  const references = useAnswer('GET /catalogue/{kind}/{name}/references', { path: { kind, name } });
  return (
    <Card title={t('Used by')}>
      <Loading of={references} lines={2}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="quiet">{t('Nothing else in the catalogue names it.')}</p>}
            {items.map((found) => (
              <div key={`${found.kind} ${found.member}`} class="stack tight">
                <h3>
                  {kindName(found.kind)} <span class="faint">{memberName(found.member)}</span>
                </h3>
                <ul class="names">
                  {found.names.map((each) => (
                    <li key={each}>
                      <a class="break" href={`${BASE}${entryPath(found.kind, each)}`}>
                        {each}
                      </a>
                    </li>
                  ))}
                </ul>
                {found.total !== null && found.total > found.names.length && (
                  <p class="faint">{count(found.total, '{number} entry', '{number} entries')}</p>
                )}
              </div>
            ))}
          </>
        )}
      </Loading>
    </Card>
  );
}
