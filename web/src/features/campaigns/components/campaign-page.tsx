import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { campaignQuery } from '../api/campaigns.ts';
import { unsentInWords } from '../campaign-view.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignOutcome } from './campaign-outcome.tsx';

/** One campaign: its editor before it is sent, its results afterwards. */
export const CampaignPage = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetching } = useQuery(campaignQuery(id));
  // A campaign that has been deleted is not shown from the cache.
  const isGone = error !== null && (hasStatus(error, 404) || hasStatus(error, 400));
  if (data !== undefined && !isGone) {
    if (data.status !== 'draft' && data.status !== 'scheduled') return <CampaignOutcome campaign={data} />;
    return (
      <>
        {data.unsent !== null && <Notice tone="stop">{unsentInWords(data.unsent)}</Notice>}
        <CampaignEditor campaign={data} />
      </>
    );
  }
  if (error === null) return <Skeleton lines={8} label="Loading the campaign" />;
  // The server refuses a malformed campaign id with 400.
  if (isGone)
    return (
      <EmptyState
        title="There is no such campaign"
        actions={<LinkButton to={adminSectionPath('campaign')}>All campaigns</LinkButton>}
      >
        It may have been deleted.
      </EmptyState>
    );
  return (
    <ErrorState title="The campaign could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </ErrorState>
  );
};
