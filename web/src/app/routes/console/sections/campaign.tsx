import { Link, useSearchParams } from 'react-router-dom';
import { May } from '../../../../components/console/may.tsx';
import { LinkButton } from '../../../../components/ui/link-button.tsx';
import { pathTo } from '../../../../config/paths.ts';
import { CampaignList } from '../../../../features/campaigns/components/campaign-list.tsx';
import { CampaignPage } from '../../../../features/campaigns/components/campaign-page.tsx';

/** All campaigns, or the one that `?id=` names. */
export default function Campaign() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null) return <CampaignPage key={id} id={id} />;
  return (
    <>
      <p>
        A campaign is an email that staff write to the people of an audience, for example a newsletter. This page and
        the tab <Link to={pathTo('admin', { tab: 'messaging' })}>Messaging</Link> show the same campaigns; the form of a
        new one is in that tab.
        <May permission="people:read">
          {' '}
          The people who subscribed to the newsletter are in the tab{' '}
          <Link to={pathTo('admin', { tab: 'newsletter' })}>Newsletter</Link>.
        </May>
      </p>
      <p>
        <LinkButton variant="primary" to={pathTo('admin', { tab: 'messaging' })}>
          New campaign
        </LinkButton>
      </p>
      <CampaignList howToWrite="Write one with “New campaign” above." />
    </>
  );
}
