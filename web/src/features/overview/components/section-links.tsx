import { Link } from 'react-router-dom';
import { Stack } from '../../../components/ui/layout.tsx';
import {
  ADMIN_SECTIONS,
  adminSectionPath,
  type AdminSection,
  type AdminSectionName,
} from '../../../config/admin-sections.ts';
import { association } from '../../../config/association.ts';
import styles from './section-links.module.css';

const SECTIONS = Object.entries<AdminSection>(ADMIN_SECTIONS) as [AdminSectionName, AdminSection][];

/** Links to the other pages of the dashboard. */
export const SectionLinks = () => (
  <Stack as="nav" gap={4} className={styles['more']} aria-labelledby="admin-sections">
    <h2 id="admin-sections">More tools</h2>
    <ul className={styles['links']}>
      {SECTIONS.map(([name, { title, purpose }]) => (
        <li key={name}>
          <Link to={adminSectionPath(name)}>{title}</Link>
          <p>{purpose}</p>
        </li>
      ))}
    </ul>
    <p>
      Messages from the contact form are emailed to {association.supportEmail}. Each one is also on the page of its
      sender: search People for the full email address.
    </p>
  </Stack>
);
