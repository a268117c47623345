import type { CurrentUser } from '@lectern/contracts/identity/model';
import { Link } from 'react-router-dom';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';

/** Replaces the form for a member, who may still pay for another person. */
export default function MemberNotice({ user }: { user: CurrentUser }) {
  return (
    <Notice>
      <p>
        <strong>You are a member, {user.firstName}.</strong> There is nothing to buy: your membership page shows your
        plan and your payments.
      </p>
      <p>
        <LinkButton to={pathTo('accountSubscription')} variant="primary">
          See your membership
        </LinkButton>
      </p>
      <p>
        <Link to={pathTo('subscribe', { for: 'another' })}>Pay for another person</Link>
      </p>
    </Notice>
  );
}
