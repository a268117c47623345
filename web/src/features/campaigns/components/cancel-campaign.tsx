import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/console/confirm-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { cancelCampaign } from '../api/campaigns.ts';
import { cancelledInWords, peopleOf } from '../campaign-view.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** Cancels a campaign permanently, after a confirmation. */
export const CancelCampaign = ({ campaign }: { campaign: CampaignDetails }) => {
  const [asks, setAsks] = useState(false);
  const { start, isPending, error, reset } = useCampaignAction({
    run: cancelCampaign,
    done: (cancelled) => ({ title: 'Campaign cancelled', description: cancelledInWords(cancelled) }),
    onDone: () => setAsks(false),
  });
  const { pending } = campaign.recipients;
  return (
    <>
      <Button size="small" variant="danger" onClick={() => setAsks(true)}>
        Cancel campaign
      </Button>
      <ConfirmDialog
        open={asks}
        title={`Cancel “${campaign.name}”?`}
        action="Cancel campaign"
        busyAction="Cancelling..."
        back="Keep it"
        busy={isPending}
        error={error}
        onConfirm={() => start(campaign.id)}
        onClose={() => {
          reset();
          setAsks(false);
        }}
      >
        <p>
          {campaign.status === 'scheduled'
            ? 'It is not sent and cannot be scheduled again. To keep editing, unschedule it instead: it becomes a draft again.'
            : `${pending === 0 ? 'No one is still waiting for it.' : `${peopleOf(pending)} ${pending === 1 ? 'is' : 'are'} still waiting for it and will not get it.`} Emails that were sent stay sent. A cancelled campaign cannot be resumed.`}
        </p>
      </ConfirmDialog>
    </>
  );
};
