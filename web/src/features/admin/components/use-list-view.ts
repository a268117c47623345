import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NO_FILTER, readView, writeView, type ListView, type StatusFilter } from '../list-view.ts';

const PAUSE_MS = 250;

/**
 * A list's search and filter, kept in the address so that a view can be linked. What is typed is shown at once and searched
 * for after a short pause.
 */
export const useListView = (filters: readonly StatusFilter[]) => {
  const [params, setParams] = useSearchParams();
  const view = readView(params, filters);
  const [typed, setTyped] = useState(view.q);

  const show = (next: ListView) => setParams((current) => writeView(current, next), { replace: true });

  useEffect(() => {
    const q = typed.trim();
    if (q === view.q) return;
    const timer = setTimeout(() => setParams((current) => writeView(current, { ...readView(current, filters), q }), { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, view.q, setParams, filters]);

  return {
    view,
    typed,
    type: setTyped,
    filter: (status: string) => show({ ...view, status }),
    clear: () => {
      setTyped('');
      show({ q: '', status: NO_FILTER.value });
    },
  };
};
