import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { progressOf } from '../campaign-view.ts';
import styles from './campaign.module.css';

/** The progress of a campaign, as a bar and as text. */
export const CampaignProgress = ({ campaign }: { campaign: CampaignDetails }) => {
  const { done, total, words, pace } = progressOf(campaign);
  return (
    <section className={styles['progress']} aria-label="Progress">
      <progress max={Math.max(total, 1)} value={done} aria-label={words} />
      <p>
        <strong>{words}.</strong>{' '}
        {pace !== '' && <span>{pace.endsWith('.') ? pace : `${pace.charAt(0).toUpperCase()}${pace.slice(1)}.`}</span>}
      </p>
    </section>
  );
};
