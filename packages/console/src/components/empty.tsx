import type { ComponentChildren } from 'preact';

import { Icon, type IconName } from './icon.js';

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function Empty({ icon, title, text, actions }: EmptyProps) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={22} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p class="quiet">{text}</p>}
      {actions !== undefined && <div class="row">{actions}</div>}
    </div>
  );
}
