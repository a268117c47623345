import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteDebateClubRegistration } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

/**
 * Hides a registration and leaves its subscription alone (decisions, "Membership and payments"): billing's events still update
 * the hidden row, so that an administrator's sync can restore it. Throws `not_found`, also the second time.
 */
@Injectable()
export class DeleteDebateClubRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteDebateClubRegistration)
  async execute({
    id,
    by,
  }: RpcInput<typeof deleteDebateClubRegistration>): Promise<RpcOutput<typeof deleteDebateClubRegistration>> {
    return this.transactor.run(async (tx) => {
      const registration = await this.registrations.lockShown(tx, id);
      if (registration === null)
        throw new DomainError('not_found', {
          message: 'This registration no longer exists. It may have been deleted.',
        });
      const { email, stripeSubscriptionId, status } = registration;
      await this.registrations.save(tx, Object.assign(registration, { hiddenAt: this.clock.now() }));
      await this.recordAdminAction.execute(tx, by, 'delete_debate_club_registration', {
        registrationId: id,
        email,
        subscriptionId: stripeSubscriptionId,
      });
      return { subscriptionGoesOn: stripeSubscriptionId !== null && status !== 'cancelled' };
    });
  }
}
