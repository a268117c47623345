import { memberAnalytics, revenueAnalytics } from '@lectern/contracts/system/analytics-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Members per month, for the last `months` months including the current one. */
export const memberAnalyticsQuery = (months: number) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'members', months],
    queryFn: ({ signal }) => callAdmin(memberAnalytics, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  });

/** Revenue per month, for the last `months` months including the current one. */
export const revenueAnalyticsQuery = (months: number) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'revenue', months],
    queryFn: ({ signal }) => callAdmin(revenueAnalytics, { query: { months }, signal }),
    placeholderData: keepPreviousData,
  });
