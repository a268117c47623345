import { Link } from 'react-router-dom';
import { useOffers } from '../../../components/meeting-places/use-offers.ts';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';

/** Why some of the page is closed, and what opens it (specification, section 2). */
export const MembershipBanner = () => {
  const { hasCommunity, hasOfficeHours } = useOffers();
  const closed = [
    'The topic library',
    'session recordings',
    ...(hasCommunity ? ['the Discord community'] : []),
    ...(hasOfficeHours ? ['office hours'] : []),
  ];
  return (
    <Notice tone="wait">
      <p>
        <strong>Active Membership Required</strong>
      </p>
      <p>
        {closed.slice(0, -1).join(', ')} and {closed.at(-1)} are for active members.{' '}
        <Link to={pathTo('register')}>Join today</Link> to open them.
      </p>
    </Notice>
  );
};
