import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { Account } from '../account/account.entity.ts';
import { BalanceReading } from '../balance/balance-reading.entity.ts';
import { BalanceTransaction } from '../balance/balance-transaction.entity.ts';
import { Checkout } from '../checkout/checkout.entity.ts';
import { CreditChange } from '../credit/credit-change.entity.ts';
import { CreditEntry } from '../credit/credit-entry.entity.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Payment } from '../payment/payment.entity.ts';
import { Program } from '../program/program.entity.ts';
import { ProgramPrice } from '../program/program-price.entity.ts';
import { PromoCode } from '../promo-code/promo-code.entity.ts';
import { PromoUse } from '../promo-code/promo-use.entity.ts';
import { Purchase } from '../purchase/purchase.entity.ts';
import { Reconciliation } from '../reconciliation/reconciliation.entity.ts';
import { ReconciliationDifference } from '../reconciliation/reconciliation-difference.entity.ts';
import { ReferralCredit } from '../referral/referral-credit.entity.ts';
import { ReferralTotal } from '../referral/referral-total.entity.ts';
import { Referral } from '../referral/referral.entity.ts';
import { OfflinePayment } from '../offline-payment/offline-payment.entity.ts';
import { StaffRefund } from '../refund/staff-refund.entity.ts';
import { StripeEvent } from '../stripe-event/stripe-event.entity.ts';
import { MembershipNotice } from '../membership-notice/membership-notice.entity.ts';
import { CancellationOffer } from '../cancellation-offer/cancellation-offer.entity.ts';
import { StaffMembershipAction } from '../membership-action/staff-membership-action.entity.ts';
import { OfferSetting } from '../cancellation-offer/offer-setting.entity.ts';
import { CancellationReason } from '../subscription/cancellation-reason.entity.ts';
import { RenewalChange } from '../subscription/renewal-change.entity.ts';
import { Subscription } from '../subscription/subscription.entity.ts';
import { Baseline1795651200000 } from './migrations/1795651200000-baseline.ts';

export const billingSchema: DatabaseSchema = {
  service: 'billing',
  entities: [
    Program,
    Account,
    ProgramPrice,
    Customer,
    Checkout,
    Purchase,
    Subscription,
    RenewalChange,
    CancellationReason,
    OfferSetting,
    CancellationOffer,
    StaffMembershipAction,
    MembershipNotice,
    Payment,
    PromoCode,
    PromoUse,
    Referral,
    ReferralCredit,
    ReferralTotal,
    StripeEvent,
    Reconciliation,
    ReconciliationDifference,
    BalanceTransaction,
    BalanceReading,
    StaffRefund,
    OfflinePayment,
    CreditEntry,
    CreditChange,
    ErasedAccount,
  ],
  migrations: [Baseline1795651200000],
};
