import { Link } from 'react-router-dom';
import { MONTHLY } from '../../config/offers.ts';
import { pathTo } from '../../config/paths.ts';
import { formatCentsShort } from '@lectern/contracts/money';
import styles from './join-bar.module.css';

/** Fixed at the bottom of screens narrower than 768 px. */
export const JoinBar = () => (
  <aside aria-label="Join" data-join-bar>
    <Link to={pathTo('register')} className={styles['bar']}>
      Join Debate Club - {formatCentsShort(MONTHLY)}/mo
    </Link>
  </aside>
);
