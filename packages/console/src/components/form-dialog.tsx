import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

import { wordProblem } from '../api/call.js';
import { t } from '../app/language.js';
import { useShortcut } from '../app/shortcuts.js';
import { Button } from './button.js';
import { Dialog, openDialog } from './dialog.js';
import { Note } from './note.js';
import { TextField } from './field.js';

interface FormDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  /** `danger` for what takes something away. */
  readonly kind?: 'primary' | 'danger';
  /** Whether something has to be filled in or corrected first. */
  readonly disabled?: boolean;
  /** What has to be typed first, for what cannot be undone. */
  readonly typed?: string;
  /** Afterwards it closes. An error is shown next to its button. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly shape?: 'narrow' | 'wide';
}

export function FormDialog(props: FormDialogProps) {
  const { title, children, action, kind = 'primary', typed, onSubmit, onClose, shape = 'narrow' } = props;
  const id = useId();
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isIncomplete = props.disabled === true || (typed !== undefined && text !== typed);
  useShortcut('Ctrl+S', action, () => kind === 'primary' && !isIncomplete && form.current?.requestSubmit());
  const { submit, isBusy, failure } = useSubmit(async () => {
    await onSubmit();
    onClose();
  });
  const actions = (
    <>
      {failure}
      <Button onClick={onClose} text={t('Cancel')} />
      <Button kind={kind} submit form={id} busy={isBusy} disabled={isIncomplete} text={action} />
    </>
  );
  return (
    <Dialog title={title} shape={shape} onClose={onClose} actions={actions}>
      <form ref={form} id={id} class="stack" onSubmit={submit}>
        {children}
        {typed !== undefined && (
          <TextField label={t('Type {name} to go on', { name: typed })} value={text} onChange={setText} />
        )}
      </form>
    </Dialog>
  );
}

/** The handler of a form, and a note about what went wrong. */
export function useSubmit(run: () => Promise<unknown>) {
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    await run().catch(setProblem);
    setBusy(false);
  };
  return { submit, isBusy, failure: problem !== undefined && <Note tone="bad">{wordProblem(problem)}</Note> };
}

interface Question extends Omit<FormDialogProps, 'children' | 'onClose'> {
  readonly text: ComponentChildren;
}

/** Asks in a dialog above this page, before something is done. */
export function ask({ text, ...question }: Question): void {
  openDialog((onClose) => (
    <FormDialog kind="danger" {...question} onClose={onClose}>
      {typeof text === 'string' ? <p>{text}</p> : text}
    </FormDialog>
  ));
}

interface NameDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'onClose'> {
  readonly name?: string;
  /** What the field has at first; default: the name before. */
  readonly suggested?: string;
  readonly hint?: string;
  /** Names of others. */
  readonly taken?: readonly string[];
  readonly onName: (name: string) => unknown;
}

/** Asks for a new name. */
export function NameDialog(props: NameDialogProps) {
  const { name: before = '', suggested = before, hint, taken = [], onName, ...dialog } = props;
  const [name, setName] = useState(suggested);
  const wanted = name.trim();
  const isTaken = wanted !== before && taken.includes(wanted);
  return (
    <FormDialog
      {...dialog}
      disabled={wanted === '' || wanted === before || isTaken}
      onSubmit={async () => onName(wanted)}
    >
      <TextField
        label={t('Name')}
        hint={hint}
        error={isTaken ? t('There is another one of this name.') : undefined}
        value={name}
        onChange={setName}
        more={{ autofocus: true, maxLength: 200 }}
      />
    </FormDialog>
  );
}
