import { useId, useRef, useState } from 'preact/hooks';

import { allowed, type Need } from '../app/may.js';
import { attempt } from '../app/toasts.js';
import { Icon } from './icon.js';

export interface MenuItem {
  readonly text: string;
  readonly run: () => unknown;
  readonly isDangerous?: boolean;
  readonly needs?: Need;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly text?: string;
}

/** A button that opens a list of actions; the browser closes it by Escape or a click elsewhere. */
export function Menu({ label, items: all, text }: MenuProps) {
  const items = allowed(all);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Items are rendered at the first use, since long lists have a menu in each row.
  const [isUsed, setUsed] = useState(false);
  const place = (event: { readonly currentTarget: HTMLElement }) => {
    setUsed(true);
    const { bottom, right, left } = event.currentTarget.getBoundingClientRect();
    const style = list.current?.style;
    if (style === undefined) return;
    const isRight = left > window.innerWidth / 2;
    style.top = `${bottom + 4}px`;
    style.left = isRight ? 'auto' : `${left}px`;
    style.right = isRight ? `${document.documentElement.clientWidth - right}px` : 'auto';
  };
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = all.findIndex((each) => each === document.activeElement);
    all.at((at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length)?.focus();
  };
  const focusFirst = (event: Event) => {
    if ('newState' in event && event.newState === 'open') list.current?.querySelector('button')?.focus();
  };
  if (items.length === 0) return null;
  return (
    <>
      <button
        type="button"
        class={`button ${text === undefined ? 'quiet square' : 'plain'}`}
        aria-label={text === undefined ? label : undefined}
        title={text === undefined ? label : undefined}
        aria-haspopup="menu"
        popovertarget={id}
        onClick={place}
      >
        {text}
        <Icon name={text === undefined ? 'more' : 'down'} />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        class="menu"
        onKeyDown={move}
        onToggle={focusFirst}
      >
        {(isUsed ? items : []).map((item) => (
          <MenuButton key={item.text} item={item} onDone={() => list.current?.hidePopover()} />
        ))}
      </div>
    </>
  );
}

function MenuButton({ item, onDone }: { readonly item: MenuItem; readonly onDone: () => void }) {
  const run = () => {
    onDone();
    void attempt(async () => item.run());
  };
  return (
    <button type="button" role="menuitem" class={item.isDangerous === true ? 'danger' : ''} onClick={run}>
      {item.text}
    </button>
  );
}
