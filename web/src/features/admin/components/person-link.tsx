import { Link } from 'react-router-dom';
import { adminSectionPath } from '../../../config/admin-sections.ts';

/** The way to everything that is known of an address. */
export const PersonLink = ({ email, children = email }: { email: string; children?: string }) => (
  <Link className="breakable" to={adminSectionPath('people', { email })}>
    {children}
  </Link>
);
