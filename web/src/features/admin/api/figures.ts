import { memberFigures, revenueFigures } from '@lectern/contracts/system/figures-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Memberships of so many months to the present one. */
export const memberFiguresQuery = (months: number) =>
  queryOptions({
    queryKey: ['admin', 'figures', 'members', months],
    queryFn: ({ signal }) => callAdmin(memberFigures, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  });

/** Revenue of so many months to the present one. */
export const revenueFiguresQuery = (months: number) =>
  queryOptions({
    queryKey: ['admin', 'figures', 'revenue', months],
    queryFn: ({ signal }) => callAdmin(revenueFigures, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  });
