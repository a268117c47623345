import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Link } from 'react-router-dom';
import { Section } from '../../../components/page/section.tsx';
import { ArrowIcon } from '../../../components/ui/action-icons.tsx';
import { FAQ_PATH, pathTo } from '../../../config/paths.ts';
import styles from './help-cards.module.css';

const TARGETS = [
  pathTo('resetPassword'),
  pathTo('accountSubscription'),
  pathTo('refunds'),
  pathTo('resources'),
  FAQ_PATH,
] as const;

/** Links that may answer a question without a message. */
export const HelpCards = ({ title, cards }: PublicSiteTexts['contactPage']['help']) => (
  <Section title={title}>
    <ul className={styles['cards']}>
      {TARGETS.map((to, index) => (
        <li key={to}>
          <Link to={to} className={styles['card']}>
            <span className={styles['title']}>
              {cards[index]?.title}
              <ArrowIcon />
            </span>
            <span className={styles['text']}>{cards[index]?.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
);
