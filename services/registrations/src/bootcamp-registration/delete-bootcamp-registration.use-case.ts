import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteBootcampRegistration } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { publishRemoved } from '../registration-key/removed-registration.ts';
import { BootcampSeats } from './bootcamp-seats.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';

const GONE = 'This registration no longer exists. It may have been deleted.';
/**
 * Hides a registration. Its seat goes to the first on the waitlist, in the same transaction; its payment status stays, and a
 * later refund is still recorded. Its payment page ends. Throws `not_found`, also the second time.
 */
@Injectable()
export class DeleteBootcampRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly registrations: BootcampRegistrationRepository,
    private readonly seats: BootcampSeats,
    private readonly purchases: PurchaseRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteBootcampRegistration)
  async execute({
    id,
    by,
  }: RpcInput<typeof deleteBootcampRegistration>): Promise<RpcOutput<typeof deleteBootcampRegistration>> {
    return this.transactor.run(async (tx) => {
      const found = await this.seats.lockOf(tx, id);
      if (found === null || found.registration.hiddenAt !== null) throw new DomainError('not_found', { message: GONE });
      const { run, registration } = found;
      // A payment that arrives all the same is refunded.
      await this.purchases.withdraw(tx, id);
      const { email, paymentStatus, seat } = registration;
      const refunded = await this.purchases.refundedOf(tx, id);
      const keptPayment = paymentStatus === 'paid' ? registration.paymentAmount - refunded : 0;
      const nothing = { waitlistedAt: null, heldUntil: null, offeredUntil: null };
      // No email announced a seat that was held for a payment page only.
      if (seat === 'taken' || seat === 'waiting' || registration.offeredUntil !== null)
        await publishRemoved(tx, 'bootcamp', run, registration, refunded, this.clock.now());
      await this.registrations.save(
        tx,
        Object.assign(registration, { seat: 'released' as const, hiddenAt: this.clock.now(), ...nothing }),
      );
      await this.seats.updateSeats(tx, run);
      await this.recordAdminAction.execute(tx, by, 'delete_bootcamp_registration', {
        registrationId: id,
        email,
        bootcamp: run.title,
        seat,
        paymentStatus,
        keptPayment,
      });
      return { keptPayment };
    });
  }
}
