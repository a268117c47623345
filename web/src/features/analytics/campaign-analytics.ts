import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { shareOf } from '../../components/console/share-of.ts';

/** The results of a sent campaign. */
export interface SentCampaign {
  readonly id: string;
  readonly name: string;
  readonly sentAt: string;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
}

/** The campaigns with at least one sent email, oldest first. */
export const sentCampaigns = (campaigns: readonly EmailCampaign[]): SentCampaign[] =>
  campaigns
    .flatMap(({ id, name, sentAt, sentCount, openCount, clickCount }) =>
      sentAt === null || sentCount === 0
        ? []
        : [{ id, name, sentAt, sent: sentCount, opened: openCount, clicked: clickCount }],
    )
    .sort((one, other) => one.sentAt.localeCompare(other.sentAt));

/** A share in percent, to a tenth. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round((part / whole) * 1_000) / 10;

const sumOf = (campaigns: readonly SentCampaign[], of: (campaign: SentCampaign) => number): number =>
  campaigns.reduce((sum, campaign) => sum + of(campaign), 0);

/** One sentence that summarizes the chart of campaigns. */
export const campaignsInWords = (campaigns: readonly SentCampaign[]): string => {
  const sent = sumOf(campaigns, (campaign) => campaign.sent);
  const shares = `${shareOf(
    sumOf(campaigns, ({ opened }) => opened),
    sent,
  )} of the emails were opened, and ${shareOf(
    sumOf(campaigns, ({ clicked }) => clicked),
    sent,
  )} were clicked`;
  if (campaigns.length === 1) return `“${campaigns[0]!.name}”: ${shares}.`;
  const best = campaigns.reduce((best, campaign) =>
    campaign.opened / campaign.sent > best.opened / best.sent ? campaign : best,
  );
  const most = best.opened === 0 ? '' : `; “${best.name}” was opened most, by ${shareOf(best.opened, best.sent)}`;
  return `The last ${campaigns.length} campaigns: ${shares}${most}.`;
};
