import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { EVERYTHING, readView, withFilter, writeView, type ListShape, type ShownView } from './list-view.ts';

const PAUSE_MS = 250;

/**
 * A list's view, kept in the URL. The search field shows typed text immediately; the search starts after a short pause.
 * `shape` must be stable between renders.
 */
export const useListView = (shape: ListShape) => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const view = readView(params, shape);
  const [typed, setTyped] = useState(view.q);
  // The last search that this field asked for. Another one in the URL comes from a link.
  const [asked, setAsked] = useState(view.q);
  if (view.q !== asked) {
    setAsked(view.q);
    if (view.q !== typed.trim()) setTyped(view.q);
  }

  // The router renders a changed URL later: a change that follows before then must build on it.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback(
    (changed: (view: ShownView) => ShownView) => {
      latest.current = writeView(latest.current, changed(readView(latest.current, shape)), shape);
      setParams(latest.current, { replace: true });
    },
    [setParams, shape],
  );
  /** With the text of the field, whose search may still wait. */
  const withTyped = (current: ShownView): ShownView => ({ ...current, q: typed.trim() });

  useEffect(() => {
    const q = typed.trim();
    if (q === view.q) return;
    const timer = setTimeout(() => {
      // The administrator has already moved to another page, or opened a row, and it still loads: do not navigate back.
      const search = new URLSearchParams(window.location.search).toString();
      if (window.location.pathname === pathname && search === latest.current.toString())
        change((current) => ({ ...current, q }));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, view.q, change, pathname]);

  return {
    view,
    typed,
    type: setTyped,
    filter: (key: string, value: string) => change((current) => withFilter(withTyped(current), key, value)),
    sort: (sort: string) => change((current) => ({ ...withTyped(current), sort })),
    hide: (hidden: readonly string[]) => change((current) => ({ ...withTyped(current), hidden })),
    open: (next: ShownView) => {
      setTyped(next.q);
      change(() => next);
    },
    clear: () => {
      setTyped('');
      change(() => EVERYTHING);
    },
  };
};
