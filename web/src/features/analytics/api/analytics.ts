import { listCampaigns } from '@lectern/contracts/messaging/campaign-http';
import { memberAnalytics, revenueAnalytics } from '@lectern/contracts/system/analytics-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { toPage } from '../../../components/console/to-page.ts';
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

/** The number of campaigns that fit in a chart. */
const CHARTED = 40;

/** The latest sent campaigns. */
export const sentCampaignsQuery = queryOptions({
  queryKey: ['admin', 'analytics', 'campaigns'],
  queryFn: async ({ signal }) =>
    toPage(await callAdmin(listCampaigns, { query: { status: 'sent', limit: CHARTED }, signal })).items,
});
