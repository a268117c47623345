import { CampaignList } from './campaign-list.tsx';
import styles from './campaign.module.css';
import { NewCampaign } from './new-campaign.tsx';

/** Emails to an audience: one to begin, and those there are. */
export const MessagingTab = () => (
  <div className={styles['tab']}>
    <NewCampaign />
    <CampaignList />
  </div>
);
