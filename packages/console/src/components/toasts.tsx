import { t } from '../app/language.js';
import { dismiss, toasts } from '../app/toasts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'good' ? 'check' : 'error'} />
          <span class="grow break">{text}</span>
          <Button kind="quiet" icon="close" label={t('Dismiss')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
