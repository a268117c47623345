import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Outcome } from '../../../components/ui/outcome.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { downloadGuestReceipt } from '../api/download-guest-receipt.ts';

/** The page behind the link in the email about a payment that was made without an account: downloads its receipt. */
export const GuestReceipt = () => {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const token = isHydrated ? (params.get('token')?.trim() ?? '') : '';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => downloadGuestReceipt(token),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
  });
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isUnknown || (isHydrated && token === ''))
    return (
      <Outcome
        mark="stopped"
        title="This link does not work"
        lead={
          isUnknown ? messageOr(error, 'It opens no receipt.') : 'It is not complete. Open it from our email again.'
        }
        actions={<ContactSupport />}
      />
    );
  return (
    <Outcome
      mark="done"
      title="Your receipt"
      lead="Thank you for your payment. The receipt is a PDF file with everything that you paid for."
      actions={
        <Button size="large" busy={isPending} busyLabel="Preparing..." disabled={!isHydrated} onClick={() => mutate()}>
          <DownloadIcon />
          Download receipt
        </Button>
      }
    >
      {error !== null && (
        <Notice tone="stop" role="alert">
          <p>{messageOr(error, 'The connection failed. Please try again.')}</p>
        </Notice>
      )}
      {isSuccess && (
        <p role="status">Your receipt is in your downloads. The link keeps working, and shows later refunds too.</p>
      )}
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
    </Outcome>
  );
};
