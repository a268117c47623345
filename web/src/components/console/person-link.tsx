import { Link } from 'react-router-dom';
import { adminSectionPath } from '../../config/admin-sections.ts';

/** An email address that breaks before its `@`, if it breaks at all. */
const withBreak = (email: string) => {
  const at = email.indexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
};

/** A link to the timeline of an email address. */
export const PersonLink = ({ email, children }: { email: string; children?: string }) => (
  <Link className="breakable" to={adminSectionPath('people', { email })}>
    {children ?? withBreak(email)}
  </Link>
);
