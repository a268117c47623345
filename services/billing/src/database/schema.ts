import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { Account } from '../account/account.entity.ts';
import { Checkout } from '../checkout/checkout.entity.ts';
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
import { StripeEvent } from '../stripe-event/stripe-event.entity.ts';
import { RenewalChange } from '../subscription/renewal-change.entity.ts';
import { Subscription } from '../subscription/subscription.entity.ts';
import { CreateBilling1763600300000 } from './migrations/1763600300000-create-billing.ts';
import { AddMembershipProgram1763600310000 } from './migrations/1763600310000-add-membership-program.ts';
import { GrowBilling1763600320000 } from './migrations/1763600320000-grow-billing.ts';
import { TellProviderOfCustomers1763600330000 } from './migrations/1763600330000-tell-provider-of-customers.ts';
import { ErasePersons1763600340000 } from './migrations/1763600340000-erase-persons.ts';
import { DrawFigures1763600350000 } from './migrations/1763600350000-draw-figures.ts';
import { CountFailedReconciliations1763600360000 } from './migrations/1763600360000-count-failed-reconciliations.ts';
import { OwnCustomersByAccount1763600370000 } from './migrations/1763600370000-own-customers-by-account.ts';
import { RecordRenewalChanges1763600371000 } from './migrations/1763600371000-record-renewal-changes.ts';
import { KeepPrices1763600380000 } from './migrations/1763600380000-keep-prices.ts';
import { ReturnPayments1763600385000 } from './migrations/1763600385000-return-payments.ts';
import { UsePromoCodesOnce1763600390000 } from './migrations/1763600390000-use-promo-codes-once.ts';
import { NoteFailedCredits1763600400000 } from './migrations/1763600400000-note-failed-credits.ts';
import { FollowDisputes1763600410000 } from './migrations/1763600410000-follow-disputes.ts';
import { KeepReceipts1763600420000 } from './migrations/1763600420000-keep-receipts.ts';
import { ReferMailboxesOnce1763600430000 } from './migrations/1763600430000-refer-mailboxes-once.ts';
import { DropStrangersReferrals1763600440000 } from './migrations/1763600440000-drop-strangers-referrals.ts';
import { FindDeactivatedAccounts1763600450000 } from './migrations/1763600450000-find-deactivated-accounts.ts';
import { NoteStoppedRenewals1763600460000 } from './migrations/1763600460000-note-stopped-renewals.ts';
import { RememberMovedPromoUsers1763600470000 } from './migrations/1763600470000-remember-moved-promo-users.ts';
import { PayAgainAfterRefusal1763600480000 } from './migrations/1763600480000-pay-again-after-refusal.ts';
import { NoteKnownPayments1763600490000 } from './migrations/1763600490000-note-known-payments.ts';
import { NoteSpentCredits1763600500000 } from './migrations/1763600500000-note-spent-credits.ts';
import { GrantLostCredits1763600510000 } from './migrations/1763600510000-grant-lost-credits.ts';

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
    Payment,
    PromoCode,
    PromoUse,
    Referral,
    ReferralCredit,
    ReferralTotal,
    StripeEvent,
    Reconciliation,
    ReconciliationDifference,
    ErasedAccount,
  ],
  migrations: [
    CreateBilling1763600300000,
    AddMembershipProgram1763600310000,
    GrowBilling1763600320000,
    TellProviderOfCustomers1763600330000,
    ErasePersons1763600340000,
    DrawFigures1763600350000,
    CountFailedReconciliations1763600360000,
    OwnCustomersByAccount1763600370000,
    RecordRenewalChanges1763600371000,
    KeepPrices1763600380000,
    ReturnPayments1763600385000,
    UsePromoCodesOnce1763600390000,
    NoteFailedCredits1763600400000,
    FollowDisputes1763600410000,
    KeepReceipts1763600420000,
    ReferMailboxesOnce1763600430000,
    DropStrangersReferrals1763600440000,
    FindDeactivatedAccounts1763600450000,
    NoteStoppedRenewals1763600460000,
    RememberMovedPromoUsers1763600470000,
    PayAgainAfterRefusal1763600480000,
    NoteKnownPayments1763600490000,
    NoteSpentCredits1763600500000,
    GrantLostCredits1763600510000,
  ],
};
