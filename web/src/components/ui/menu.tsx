import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx.ts';
import { CheckIcon } from './icons.tsx';
import styles from './menu.module.css';

interface Props {
  /** The accessible name of the button and of the menu. */
  label: string;
  /** The content of the button. */
  trigger: ReactNode;
  triggerClass?: string | undefined;
  /** The items, which are made when the menu opens. */
  children: () => ReactNode;
}

const MARGIN = 8;

/** Below the button and flush with its right edge, or above it where there is no room below; always within the window. */
const place = (menu: HTMLElement, button: HTMLElement): void => {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = at.bottom + 4;
  const top = below + height + MARGIN > window.innerHeight ? Math.max(MARGIN, at.top - height - 4) : below;
  const left = Math.min(Math.max(MARGIN, at.right - width), window.innerWidth - width - MARGIN);
  menu.style.top = `${top}px`;
  menu.style.left = `${left}px`;
};

const isInWindow = (button: HTMLElement): boolean => {
  const { top, bottom } = button.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

const itemsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** The item that a key leads to from the one with the index `from`; undefined if the key is not for the menu. */
const reached = (items: readonly HTMLElement[], from: number, key: string): HTMLElement | undefined => {
  const last = items.length - 1;
  if (key === 'ArrowDown') return items[from >= last ? 0 : from + 1];
  if (key === 'ArrowUp') return items[from <= 0 ? last : from - 1];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[last];
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(from + 1), ...items.slice(0, from + 1)].find(begins);
};

/**
 * A button with a menu in the browser's top layer, which no table cuts off: arrow keys, Home, End and first letters move in it, Escape
 * and a press outside close it, and the focus returns to the button. The menu follows its button as long as that is in the window.
 */
export const Menu = ({ label, trigger, triggerClass, children }: Props) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Whether it is to be open. The browser reports a change later, and reports nothing of a menu that it closed because its row moved. */
  const wanted = useRef(false);

  useLayoutEffect(() => {
    const element = menu.current;
    if (!isOpen || !wanted.current || element === null || button.current === null) return;
    if (!element.matches(':popover-open')) {
      element.showPopover();
      itemsOf(element)[0]?.focus({ preventScroll: true });
    }
    place(element, button.current);
  });

  useEffect(() => {
    const element = menu.current;
    if (!isOpen || element === null || button.current === null) return;
    const trigger = button.current;
    const stay = () => place(element, trigger);
    itemsOf(element)[0]?.focus({ preventScroll: true });
    const follow = (event: Event) => {
      if (event.target instanceof Node && element.contains(event.target)) return;
      if (isInWindow(trigger)) stay();
      else element.hidePopover();
    };
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', stay);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', stay);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') {
      menu.current?.hidePopover();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsOf(event.currentTarget);
    const next = reached(items, items.indexOf(document.activeElement as HTMLElement), event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      >
        {trigger}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles['menu']}
        onBeforeToggle={(event) => {
          wanted.current = event.newState === 'open';
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const item = event.target instanceof Element ? event.target.closest('[role="menuitem"]') : null;
          if (item !== null && item.getAttribute('aria-disabled') !== 'true') event.currentTarget.hidePopover();
        }}
      >
        {isOpen && children()}
      </div>
    </>
  );
};

interface ItemProps {
  children: ReactNode;
  danger?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  /** The page that the item opens, instead of `onSelect`. */
  to?: string | undefined;
  /** A few words after it. */
  note?: string | undefined;
  /** Why the item cannot be chosen. */
  unavailable?: string | undefined;
}

/** An item of a menu, which closes it. */
export const MenuItem = ({ children, danger = false, onSelect, to, note, unavailable }: ItemProps) => {
  const className = cx(styles['item'], danger && styles['danger']);
  if (unavailable !== undefined)
    return (
      <div role="menuitem" aria-disabled="true" tabIndex={-1} className={className}>
        <span>{children}</span>
        <span className={styles['why']}>{unavailable}</span>
      </div>
    );
  return to === undefined ? (
    <button type="button" role="menuitem" tabIndex={-1} className={className} onClick={onSelect}>
      {children}
      {note !== undefined && <span className={styles['note']}>{note}</span>}
    </button>
  ) : (
    <Link role="menuitem" tabIndex={-1} className={className} to={to}>
      {children}
    </Link>
  );
};

/** A sentence in a menu. */
export const MenuLine = ({ children }: { children: ReactNode }) => (
  <div role="menuitem" aria-disabled="true" tabIndex={-1} className={styles['item']}>
    {children}
  </div>
);

/** An item that is on or off; the menu stays open. */
export const MenuCheckbox = ({
  children,
  checked,
  onChange,
}: {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <button
    type="button"
    role="menuitemcheckbox"
    aria-checked={checked}
    tabIndex={-1}
    className={styles['item']}
    onClick={() => onChange(!checked)}
  >
    <span className={styles['mark']}>{checked && <CheckIcon />}</span>
    {children}
  </button>
);
