import { Link } from 'react-router-dom';
import { Section } from '../../../components/page/section.tsx';
import { ArrowIcon } from '../../../components/ui/action-icons.tsx';
import { FAQ_PATH, pathTo } from '../../../config/paths.ts';
import styles from './help-cards.module.css';

const CARDS = [
  { to: pathTo('resetPassword'), title: 'Get back in', text: 'Reset your password and log in again.' },
  {
    to: pathTo('accountSubscription'),
    title: 'See your membership',
    text: 'Change the card, read the invoices, cancel or resume.',
  },
  { to: pathTo('refunds'), title: 'Ask for a refund', text: 'What comes back, when, and how to ask.' },
  { to: pathTo('resources'), title: 'Prepare a speech', text: 'Guides and articles to read before you rise.' },
  { to: FAQ_PATH, title: 'Find out if it is for you', text: 'The questions that people ask before they join.' },
];

/** Links that may answer a question without a message. */
export const HelpCards = () => (
  <Section title="Help yourself">
    <ul className={styles['cards']}>
      {CARDS.map(({ to, title, text }) => (
        <li key={title}>
          <Link to={to} className={styles['card']}>
            <span className={styles['title']}>
              {title}
              <ArrowIcon />
            </span>
            <span className={styles['text']}>{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Section>
);
