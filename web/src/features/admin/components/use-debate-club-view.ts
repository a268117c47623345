import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DebateClubView } from '../api/list-debate-club.ts';
import { readView, writeView } from '../debate-club-view.ts';

const PAUSE_MS = 250;

/**
 * The table's search and filter, kept in the address so that a view can be linked. What is typed is shown at once and searched
 * for after a short pause.
 */
export const useDebateClubView = () => {
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const [typed, setTyped] = useState(view.q);

  const show = (next: DebateClubView) => setParams((current) => writeView(current, next), { replace: true });

  useEffect(() => {
    const q = typed.trim();
    if (q === view.q) return;
    const timer = setTimeout(() => setParams((current) => writeView(current, { ...readView(current), q }), { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, view.q, setParams]);

  return {
    view,
    typed,
    type: setTyped,
    filter: (status: string) => show({ ...view, status }),
    clear: () => {
      setTyped('');
      show({ q: '', status: 'all' });
    },
  };
};
