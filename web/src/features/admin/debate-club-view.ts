import type { DebateClubView } from './api/list-debate-club.ts';

export const STATUS_FILTERS = [
  { value: 'all', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

/** The view that an address names; what it does not know counts as no filter. */
export const readView = (params: URLSearchParams): DebateClubView => ({
  q: params.get('q') ?? '',
  status: STATUS_FILTERS.find((filter) => filter.value === params.get('status'))?.value ?? 'all',
});

/** The same address with another view; filters that hold back nothing are left out. */
export const writeView = (params: URLSearchParams, view: DebateClubView): URLSearchParams => {
  const next = new URLSearchParams(params);
  if (view.q === '') next.delete('q');
  else next.set('q', view.q);
  if (view.status === 'all') next.delete('status');
  else next.set('status', view.status);
  return next;
};
