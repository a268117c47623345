import type { PromoCode } from '@lectern/contracts/billing/model';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { removePromoCode } from '../api/promo-codes.ts';

/** Asks for a confirmation before a promo code is deleted, or archived where it was used, and explains the consequences. */
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
        ? 'No one has used this code. It is removed from this list, and no one can use it any more. Payment pages that were opened with it close.'
        : 'This code has been used. It is removed from this list, and no one can use it any more. Payment pages that were opened with it close. Past payments keep their discount, and our records keep the code.'}{' '}
      You can create a new code with the same text later.
    </p>
  </DeleteDialog>
);
