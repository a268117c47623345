import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '../../../../config/paths.ts';
import { CampaignList } from '../../../../features/admin/components/campaign/campaign-list.tsx';
import { CampaignPage } from '../../../../features/admin/components/campaign/campaign-page.tsx';

/** All campaigns, or the one that `?id=` names. */
export default function Campaign() {
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null) return <CampaignPage key={id} id={id} />;
  return (
    <>
      <p>
        A campaign is an email that staff write to the people of an audience. Write a new one in the tab{' '}
        <Link to={pathTo('admin', { tab: 'messaging' })}>Messaging</Link>. The people who subscribed to the newsletter
        are in the tab <Link to={pathTo('admin', { tab: 'newsletter' })}>Newsletter</Link>.
      </p>
      <CampaignList />
    </>
  );
}
