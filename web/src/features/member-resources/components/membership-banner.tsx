import { Link } from 'react-router-dom';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';

/** Why some of the page is closed, and what opens it (specification, section 2). */
export const MembershipBanner = () => (
  <Notice tone="wait">
    <p>
      <strong>Active Membership Required</strong>
    </p>
    <p>
      The topic library, session recordings, the Discord community and office hours are for active members.{' '}
      <Link to={pathTo('register')}>Join today</Link> to open them.
    </p>
  </Notice>
);
