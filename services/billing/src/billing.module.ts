import type { ModuleMetadata } from '@nestjs/common';
import { EndPromoPages } from './payment-page/end-promo-pages.job.ts';
import { BalanceStatement } from './balance/balance-statement.query.ts';
import { BalanceRepository } from './balance/balance.repository.ts';
import { ListBalance } from './balance/list-balance.query.ts';
import { ListedBalance } from './balance/listed-balance.ts';
import { ReadBalance } from './balance/read-balance.job.ts';
import { ExpireSession } from './stripe/expire-session.ts';
import { CheckoutRepository } from './checkout/checkout.repository.ts';
import { OpenMembershipCheckout } from './payment-page/open-membership-checkout.use-case.ts';
import { SettleCheckout } from './payment-page/settle-checkout.use-case.ts';
import { SettleDueCheckouts } from './payment-page/settle-due-checkouts.job.ts';
import { Ownership } from './operator/ownership.query.ts';
import { Republish } from './operator/republish.use-case.ts';
import { AccountRepository } from './account/account.repository.ts';
import { AccountCustomers } from './subscription/account-customers.ts';
import { OnClaimsGranted } from './account-events/on-claims-granted.handler.ts';
import { SyncDueCustomers } from './sync/sync-due-customers.job.ts';
import { EraseCustomer } from './person/erase-customer.ts';
import { CustomerRepository } from './customer/customer.repository.ts';
import { EnsureCustomer } from './customer/ensure-customer.ts';
import { OnAccountChanged } from './account-events/on-account-changed.handler.ts';
import { UpdateRemoteCustomers } from './customer/update-remote-customers.job.ts';
import { PaymentRepository } from './payment/payment.repository.ts';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { EraseRemoteCustomers } from './person/erase-remote-customers.job.ts';
import { MergePeople } from './person/merge-people.ts';
import { OnAccountDeleted } from './person/on-account-deleted.handler.ts';
import { Analytics } from './analytics/analytics.query.ts';
import { ExportPerson } from './person/export-person.query.ts';
import { ReadTimeline } from './person/read-timeline.query.ts';
import { EnsureCatalog } from './program/ensure-catalog.job.ts';
import { MembershipNoticeRepository } from './membership-notice/membership-notice.repository.ts';
import { SendMembershipNotices } from './membership-notice/send-membership-notices.job.ts';
import { ProgramQueries } from './program/program.queries.ts';
import { ProgramRepository } from './program/program.repository.ts';
import { ManagePromoCodes } from './promo-code/manage-promo-codes.use-case.ts';
import { PromoCodeQueries } from './promo-code/promo-code.queries.ts';
import { PromoCodeRepository } from './promo-code/promo-code.repository.ts';
import { PromoCodes } from './promo-code/promo-codes.ts';
import { ClosePurchaseCheckout } from './purchase/close-purchase-checkout.use-case.ts';
import { OpenPurchaseCheckout } from './purchase/open-purchase-checkout.use-case.ts';
import { PurchaseRepository } from './purchase/purchase.repository.ts';
import { Receipts } from './receipt/receipt.query.ts';
import { OnGuestCorrected } from './customer/on-guest-corrected.handler.ts';
import { OnPaymentRefused } from './purchase/on-payment-refused.handler.ts';
import { OnEntryWithdrawn } from './refund/on-entry-withdrawn.handler.ts';
import { RefundCharge } from './refund/refund-charge.use-case.ts';
import { StaffRefundRepository } from './refund/staff-refund.repository.ts';
import { ReturnPayments } from './payment-return/return-payments.job.ts';
import { OfflinePaymentRepository } from './offline-payment/offline-payment.repository.ts';
import { OfflinePayments } from './offline-payment/offline-payments.use-case.ts';
import { UndoPayment } from './offline-payment/undo-payment.ts';
import { PayPurchase } from './purchase/pay-purchase.ts';
import { SettlePurchase } from './purchase/settle-purchase.use-case.ts';
import { ReconcileCustomer } from './reconciliation/reconcile-customer.ts';
import { Reconcile } from './reconciliation/reconcile.job.ts';
import { ReconciliationQueries } from './reconciliation/reconciliation.queries.ts';
import { ReconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import { SyncMemberships } from './reconciliation/sync-memberships.use-case.ts';
import { JudgeReferral } from './referral/judge-referral.ts';
import { NoteReferral } from './referral/note-referral.ts';
import { ReferralSummary } from './referral/referral-summary.query.ts';
import { ReferralRepository } from './referral/referral.repository.ts';
import { ReopenLostCredits } from './referral/reopen-lost-credits.ts';
import { GatherCredit } from './referral/gather-credit.ts';
import { SettleCredits } from './referral/settle-credits.job.ts';
import { RecordAdminAction } from './record-admin-action.ts';
import { StoredMetrics } from './stored-metrics.ts';
import { StripeClient } from './stripe/stripe-client.ts';
import { ForgetStripeEvents } from './stripe-event/forget-stripe-events.job.ts';
import { ProcessStripeEvents } from './stripe-event/process-stripe-events.job.ts';
import { ReceiveStripeEvent } from './stripe-event/receive-stripe-event.use-case.ts';
import { StripeEventRepository } from './stripe-event/stripe-event.repository.ts';
import { ChangeCredit } from './credit/change-credit.use-case.ts';
import { CreditChangeRepository } from './credit/credit-change.repository.ts';
import { CreditRepository } from './credit/credit.repository.ts';
import { MakeCreditChange } from './credit/make-credit-change.ts';
import { KeepCredit } from './credit/keep-credit.ts';
import { AnnounceMembership } from './subscription/announce-membership.ts';
import { CancellationOfferRepository } from './cancellation-offer/cancellation-offer.repository.ts';
import { OfferAtCancellation } from './cancellation-offer/offer-at-cancellation.use-case.ts';
import { OfferSettings } from './cancellation-offer/offer-settings.use-case.ts';
import { ChangeMembership } from './membership-action/change-membership.use-case.ts';
import { ExtendMembership } from './membership-action/extend-membership.ts';
import { MembershipActionRepository } from './membership-action/membership-action.repository.ts';
import { ChangeRenewal } from './subscription/change-renewal.use-case.ts';
import { Credit } from './subscription/credit.query.ts';
import { EndGrace } from './subscription/end-grace.job.ts';
import { FetchCustomer } from './subscription/fetch-customer.ts';
import { KeepPayments } from './subscription/keep-payments.ts';
import { KeepPurchases } from './subscription/keep-purchases.ts';
import { OpenBillingPortal } from './subscription/open-billing-portal.use-case.ts';
import { SubscriptionQueries } from './subscription/subscription.queries.ts';
import { SubscriptionRepository } from './subscription/subscription.repository.ts';
import { FindMembership } from './subscription/find-membership.ts';
import { PauseMembership } from './subscription/pause-membership.use-case.ts';
import { SwitchPlan } from './subscription/switch-plan.use-case.ts';
import { SyncCustomer } from './subscription/sync-customer.use-case.ts';

export const billingModule: ModuleMetadata = {
  providers: [
    StoredMetrics,
    StripeClient,
    RecordAdminAction,
    ProgramRepository,
    ProgramQueries,
    EnsureCatalog,
    AccountRepository,
    CustomerRepository,
    AccountCustomers,
    OnClaimsGranted,
    SyncDueCustomers,
    EnsureCustomer,
    OnAccountChanged,
    UpdateRemoteCustomers,
    PromoCodeRepository,
    PromoCodes,
    PromoCodeQueries,
    ManagePromoCodes,
    CheckoutRepository,
    ExpireSession,
    OpenMembershipCheckout,
    SettleCheckout,
    SettleDueCheckouts,
    EndPromoPages,
    PurchaseRepository,
    ClosePurchaseCheckout,
    OpenPurchaseCheckout,
    SettlePurchase,
    OnGuestCorrected,
    OnPaymentRefused,
    ReturnPayments,
    PayPurchase,
    OfflinePaymentRepository,
    UndoPayment,
    OfflinePayments,
    OnEntryWithdrawn,
    RefundCharge,
    StaffRefundRepository,
    ReferralRepository,
    ReferralSummary,
    NoteReferral,
    JudgeReferral,
    GatherCredit,
    ReopenLostCredits,
    SettleCredits,
    CreditRepository,
    KeepCredit,
    CreditChangeRepository,
    MakeCreditChange,
    ChangeCredit,
    Credit,
    SubscriptionRepository,
    SubscriptionQueries,
    AnnounceMembership,
    FetchCustomer,
    KeepPayments,
    KeepPurchases,
    SyncCustomer,
    MembershipNoticeRepository,
    SendMembershipNotices,
    EndGrace,
    ChangeRenewal,
    SwitchPlan,
    PauseMembership,
    CancellationOfferRepository,
    OfferAtCancellation,
    OfferSettings,
    MembershipActionRepository,
    FindMembership,
    ExtendMembership,
    ChangeMembership,
    OpenBillingPortal,
    PaymentRepository,
    StripeEventRepository,
    ReceiveStripeEvent,
    ForgetStripeEvents,
    ProcessStripeEvents,
    ReconciliationRepository,
    ReconciliationQueries,
    ReconcileCustomer,
    Reconcile,
    SyncMemberships,
    BalanceRepository,
    ListedBalance,
    ListBalance,
    BalanceStatement,
    Receipts,
    ReadBalance,
    ExportPerson,
    Ownership,
    Republish,
    Analytics,
    ReadTimeline,
    ErasedAccounts,
    EraseCustomer,
    OnAccountDeleted,
    MergePeople,
    EraseRemoteCustomers,
  ],
};
