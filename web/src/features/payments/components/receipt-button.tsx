import { useMutation } from '@tanstack/react-query';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadReceipt } from '../api/payments.ts';

/** Downloads the receipt of the payment that a movement belongs to. */
export const ReceiptButton = ({ id }: { id: string }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadReceipt(id),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: messageOr(error, 'The receipt could not be downloaded. Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button variant="secondary" busy={isPending} busyLabel="Preparing..." onClick={() => mutate()}>
      <DownloadIcon />
      Receipt (PDF)
    </Button>
  );
};
