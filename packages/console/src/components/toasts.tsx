import { t } from '../app/language.js';
import { dismiss, type Toast } from '../app/toasts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

export function Toasts({ shown }: { readonly shown: readonly Toast[] }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, kind }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'good' ? 'check' : kind === 'warn' ? 'warning' : 'error'} />
          <span class="grow break">
            {kind === 'warn' && <span class="hidden-text">{t('Warning')}: </span>}
            {text}
          </span>
          <Button kind="quiet" icon="close" label={t('Dismiss')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
