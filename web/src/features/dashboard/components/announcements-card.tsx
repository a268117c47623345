import { Link } from 'react-router-dom';
import { Card } from '../../../components/ui/card.tsx';
import { linkTo } from '../../../config/paths.ts';
import { ANNOUNCEMENTS } from '../announcements.ts';
import styles from './announcements-card.module.css';

export const AnnouncementsCard = () => (
  <Card title="Latest Updates & Announcements">
    <ul className={styles['items']}>
      {ANNOUNCEMENTS.map(({ title, text, page, link }) => {
        const address = linkTo(page);
        return (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            {address !== null && <Link to={address}>{link}</Link>}
          </li>
        );
      })}
    </ul>
  </Card>
);
