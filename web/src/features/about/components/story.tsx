import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { paragraphsOf } from '../../../components/site-texts/paragraphs-of.ts';
import { cx } from '../../../lib/cx.ts';
import styles from './story.module.css';

/** The association's history as three speeches of a round, each answering the one before it. */
export const Story = ({ title, parts }: PublicSiteTexts['aboutPage']['story']) => (
  <section className={`page ${styles['story']}`} aria-labelledby="story-title">
    <h2 id="story-title">{title}</h2>
    <ol className={styles['flow']}>
      {parts.map(({ name, text }, index) => (
        <li key={index} className={cx(styles['speech'], styles[index % 2 === 0 ? 'aff' : 'neg'])}>
          {index > 0 && (
            <svg className={styles['arrow']} viewBox="0 0 56 24" fill="none" aria-hidden="true">
              <path
                d="M2 17C14 5 32 4 50 12M41.5 4.5 51 12.3 39.5 18"
                stroke="currentColor"
                strokeWidth="2.6"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          )}
          <h3>{name}</h3>
          {paragraphsOf(text).map((paragraph, at) => (
            <p key={at}>{paragraph}</p>
          ))}
        </li>
      ))}
    </ol>
  </section>
);
