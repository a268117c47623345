import { Link } from 'react-router-dom';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';

/** For an email that has an account or a membership: why it was refused, and the next step. Renders nothing for other failures. */
export const KnownAlready = ({ error, email }: { error: Error | null; email: string }) => {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code !== 'membership_exists' && code !== 'email_taken' && code !== 'payment_due') return null;
  return (
    <Notice tone="wait" role="status">
      <p>{error?.message}</p>
      {code === 'payment_due' ? (
        <p>
          <Link to={pathTo('accountSubscription')}>Update Payment Method</Link>
        </p>
      ) : (
        <p>
          <Link to={pathTo('login')}>Go to the login page</Link> or{' '}
          <Link to={pathTo('setupAccount', { email })}>set up your account</Link>
        </p>
      )}
    </Notice>
  );
};
