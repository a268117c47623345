import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { membershipMoved, personMerged } from '@lectern/contracts/billing/events';
import { previewMerge } from '@lectern/contracts/billing/merge-rpc';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { peopleMerged } from '@lectern/contracts/identity/events';
import { type MergePreview, movesOf } from '@lectern/contracts/person-merge';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CheckoutRepository } from '../checkout/checkout.repository.ts';
import { claimsOf, CustomerRepository } from '../customer/customer.repository.ts';
import { updateRemoteCustomers } from '../jobs.ts';
import { PromoCodeRepository } from '../promo-code/promo-code.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { AnnounceMembership } from '../subscription/announce-membership.ts';
import { SubscriptionRepository } from '../subscription/subscription.repository.ts';

const THEIRS = 'customers.user_id IS NULL AND customers.erased_at IS NULL AND customers.email_key';
const RUNNING: readonly string[] = ['active', 'past_due', 'paused'];
const live = (
  condition: string,
): string => `EXISTS (SELECT 1 FROM subscriptions JOIN customers ON customers.id = subscriptions.customer_id
  WHERE subscriptions.status IN (${RUNNING.map((status) => `'${status}'`).join(', ')}) AND (${condition}))`;

const PREVIEW = `SELECT
  (SELECT count(*)::int FROM subscriptions JOIN customers ON customers.id = subscriptions.customer_id WHERE ${THEIRS} = $1) AS memberships,
  (SELECT count(*)::int FROM payments JOIN customers ON customers.id = payments.customer_id WHERE ${THEIRS} = $1)
    + (SELECT count(*)::int FROM purchases JOIN customers ON customers.id = purchases.customer_id WHERE ${THEIRS} = $1 AND purchases.paid_at IS NOT NULL) AS payments,
  (SELECT count(*)::int FROM purchases WHERE customer_id IS NULL AND status = 'open' AND lower(btrim(guest_email)) = $1)
    + (SELECT count(*)::int FROM checkouts WHERE customer_id IS NULL AND status = 'open' AND email_key = $1) AS payment_pages,
  ${live(`${THEIRS} = $1`)} AND ${live(`customers.user_id = $3 OR ${THEIRS} = $2`)} AS "areBothMembers"`;

const TWO_MEMBERSHIPS =
  'Both have a membership that is running. Cancel one of them in Stripe first, and refund what was paid for nothing.';

/**
 * Gives the customers of a merged mailbox, with all their payments, to the other one, here and at the provider. They are claimed with
 * the confirmation, so that its account gets them from identity (docs/adr/0036).
 */
@Injectable()
export class MergePeople {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly customers: CustomerRepository,
    private readonly erased: ErasedAccounts,
    private readonly checkouts: CheckoutRepository,
    private readonly purchases: PurchaseRepository,
    private readonly promoCodes: PromoCodeRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly announceMembership: AnnounceMembership,
    private readonly jobs: JobQueue,
  ) {}

  @Handles(previewMerge)
  async preview({ oldEmail, newEmail, userId }: RpcInput<typeof previewMerge>): Promise<MergePreview> {
    const [{ areBothMembers, ...counts }] = await this.dataSource.query<
      [Record<'memberships' | 'payments' | 'payment_pages', number> & { areBothMembers: boolean }]
    >(PREVIEW, [keyOf(oldEmail), keyOf(newEmail), userId]);
    return { moves: movesOf(counts), problems: areBothMembers ? [TWO_MEMBERSHIPS] : [] };
  }

  /** Idempotent. Both mailboxes are emailed about a running membership. A customer that an account has been granted meanwhile stays with it. */
  @HandlesEvent(peopleMerged)
  async handle(
    { mergeId, oldEmail, newEmail, userId }: EventPayload<typeof peopleMerged>,
    tx: Transaction,
  ): Promise<void> {
    // The account was deleted meanwhile: its mailbox gets nothing more.
    if (userId !== null && (await this.erased.has(tx, userId))) {
      await tx.publish(personMerged, { mergeId, claims: [] });
      return;
    }
    const [oldKey, emailKey] = [keyOf(oldEmail), keyOf(newEmail)];
    const customers = await this.customers.lockUnclaimedOf(tx, oldKey);
    for (const customer of customers) {
      const accountVersion = customer.accountVersion + 1;
      await this.customers.save(
        tx,
        Object.assign(customer, { email: newEmail, emailKey, accountVersion, isProviderUpdated: false }),
      );
      await this.checkouts.correctEmail(tx, customer.id, newEmail);
      await this.announceMembership.again(tx, customer);
      for (const { id, status, plan } of await this.subscriptions.lockOf(tx, customer.id))
        if (RUNNING.includes(status))
          await tx.publish(membershipMoved, {
            ...{ mergeId, subscriptionId: id, plan, email: newEmail, formerEmail: oldEmail },
            firstName: customer.firstName,
            hasAccount: userId !== null,
          });
    }
    await this.checkouts.mergeUnpaid(tx, oldKey, newEmail);
    await this.purchases.mergeUnpaid(tx, oldKey, newEmail);
    await this.promoCodes.merge(tx, oldKey, emailKey);
    if (customers.length > 0) tx.afterCommit(() => this.jobs.wake(updateRemoteCustomers, {}, { key: 'wake' }));
    await tx.publish(personMerged, { mergeId, claims: claimsOf(customers) });
  }
}
