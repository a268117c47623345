import { CampaignList } from './campaign-list.tsx';
import styles from './campaign.module.css';
import { NewCampaign } from './new-campaign.tsx';

/** The campaigns and the form of a new one. */
export const MessagingTab = () => (
  <div className={styles['tab']}>
    <NewCampaign />
    <CampaignList howToWrite="Write one with the form above." />
  </div>
);
