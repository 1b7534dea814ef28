import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

import { wordsOf } from '../api/call.js';
import { t } from '../app/language.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Note } from './empty.js';

interface FormDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** What its button says. */
  readonly action: string;
  /** Whether something has to be filled in first. */
  readonly disabled?: boolean;
  /** What goes wrong is shown above the form. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form above the page. */
export function FormDialog({ title, children, action, disabled = false, onSubmit, onClose }: FormDialogProps) {
  const id = useId();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSubmit();
    } catch (cause) {
      setProblem(cause);
    }
    setBusy(false);
  };
  const actions = (
    <>
      <span class="grow" />
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button kind="primary" submit form={id} busy={isBusy} disabled={disabled}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form id={id} class="stack" onSubmit={submit}>
        {problem !== undefined && <Note tone="bad">{wordsOf(problem)}</Note>}
        {children}
      </form>
    </Dialog>
  );
}
