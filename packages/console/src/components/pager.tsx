import { t } from '../app/language.js';
import { query, setQuery } from '../app/location.js';
import { Button } from './button.js';

interface PagerProps {
  /** The parameter of the address that says where a page begins. */
  readonly by: 'after' | 'before';
  /** Null: there are no more. */
  readonly next: string | number | null;
}

/** The pages of a list; the browser leads back to those before. */
export function Pager({ by, next }: PagerProps) {
  const isFirst = !query.value.has(by);
  if (isFirst && next === null) return null;
  const turn = (place: string | undefined) => setQuery({ [by]: place }, { replace: false });
  return (
    <nav class="pager row" aria-label={t('Pages')}>
      <span class="grow" />
      <Button disabled={isFirst} onClick={() => turn(undefined)}>
        {t('First page')}
      </Button>
      <Button disabled={next === null} onClick={() => turn(String(next))}>
        {t('Next page')}
      </Button>
    </nav>
  );
}
