import { type CampaignSite, campaignSite } from '../campaign/email/campaign-site.ts';

/** A site for campaigns that tests render without sending. */
export const CAMPAIGN_SITE: CampaignSite = campaignSite(
  { PUBLIC_URL: 'https://lectern.test/', UNSUBSCRIBE_SECRET: '0123456789abcdef0123456789abcdef' },
  { name: 'Lectern', postalAddress: '1 Example Square, Springfield', color: '#b3372b', secondColor: '#1e5f74' },
);
