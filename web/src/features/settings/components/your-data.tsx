import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { Actions } from '../../../components/ui/layout.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/member-context.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadData } from '../api/download-data.ts';
import { DeleteAccount } from './delete-account.tsx';

/** Downloads the member's data. */
export const YourData = () => {
  const { user } = useMember();
  const { mutate, isPending } = useMutation({
    mutationFn: downloadData,
    onSuccess: ({ blob, fileName }) => {
      saveFile(blob, fileName);
      toast({ title: 'Download started', description: `Your data is in ${fileName}.` });
    },
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: messageOr(error, 'Unable to download your data. Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Card title="Your data">
      <p>
        Everything that we keep about you, in one file: your account, your payments, your registrations and your emails.
      </p>
      {!user.isEmailVerified && (
        <p>
          Data kept under your address alone, such as the newsletter, is included once you have{' '}
          <Link to={pathTo('accountSettings')}>confirmed your email</Link>.
        </p>
      )}
      <Actions>
        <Button onClick={() => mutate()} busy={isPending} busyLabel="Preparing...">
          <DownloadIcon />
          Download my data
        </Button>
        <DeleteAccount />
      </Actions>
    </Card>
  );
};
