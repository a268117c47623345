import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { SESSION_MINUTES } from '../../../config/schedule.ts';
import styles from './session-anatomy.module.css';

export const SessionAnatomy = ({ title, lead, parts }: PublicSiteTexts['homePage']['session']) => {
  const { text: weekly } = useSiteText('weeklySession');
  return (
    <Section title={title} lead={lead}>
      <ol className={styles['parts']}>
        {SESSION_MINUTES.map((minutes, index) => (
          <li key={minutes} className={styles['part']}>
            {weekly !== undefined && (
              <span className={styles['minutes']}>
                {weekly[minutes]} <small>min</small>
              </span>
            )}
            <h3>{parts[index]?.name}</h3>
            <p>{parts[index]?.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
};
