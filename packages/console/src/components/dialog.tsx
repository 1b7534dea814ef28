import { Fragment, type ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';

import { t } from '../app/language.js';
import { path } from '../app/location.js';
import { openDialogs, toasts } from '../app/toasts.js';
import { Button } from './button.js';
import { Toasts } from './toasts.js';

interface Opened {
  readonly number: number;
  readonly show: (close: () => void) => ComponentChildren;
}

const opened = signal<Opened | undefined>(undefined);
let last = 0;

/**
 * Opens a dialog above this page; another page closes it. It is not updated: a dialog with changing data loads it itself, or is shown by
 * its screen.
 */
export function openDialog(show: Opened['show']): void {
  opened.value = { number: (last += 1), show };
}

export function OpenedDialog() {
  const own = opened.value;
  // It may have opened another one before it closes.
  const close = () => (opened.value = opened.value === own ? undefined : opened.value);
  useLayoutEffect(() => {
    opened.value = undefined;
  }, [path.value]);
  return own === undefined ? null : <Fragment key={own.number}>{own.show(close)}</Fragment>;
}

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Undefined: it cannot be closed. */
  readonly onClose?: (() => void) | undefined;
  readonly shape?: 'narrow' | 'wide' | 'drawer';
}

/** Above the page, which waits. The browser keeps the focus in it, and Escape closes it, after a question once something is typed. */
export function Dialog({ title, children, actions, onClose, shape = 'narrow' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // With the render: the next key belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const around = before?.closest<HTMLElement>('.table-frame') ?? document.getElementById('main');
    const own = dialog.current;
    own?.showModal();
    focusField(own);
    openDialogs.value += 1;
    return () => {
      openDialogs.value -= 1;
      // The browser gives the focus back to what opened it, which may be gone by now.
      own?.close();
      if (before?.checkVisibility() !== true) around?.focus();
    };
  }, []);
  const isTyped = useRef(false);
  const cancel = (event: Event) => {
    event.preventDefault();
    if (!isTyped.current || window.confirm(t('Close this? What you typed is lost.'))) onClose?.();
  };
  // Without this, the browser closes it by a second Escape without asking.
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) cancel(event);
  };
  // Losing a search text does no harm.
  const type = ({ target }: Event) => {
    isTyped.current ||= target instanceof Element && !target.matches('[role=combobox]');
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog ${shape}`}
      aria-labelledby={id}
      onCancel={cancel}
      onKeyDown={press}
      onInput={type}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose !== undefined && <Button kind="quiet" icon="close" label={t('Close')} onClick={onClose} />}
      </header>
      <div class="dialog-body stack" tabIndex={0} role="group" aria-labelledby={id}>
        {children}
      </div>
      {actions !== undefined && <footer class="dialog-foot row">{actions}</footer>}
      <Toasts shown={toasts.value} />
    </dialog>
  );
}

/** Focuses the first field of a form, unless another one has `autofocus`. */
function focusField(dialog: HTMLDialogElement | null): void {
  if (document.activeElement?.matches('[autofocus]') === true) return;
  dialog?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea)')?.focus();
}
