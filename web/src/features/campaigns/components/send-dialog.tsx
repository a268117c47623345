import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { useQuery } from '@tanstack/react-query';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { audienceQuery, emailQuery, sendCampaign } from '../api/campaigns.ts';
import { AUDIENCES, listsOf, peopleOf } from '../campaign-view.ts';
import { Audience } from './audience.tsx';

type Sendable = Pick<EmailCampaign, 'id' | 'name' | 'subject' | 'content' | 'targetAudience'>;

interface Props {
  /** The campaign to send; null while the dialog is closed. */
  campaign: Sendable | null;
  onClose: () => void;
}

const Question = ({ campaign, onClose }: { campaign: Sendable; onClose: () => void }) => {
  const { subject, content, targetAudience } = campaign;
  const audience = useQuery(audienceQuery(targetAudience));
  const email = useQuery(emailQuery({ subject, content, list: listsOf(targetAudience)[0]! }));
  const notes = email.data?.notes ?? [];
  const { start, isPending, error } = useAdminWrite({
    run: sendCampaign,
    onSuccess: ({ message }) => {
      toast({ title: 'Campaign Sent', description: message });
      onClose();
    },
    onError: (error) => {
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  const reached = audience.data?.recipients;
  return (
    <Dialog
      open
      onClose={close}
      title={`Send “${campaign.name}” now?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Not yet
          </Button>
          <Button
            variant="primary"
            onClick={() => start(campaign.id)}
            busy={isPending}
            busyLabel="Sending..."
            disabled={reached === undefined || reached === 0}
          >
            {reached === undefined || reached === 0 ? 'Send' : `Send to ${peopleOf(reached)}`}
          </Button>
        </>
      }
    >
      <p>
        The email “{subject}” goes to: <strong>{AUDIENCES[targetAudience]}</strong>. Sent emails cannot be recalled.
        While the campaign is sending, you can pause or cancel the rest.
      </p>
      {notes.length > 0 && (
        <Notice tone="wait">
          Some of the content is not sent as you wrote it. To correct it, choose “Not yet” and edit the campaign.
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Audience audience={targetAudience} />
      <ActionFailure error={error} />
    </Dialog>
  );
};

/** Asks for a confirmation before a campaign is sent, and shows its audience. */
export const SendDialog = ({ campaign, onClose }: Props) =>
  campaign !== null && <Question key={campaign.id} campaign={campaign} onClose={onClose} />;
