import { Link } from 'react-router-dom';
import { pathTo } from '../../config/paths.ts';
import { useMember } from '../../lib/member-context.ts';

/** For a person without a membership whose email is not verified: another person may have paid for it. Renders nothing for others. */
export const ConfirmEmailHint = () => {
  const { user } = useMember();
  if (user.isEmailVerified) return null;
  return (
    <p>
      If a membership for {user.email} is already paid, confirm this email in your{' '}
      <Link to={pathTo('accountSettings')}>account settings</Link> to open it.
    </p>
  );
};
