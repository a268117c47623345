import { useSearchParams } from 'react-router-dom';
import { CampaignList } from '../../../../features/admin/components/campaign/campaign-list.tsx';
import { CampaignPage } from '../../../../features/admin/components/campaign/campaign-page.tsx';

/** All campaigns, or the one that `?id=` names. */
export default function Campaign() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id === null ? <CampaignList /> : <CampaignPage key={id} id={id} />;
}
