import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { nextTheme } from '../src/app/actions.js';
import { toast, toasts } from '../src/app/toasts.js';
import { Badge, State } from '../src/components/badge.js';
import { Button } from '../src/components/button.js';
import { Code, Patch } from '../src/components/code.js';
import { Dialog } from '../src/components/dialog.js';
import { Empty } from '../src/components/empty.js';
import { Facts } from '../src/components/facts.js';
import { FormDialog } from '../src/components/form-dialog.js';
import { Menu } from '../src/components/menu.js';
import { Skeleton } from '../src/components/loading.js';
import { Failure, Note } from '../src/components/note.js';
import { Page } from '../src/components/page.js';
import { Pager } from '../src/components/list-screen.js';
import { Table } from '../src/components/table.js';
import { Age } from '../src/components/time.js';
import { Toasts } from '../src/components/toasts.js';
import { Waterfall } from '../src/components/waterfall.js';
import { Fields } from './fields.js';

const LONG = 'A-name-without-any-space-that-is-much-longer-than-its-place-would-like-it-to-be';
const nothing = () => undefined;

/** Every component of the console in all of its states, for those who work on them. */
export function AllComponents() {
  return (
    <Page title="Components" actions={<Button icon="theme" onClick={nextTheme} text="Next theme" />}>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="Badges and states">
        {(['plain', 'good', 'warn', 'bad', 'accent'] as const).map((tone) => (
          <span key={tone} class="row">
            <Badge tone={tone}>{tone}</Badge>
            <State tone={tone} text={tone} />
          </span>
        ))}
      </Part>
      <Fields />
      <Part title="Table and pager">
        <Tables />
      </Part>
      <Part title="Empty, failed, on its way">
        <States />
      </Part>
      <Part title="Facts and code">
        <Texts />
      </Part>
      <Part title="Dialogs and toasts">
        <Dialogs />
      </Part>
      <Toasts shown={toasts.value} />
    </Page>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      <div class="stack">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <div class="row">
      <Button text="Plain" />
      <Button kind="primary" icon="plus" text="Primary" />
      <Button kind="danger" text="Danger" />
      <Button kind="quiet" text="Quiet" />
      <Button icon="close" label="Without words" />
      <Button pressed text="Pressed" />
      <Button disabled text="Disabled" />
      <Button busy text="Busy" />
      <Menu
        label="Actions"
        text="Menu"
        items={[
          { text: 'One', run: nothing },
          { text: 'Dangerous', run: nothing, isDangerous: true },
        ]}
      />
      <Menu label="Actions without words" items={[{ text: 'One', run: nothing }]} />
    </div>
  );
}

function Tables() {
  const rows = [
    { name: 'First', count: 12, at: new Date().toISOString() },
    { name: LONG, count: 1_234_567, at: '2025-01-01T00:00:00.000Z' },
  ];
  return (
    <>
      <Table
        label="Things"
        rows={rows}
        pickKey={({ name }) => name}
        makeHref={() => '/components/'}
        columns={[
          { title: 'Name', shape: 'fill', cell: ({ name }) => name },
          { title: 'Count', shape: 'number', cell: ({ count }) => count },
          { title: 'Left out on telephones', shape: 'wide', cell: ({ at }) => <Age of={at} /> },
        ]}
      />
      <Pager by="after" next="2" />
    </>
  );
}

function States() {
  return (
    <>
      <Empty
        icon="services"
        title="Nothing is here"
        actions={<Button kind="primary" text="Lead on" />}
        text="What would be here, and how it gets here."
      />
      {(['plain', 'good', 'warn', 'bad'] as const).map((tone) => (
        <Note key={tone} tone={tone}>
          A note that is {tone}.
        </Note>
      ))}
      <Failure problem={new Error('The server does not answer.')} onRetry={nothing} />
      <Skeleton lines={3} />
    </>
  );
}

function Texts() {
  return (
    <>
      <Facts
        facts={[
          ['Short', 'text'],
          ['Long', LONG],
        ]}
      />
      <Code text={'{\n  "TicketID": 1\n}'} label="A text" />
      <Patch text={'@@ -1,2 +1,2 @@\n unchanged\n-removed\n+added'} />
      <Waterfall
        stages={[
          { name: 'read', start: 0, duration: 2 },
          { name: 'operation', start: 2, duration: 30, tone: 'warn' },
          { name: 'answer', start: 32, duration: 5, tone: 'bad' },
        ]}
      />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<'narrow' | 'wide' | 'drawer' | 'confirm'>();
  const close = () => setOpen(undefined);
  return (
    <div class="row">
      {(['narrow', 'wide', 'drawer', 'confirm'] as const).map((shape) => (
        <Button key={shape} onClick={() => setOpen(shape)} text={shape} />
      ))}
      <Button onClick={() => toast('It worked.')} text="Good toast" />
      <Button onClick={() => toast('It worked, but look at this.', 'warn')} text="Warning toast" />
      <Button onClick={() => toast('It did not work, and this says why.', 'bad')} text="Bad toast" />
      {open === 'confirm' && (
        <FormDialog
          title="Delete it?"
          action="Delete"
          kind="danger"
          typed="it"
          onSubmit={async () => undefined}
          onClose={close}
        >
          <p>Nobody can get it back.</p>
        </FormDialog>
      )}
      {open !== undefined && open !== 'confirm' && (
        <Dialog
          title={`A ${open} dialog`}
          shape={open}
          onClose={close}
          actions={<Button onClick={close} text="Close" />}
        >
          <p>Its content.</p>
        </Dialog>
      )}
    </div>
  );
}
