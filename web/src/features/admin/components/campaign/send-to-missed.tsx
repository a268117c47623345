import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { CheckboxField } from '../../../../components/ui/checkbox-field.tsx';
import { Dialog } from '../../../../components/ui/dialog.tsx';
import { sendToMissed } from '../../api/campaigns.ts';
import { peopleOf } from '../../campaign-view.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** Sends to whom a campaign did not reach, after asking; nothing where it reached everybody. */
export const SendToMissed = ({ campaign }: { campaign: CampaignDetails }) => {
  const { status, recipients } = campaign;
  const { failed, uncertain } = recipients;
  const [asks, setAsks] = useState(false);
  const [withUncertain, setWithUncertain] = useState(false);
  const { start, isPending } = useCampaignAction({
    run: sendToMissed,
    done: ({ name }) => ({
      title: 'Campaign Sent',
      description: `“${name}” is being sent to those whom it did not reach.`,
    }),
    onDone: () => setAsks(false),
  });
  if (status !== 'sent' || failed + uncertain === 0) return null;
  const count = failed + (withUncertain ? uncertain : 0);
  const close = () => {
    if (!isPending) setAsks(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Send to those not reached
      </Button>
      <Dialog
        open={asks}
        onClose={close}
        title="Send to those not reached?"
        footer={
          <>
            <Button onClick={close} disabled={isPending}>
              Not yet
            </Button>
            <Button
              variant="primary"
              onClick={() => start({ id: campaign.id, uncertain: withUncertain })}
              busy={isPending}
              busyLabel="Sending..."
              disabled={count === 0}
            >
              {count === 0 ? 'Send' : `Send to ${peopleOf(count)}`}
            </Button>
          </>
        }
      >
        <p>
          {failed === 0
            ? 'The provider refused nobody’s email.'
            : `The provider refused the email of ${peopleOf(failed)}. It is tried again.`}
        </p>
        {uncertain > 0 && (
          <CheckboxField
            label={`Also the ${peopleOf(uncertain)} of whom nobody knows`}
            hint="The connection broke off before the provider answered. They may have the email already, and would get it twice."
            checked={withUncertain}
            onChange={(event) => setWithUncertain(event.target.checked)}
          />
        )}
        <p>Who has said no to list mail meanwhile gets nothing.</p>
      </Dialog>
    </>
  );
};
