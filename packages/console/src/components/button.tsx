import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { may, type Need } from '../app/may.js';
import { attempt } from '../app/toasts.js';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  readonly text?: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Names a button without a text. */
  readonly label?: string;
  /** Errors are shown; while it runs, the button waits. */
  readonly onClick?: (() => unknown) | undefined;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly submit?: boolean;
  /** The id of the form that it submits from outside. */
  readonly form?: string;
  readonly pressed?: boolean;
  /** Looks like a button and leads elsewhere. */
  readonly href?: string;
  readonly download?: string;
  readonly target?: '_blank';
  /** Only for those who may do what it does. */
  readonly needs?: Need;
}

export function Button({ kind = 'plain', icon, label, text, needs, href, ...rest }: ButtonProps) {
  const { disabled, busy, submit, form, pressed, download, target } = rest;
  const { isRunning, run } = useRunning(rest.onClick);
  if (!may(needs)) return null;
  const isBusy = isRunning || busy === true;
  const look = {
    class: `button ${kind}${text === undefined ? ' square' : ''}`,
    'aria-label': label,
    title: label,
    children: [icon !== undefined && <Icon name={icon} />, text],
  };
  if (href !== undefined) return <a {...look} href={href} download={download} target={target} />;
  return (
    <button
      {...look}
      type={submit === true ? 'submit' : 'button'}
      form={form}
      aria-pressed={pressed}
      aria-busy={isBusy || undefined}
      disabled={disabled === true || isBusy}
      onClick={run}
    />
  );
}

function useRunning(action: ButtonProps['onClick']) {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    await attempt(async () => action?.());
    setRunning(false);
  };
  return { isRunning, run: action && (() => void run()) };
}
