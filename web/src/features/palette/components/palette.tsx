import { useQueries } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../../../components/console/use-admin.ts';
import { useSettled } from '../../../components/console/use-settled.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FOUND_KINDS, FOUND_PERMISSIONS, foundQuery, SHORTEST_SEARCH, type Found } from '../api/find.ts';
import { ACTIONS, matching, PAGES } from '../destinations.ts';
import { Keys } from './keys.tsx';
import styles from './palette.module.css';

const PAUSE_MS = 200;

/** An action and a page may have the same address. */
const valueOf = ({ to, label }: { to: string; label: string }): string => `${label} ${to}`;

/** A link, which the guard of unsaved text sees as one. Enter presses it. */
const Choice = ({ to, label, detail = '' }: { to: string; label: string; detail?: string }) => {
  const link = useRef<HTMLAnchorElement>(null);
  const isPressed = useRef(false);
  const onSelect = () => {
    // A press selects as well.
    if (!isPressed.current) link.current?.click();
    isPressed.current = false;
  };
  return (
    <Command.Item asChild value={valueOf({ to, label })} onSelect={onSelect}>
      <Link ref={link} to={to} className={styles['choice']} onClick={() => (isPressed.current = true)}>
        <span>{label}</span>
        <span className={styles['detail']}>{detail}</span>
      </Link>
    </Command.Item>
  );
};

const Search = () => {
  const may = useMay();
  const kinds = FOUND_KINDS.filter((kind) => may(FOUND_PERMISSIONS[kind]));
  const [typed, type] = useState('');
  // The choice of the arrow keys or the pointer; without one the topmost result is chosen, also when results arrive above others.
  const [chosen, choose] = useState<string | null>(null);
  const isMoving = useRef(false);
  /** Whether Enter was pressed before the first result arrived. */
  const [isWaiting, setWaiting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const text = typed.trim();
  const q = useSettled(text, PAUSE_MS);
  const searches = useQueries({ queries: kinds.map((kind) => foundQuery(kind, q)) });
  const isSearching = text.length >= SHORTEST_SEARCH && (q !== text || searches.some(({ isFetching }) => isFetching));
  const found = (index: number): readonly Found[] => (q === text ? (searches[index]?.data ?? []) : []);
  const failed = kinds.filter((_, index) => q === text && searches[index]?.isError);
  const groups = [
    { heading: 'Actions', choices: matching(ACTIONS, text, may) },
    { heading: 'Pages', choices: matching(PAGES, text, may) },
    ...kinds.map((kind, index) => ({ heading: kind, choices: found(index) })),
  ].filter(({ choices }) => choices.length > 0);
  const results = groups.flatMap(({ choices }) => choices.map(valueOf));
  const isAwaited = isWaiting && !isSearching;
  useEffect(() => {
    if (isAwaited) list.current?.querySelector('a')?.click();
  }, [isAwaited]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    setWaiting(key === 'Enter' && isSearching && results.length === 0);
    isMoving.current = ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
  };
  return (
    <Command
      label="Search the console"
      shouldFilter={false}
      loop
      className={styles['palette']}
      value={chosen !== null && results.includes(chosen) ? chosen : (results[0] ?? '')}
      onValueChange={(value) => isMoving.current && choose(value)}
      onKeyDown={onKeyDown}
      onPointerMove={() => (isMoving.current = true)}
    >
      <Command.Input
        data-begins
        className={styles['input']}
        placeholder="A person, an event, a page, or ? for the keys"
        value={typed}
        onValueChange={(text) => {
          type(text);
          choose(null);
        }}
      />
      {text === '?' ? (
        <Keys />
      ) : (
        <Command.List ref={list} className={styles['list']} label="Results">
          {groups.map(({ heading, choices }) => (
            <Command.Group key={heading} heading={heading} className={styles['group']}>
              {choices.map((choice) => (
                <Choice key={choice.to} {...choice} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      )}
      <p className={styles['state']} role="status">
        {isSearching
          ? 'Searching...'
          : failed.length > 0
            ? `Not searched, because the server did not answer: ${failed.join(', ')}. Type again to try again.`
            : groups.length === 0 && text !== '?'
              ? 'Nothing was found.'
              : ''}
      </p>
    </Command>
  );
};

/** Finds people, events, campaigns, articles, pages and actions, and goes there. */
export default function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search the console">
      <Search />
    </Dialog>
  );
}
