import { t } from '../app/language.js';
import { Button } from './button.js';

interface PagerProps {
  /** Undefined: this is the first page. */
  readonly onFirst: (() => void) | undefined;
  /** Undefined: there are no more. */
  readonly onNext: (() => void) | undefined;
  readonly text?: string;
}

export function Pager({ onFirst, onNext, text = '' }: PagerProps) {
  if (onFirst === undefined && onNext === undefined) return null;
  return (
    <nav class="pager row" aria-label={t('Pages')}>
      <span class="grow faint">{text}</span>
      <Button disabled={onFirst === undefined} onClick={onFirst}>
        {t('First page')}
      </Button>
      <Button disabled={onNext === undefined} onClick={onNext}>
        {t('Next page')}
      </Button>
    </nav>
  );
}
