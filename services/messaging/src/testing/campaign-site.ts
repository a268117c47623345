import { type CampaignSite, campaignSite } from '../campaign/email/campaign-site.ts';

/** A site for campaigns that tests render without sending. */
export const CAMPAIGN_SITE: CampaignSite = campaignSite({
  PUBLIC_URL: 'https://lectern.test/',
  UNSUBSCRIBE_SECRET: '0123456789abcdef0123456789abcdef',
  ASSOCIATION_NAME: 'Lectern',
  ASSOCIATION_COLOR: '#b3372b',
  ASSOCIATION_SECOND_COLOR: '#1e5f74',
  ASSOCIATION_ADDRESS: '1 Example Square, Springfield',
});
