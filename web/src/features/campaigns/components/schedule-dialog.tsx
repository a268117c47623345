import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { instantOf, wallClock } from '../../../components/console/wall-clock.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { readersZone } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { scheduleCampaign } from '../api/campaigns.ts';
import { inReadersZone } from '../campaign-view.ts';
import { Audience } from './audience.tsx';

interface Props {
  campaign: CampaignDetails;
  open: boolean;
  onScheduled: (campaign: CampaignDetails) => void;
  onClose: () => void;
}

const Question = ({ campaign, onScheduled, onClose }: Omit<Props, 'open'>) => {
  const association = useAssociation();
  const [typed, setTyped] = useState(
    campaign.scheduledAt === null ? '' : wallClock(association.timeZone, campaign.scheduledAt),
  );
  const [complaint, setComplaint] = useState<string | undefined>(undefined);
  const at = instantOf(association.timeZone, typed);
  const { start, isPending, error } = useAdminWrite({
    run: scheduleCampaign,
    onSuccess: (scheduled) => {
      onScheduled(scheduled);
      toast({
        title: 'Campaign scheduled',
        description: `“${scheduled.name}” goes out ${scheduled.scheduledAt === null ? 'automatically' : formatDateTime(scheduled.scheduledAt)}.`,
      });
      onClose();
    },
    onError: (error) => {
      const fieldMessage = error instanceof ApiError ? error.fields['at'] : undefined;
      setComplaint(fieldMessage);
      if (fieldMessage === undefined)
        toast({ title: 'Not scheduled', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  const forReader = at === '' ? '' : inReadersZone(at, readersZone());
  return (
    <FormDialog
      open
      onClose={close}
      title={`When does “${campaign.name}” go out?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => start({ id: campaign.id, at })}
            busy={isPending}
            busyLabel="Scheduling..."
          >
            {campaign.status === 'scheduled' ? 'Change the time' : 'Schedule'}
          </Button>
        </>
      }
    >
      <TextField
        label="Day and time"
        type="datetime-local"
        data-begins=""
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setComplaint(undefined);
        }}
        error={complaint}
        hint={`In the association’s time zone (${association.timeZone}). ${at === '' ? '' : `That is ${formatDateTime(at)}${forReader === '' ? '' : ` (${forReader} in your time zone)`}.`}`}
      />
      <p>
        It is sent automatically at that time, to everyone on its lists at that moment. Until then you can edit,
        unschedule or cancel it.
      </p>
      <Audience audience={campaign.targetAudience} />
      <ActionFailure error={error} />
    </FormDialog>
  );
};

/** Asks for the time at which a campaign is sent automatically. */
export const ScheduleDialog = ({ open, ...rest }: Props) => open && <Question {...rest} />;
