import { useEffect, useState } from 'react';
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

  const show = (next: ShownView) => setParams((current) => writeView(current, next, shape), { replace: true });
  /** With the text of the field, whose search may still wait. */
  const now: ShownView = { ...view, q: typed.trim() };

  useEffect(() => {
    const q = typed.trim();
    if (q === view.q) return;
    const timer = setTimeout(() => {
      // The administrator has already moved to another page, which is still loading: do not navigate back.
      if (window.location.pathname !== pathname) return;
      setParams((current) => writeView(current, { ...readView(current, shape), q }, shape), { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, view.q, setParams, pathname, shape]);

  return {
    view,
    typed,
    type: setTyped,
    filter: (key: string, value: string) => show(withFilter(now, key, value)),
    sort: (sort: string) => show({ ...now, sort }),
    hide: (hidden: readonly string[]) => show({ ...now, hidden }),
    open: (next: ShownView) => {
      setTyped(next.q);
      show(next);
    },
    clear: () => {
      setTyped('');
      show(EVERYTHING);
    },
  };
};
