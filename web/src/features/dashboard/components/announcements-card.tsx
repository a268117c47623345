import { Link } from 'react-router-dom';
import { Card } from '../../../components/ui/card.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ANNOUNCEMENTS } from '../announcements.ts';
import styles from './announcements-card.module.css';

export const AnnouncementsCard = () => (
  <Card title="Latest Updates & Announcements">
    <Stack as="ul" gap={5} className={styles['items']}>
      {ANNOUNCEMENTS.map(({ title, text, page, link }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
          <Link to={pathTo(page)}>{link}</Link>
        </li>
      ))}
    </Stack>
  </Card>
);
