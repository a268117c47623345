import type { PromoCode } from '@lectern/contracts/billing/model';
import { removePromoCode } from '../api/promo-codes.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** Asks for a confirmation before a promo code is deleted or archived, and explains the consequences. */
export const DeletePromoCode = ({ promoCode, onClose }: { promoCode: PromoCode | null; onClose: () => void }) => (
  <DeleteDialog
    id={promoCode?.id ?? null}
    name={promoCode?.code ?? ''}
    remove={removePromoCode}
    done="Promo Code Deleted"
    failed={{ title: 'Error', description: 'Failed to delete promo code' }}
    onClose={onClose}
  >
    <p>
      {promoCode?.currentUses === 0
        ? 'No one has used this code. It is deleted, or archived if a payment page was opened with it. No one can use it after that.'
        : 'This code has been used, so it is archived: past payments keep their discount, and no one can use it again.'}
    </p>
  </DeleteDialog>
);
