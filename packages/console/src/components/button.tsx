import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { attempt } from '../app/toasts.js';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Names a button without words. */
  readonly label?: string;
  /** What goes wrong is shown; while it runs, the button waits. */
  readonly onClick?: (() => unknown) | undefined;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly submit?: boolean;
  /** Of the form that it submits, where it stands outside. */
  readonly form?: string;
  readonly autoFocus?: boolean;
  readonly pressed?: boolean;
  /** Looks like a button and leads elsewhere. */
  readonly href?: string;
  readonly download?: string;
}

export function Button({ kind = 'plain', icon, label, children, href, download, ...rest }: ButtonProps) {
  const shape = `button ${kind}${children === undefined ? ' square' : ''}`;
  const inner = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </>
  );
  if (href === undefined) return <RealButton {...rest} shape={shape} label={label} inner={inner} />;
  const more = download === undefined ? {} : { download };
  return (
    <a class={shape} href={href} aria-label={label} title={label} {...more}>
      {inner}
    </a>
  );
}

interface RealButtonProps extends Pick<
  ButtonProps,
  'onClick' | 'disabled' | 'busy' | 'submit' | 'form' | 'autoFocus' | 'pressed'
> {
  readonly shape: string;
  readonly label: string | undefined;
  readonly inner: ComponentChildren;
}

function RealButton({
  shape,
  label,
  inner,
  onClick,
  disabled,
  busy,
  submit,
  form,
  autoFocus,
  pressed,
}: RealButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    await attempt(async () => onClick?.());
    setRunning(false);
  };
  const isBusy = isRunning || busy === true;
  return (
    <button
      type={submit === true ? 'submit' : 'button'}
      form={form}
      class={shape}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-busy={isBusy || undefined}
      disabled={disabled === true || isBusy}
      autofocus={autoFocus}
      onClick={onClick === undefined ? undefined : () => void run()}
    >
      {inner}
    </button>
  );
}
