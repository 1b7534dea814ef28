import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { openDialog } from './dialog.js';
import { TextField } from './field.js';
import { FormDialog } from './form-dialog.js';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Whether it takes nothing away. */
  readonly isHarmless?: boolean;
  /** Whether something has to be corrected first. */
  readonly disabled?: boolean;
  /** What has to be typed first, for what cannot be undone. */
  readonly typed?: string;
}

/** Asks before something is done. */
export function Confirm({ children, onConfirm, isHarmless, disabled = false, typed, ...dialog }: ConfirmProps) {
  const [text, setText] = useState('');
  const confirm = async () => {
    await onConfirm();
    dialog.onClose();
  };
  return (
    <FormDialog
      {...dialog}
      kind={isHarmless === true ? 'primary' : 'danger'}
      disabled={disabled || (typed !== undefined && text !== typed)}
      onSubmit={confirm}
    >
      {children}
      {typed !== undefined && (
        <TextField label={t('Type {name} to go on', { name: typed })} value={text} onChange={setText} />
      )}
    </FormDialog>
  );
}

interface Question extends Omit<ConfirmProps, 'children' | 'onClose'> {
  readonly text: ComponentChildren;
}

/** Asks in a dialog above this page. */
export function ask({ text, ...question }: Question): void {
  openDialog((onClose) => (
    <Confirm {...question} onClose={onClose}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </Confirm>
  ));
}
