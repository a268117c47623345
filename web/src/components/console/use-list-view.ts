import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { NO_FILTER, readView, writeView, type ListView, type StatusFilter } from './list-view.ts';

const PAUSE_MS = 250;
const NO_SORTS: readonly string[] = [];

/**
 * A list's search and filter, kept in the URL so that a view can be linked. The field shows typed text immediately; the search
 * starts after a short pause.
 */
export const useListView = (filters: readonly StatusFilter[], sorts: readonly string[] = NO_SORTS) => {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const view = readView(params, filters, sorts);
  const [typed, setTyped] = useState(view.q);

  const show = (next: ListView) => setParams((current) => writeView(current, next), { replace: true });
  /** With the text of the field, whose search may still wait. */
  const change = (to: Partial<ListView>) => show({ ...view, q: typed.trim(), ...to });

  useEffect(() => {
    const q = typed.trim();
    if (q === view.q) return;
    const timer = setTimeout(() => {
      // The administrator has already moved to another page, which is still loading: do not navigate back.
      if (window.location.pathname !== pathname) return;
      setParams((current) => writeView(current, { ...readView(current, filters, sorts), q }), { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, view.q, setParams, pathname, filters, sorts]);

  return {
    view,
    typed,
    type: setTyped,
    filter: (status: string) => change({ status }),
    sort: (sort: string) => change({ sort }),
    clear: () => {
      setTyped('');
      show({ q: '', status: NO_FILTER.value });
    },
  };
};
