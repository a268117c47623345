import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { createDebateClubRegistration } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';
import { presentRegistration } from './debate-club-registration.presenter.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

const EMAIL_HAS_ONE =
  'The list has a registration with this email already. If you deleted it and the person still pays, bring it back with “Sync one member” on the Overview tab.';
const SUBSCRIPTION_HAS_ONE =
  'There is a registration of this subscription already. If you deleted it, bring it back with “Sync one member” on the Overview tab.';

/**
 * Adds a registration without a subscription, for an administrator. It gives no access, which only a subscription does. It
 * belongs to no account before its person has verified the mailbox: they could download the administrator's notes. Throws
 * `registration_exists`.
 */
@Injectable()
export class CreateDebateClubRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly members: MemberRepository,
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly claims: ClaimRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(createDebateClubRegistration)
  async execute({
    by,
    ...form
  }: RpcInput<typeof createDebateClubRegistration>): Promise<RpcOutput<typeof createDebateClubRegistration>> {
    const emailKey = keyOf(form.email);
    const registration = Object.assign(new DebateClubRegistration(), {
      ...form,
      userId: null,
      emailKey,
      referralCode: null,
      billingStartDate: form.billingStartDate === null ? null : new Date(form.billingStartDate),
      registeredAt: this.clock.now(),
      hiddenAt: null,
      claimMadeAt: null,
      replacedBy: null,
      suspendedStatus: null,
    } satisfies Omit<DebateClubRegistration, 'id'>);
    try {
      return await this.transactor.run(async (tx) => {
        // A second click waits here, and so do billing's events for this address.
        await this.registrations.lockAdding(tx);
        await this.members.lockEmails(tx, [emailKey]);
        if ((await this.registrations.takenAmong(tx, [registration])).length > 0) {
          throw new DomainError('registration_exists', { message: EMAIL_HAS_ONE, fields: { email: EMAIL_HAS_ONE } });
        }
        await this.registrations.save(tx, registration);
        await this.claims.publish(tx, 'debate_club_registration', [registration]);
        await this.recordAdminAction.execute(tx, by, 'create_debate_club_registration', {
          registrationId: registration.id,
          email: form.email,
        });
        return presentRegistration(registration);
      });
    } catch (error) {
      if (isUniqueViolation(error, 'debate_club_registrations_subscription')) {
        throw new DomainError('registration_exists', {
          message: SUBSCRIPTION_HAS_ONE,
          fields: { stripeSubscriptionId: SUBSCRIPTION_HAS_ONE },
        });
      }
      throw error;
    }
  }
}
