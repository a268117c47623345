import { Link } from 'react-router-dom';
import { adminSectionPath } from '../../config/admin-sections.ts';

/** A link to the timeline of an email address, which a deletion erases. */
export const PersonLink = ({ email, children }: { email: string; children?: string }) =>
  email === '' ? (
    '—'
  ) : (
    <Link className="breakable" to={adminSectionPath('people', { email })}>
      {children ?? email}
    </Link>
  );
