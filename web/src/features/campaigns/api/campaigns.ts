import * as http from '@lectern/contracts/messaging/campaign-http';
import type {
  CampaignDetails,
  CampaignRecipient,
  EmailCampaign,
  MailingList,
  TargetAudience,
} from '@lectern/contracts/messaging/campaign-model';
import type { RouteBodyInput } from '@lectern/contracts/route';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export type CampaignInput = RouteBodyInput<typeof http.createCampaign>;

/** The polling interval, in milliseconds, while a campaign is being sent. */
const WHILE_SENDING_MS = 2_000;
/** The polling interval, in milliseconds, for slow changes: the scheduled time, opens and clicks. */
const NOW_AND_THEN_MS = 15_000;

/** Milliseconds until a campaign with this status is requested again; false for never. */
const againIn = (status: EmailCampaign['status']): number | false =>
  status === 'sending' ? WHILE_SENDING_MS : status === 'draft' || status === 'cancelled' ? false : NOW_AND_THEN_MS;

export const campaignList: AdminListSource<EmailCampaign> = {
  key: 'campaigns',
  again: (rows) =>
    rows.some(({ status }) => status === 'sending')
      ? WHILE_SENDING_MS
      : rows.some(({ status }) => status === 'scheduled')
        ? NOW_AND_THEN_MS
        : false,
  ask: (query, signal) => callAdmin(http.listCampaigns, { query, signal }),
};

const getCampaign = (id: string, signal?: AbortSignal): Promise<CampaignDetails> =>
  callAdmin(http.getCampaign, { params: { id }, signal });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'campaign', id],
    queryFn: ({ signal }) => getCampaign(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined ? false : againIn(state.data.status)),
  });

/** The recipients of a campaign; its status sets how often they are requested again. */
export const recipientList = ({
  id,
  status,
}: Pick<CampaignDetails, 'id' | 'status'>): AdminListSource<CampaignRecipient> => ({
  key: `campaign-recipients-${id}`,
  again: () => againIn(status),
  ask: (query, signal) => callAdmin(http.listRecipients, { params: { id }, query, signal }),
});

/** A repeated `idempotencyKey` creates no second draft. */
export const addCampaign = (body: CampaignInput, idempotencyKey: string) =>
  callAdmin(http.createCampaign, { body, idempotencyKey });
export const saveCampaign = (id: string, body: CampaignInput & { version: number }) =>
  saveOrLearn(
    () => callAdmin(http.editCampaign, { params: { id }, body }),
    () => getCampaign(id),
  );
export const removeCampaign = (id: string) => callAdmin(http.deleteCampaign, { params: { id } });
export const testCampaign = (body: CampaignInput) => callAdmin(http.sendTestCampaign, { body });

export const sendCampaign = (id: string) => callAdmin(http.sendCampaign, { params: { id } });
export const scheduleCampaign = ({ id, at }: { id: string; at: string }) =>
  callAdmin(http.scheduleCampaign, { params: { id }, body: { at } });
export const unscheduleCampaign = (id: string) => callAdmin(http.unscheduleCampaign, { params: { id } });
export const pauseCampaign = (id: string) => callAdmin(http.pauseCampaign, { params: { id } });
export const resumeCampaign = (id: string) => callAdmin(http.resumeCampaign, { params: { id } });
export const cancelCampaign = (id: string) => callAdmin(http.cancelCampaign, { params: { id } });
export const sendToMissed = ({ id, uncertain }: { id: string; uncertain: boolean }) =>
  callAdmin(http.sendToMissed, { params: { id }, body: { uncertain } });

/** The recipients that an audience has now. */
export const audienceQuery = (targetAudience: TargetAudience) =>
  queryOptions({
    queryKey: ['admin', 'audience', targetAudience],
    queryFn: ({ signal }) => callAdmin(http.countAudience, { query: { targetAudience }, signal }),
    staleTime: 0,
  });

const LEFT_OUT_PAGE = 50;

/** The addresses that an audience leaves out, page by page. */
export const leftOutQuery = (targetAudience: TargetAudience) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'left-out', targetAudience],
    queryFn: ({ pageParam, signal }) =>
      callAdmin(http.listLeftOut, {
        query: { targetAudience, limit: LEFT_OUT_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

/** The email as a reader on `list` gets it. The previous preview stays until the next one arrives. */
export const emailQuery = (message: { subject: string; content: string; list: MailingList }) =>
  queryOptions({
    queryKey: ['admin', 'email', message],
    queryFn: ({ signal }) => callAdmin(http.previewCampaign, { body: message, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
