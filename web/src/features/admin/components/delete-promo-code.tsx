import type { PromoCode } from '@lectern/contracts/billing/model';
import { removePromoCode } from '../api/promo-codes.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** Asks before a code goes, and says what becomes of it. */
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
        ? 'Nobody has used it. It is removed, or archived if a payment page was opened with it. Nobody can use it any more.'
        : 'It has been used, so it is archived: payments keep their discount, and nobody can use it any more.'}
    </p>
  </DeleteDialog>
);
