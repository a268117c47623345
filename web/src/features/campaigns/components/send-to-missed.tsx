import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { sendToMissed } from '../api/campaigns.ts';
import { peopleOf } from '../campaign-view.ts';
import { useCampaignAction } from './use-campaign-action.ts';

/** Resends a campaign to the recipients it did not reach, after a confirmation. Renders nothing if it reached everyone. */
export const SendToMissed = ({ campaign }: { campaign: CampaignDetails }) => {
  const { status, recipients } = campaign;
  const { failed, uncertain } = recipients;
  const [asks, setAsks] = useState(false);
  const [withUncertain, setWithUncertain] = useState(false);
  const { start, isPending, error, reset } = useCampaignAction({
    run: sendToMissed,
    done: ({ name }) => ({
      title: 'Campaign Sent',
      description: `“${name}” is being sent to the recipients that it did not reach.`,
    }),
    onDone: () => setAsks(false),
  });
  if (status !== 'sent' || failed + uncertain === 0) return null;
  const count = failed + (withUncertain ? uncertain : 0);
  const close = () => {
    if (isPending) return;
    reset();
    setAsks(false);
  };
  return (
    <>
      <Button size="small" onClick={() => setAsks(true)}>
        Resend to missed recipients
      </Button>
      <Dialog
        open={asks}
        onClose={close}
        title="Resend to missed recipients?"
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
            ? 'The email provider refused no emails.'
            : `The email provider refused the email to ${peopleOf(failed)}. It is sent again.`}
        </p>
        {uncertain > 0 && (
          <CheckboxField
            label={`Also resend to ${peopleOf(uncertain)} whose email was not confirmed`}
            hint="The connection failed before the email provider answered. These people may already have the email and would get it twice."
            checked={withUncertain}
            onChange={(event) => setWithUncertain(event.target.checked)}
          />
        )}
        <p>People who have unsubscribed since then are left out.</p>
        <ActionFailure error={error} />
      </Dialog>
    </>
  );
};
