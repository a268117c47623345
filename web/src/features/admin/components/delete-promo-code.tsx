import type { PromoCode } from '@lectern/contracts/billing/model';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { removePromoCode } from '../api/promo-codes.ts';

/** Asks before a code goes, and says what becomes of it. */
export const DeletePromoCode = ({ promoCode, onClose }: { promoCode: PromoCode | null; onClose: () => void }) => {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: removePromoCode,
    onSuccess: ({ message }) => {
      toast({ title: 'Promo Code Deleted', description: message });
      void client.invalidateQueries({ queryKey: ['admin'] });
      onClose();
    },
    onError: (error) => {
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
      void client.invalidateQueries({ queryKey: ['admin', 'promo-codes'] });
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      open={promoCode !== null}
      onClose={close}
      title={`Delete ${promoCode?.code ?? ''}?`}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Keep it
          </Button>
          <Button variant="danger" onClick={() => promoCode !== null && mutate(promoCode.id)} busy={isPending} busyLabel="Deleting...">
            Delete
          </Button>
        </>
      }
    >
      <p>
        {promoCode?.currentUses === 0
          ? 'Nobody has used it. It is removed, and nobody can use it any more.'
          : 'It has been used, so it is archived: payments keep their discount, and nobody can use it any more.'}
      </p>
    </Dialog>
  );
};
