import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { signUpForWorkshop } from '@lectern/contracts/registrations/workshop-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { acceptsNewPeople } from '../event/availability.ts';
import type { Event } from '../event/event.entity.ts';
import { EventNoticeSignal } from '../event-notice/event-notice-signal.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { nextWaitlistTime } from '../waitlist/next-waitlist-time.ts';
import { WORKSHOP_GONE } from './workshop-words.ts';
import { WorkshopRegistrationRepository } from './workshop-registration.repository.ts';
import { WorkshopSeats } from './workshop-seats.ts';

type SignUp = RpcInput<typeof signUpForWorkshop>;

const NOT_INCLUDED = 'Workshops are included in the annual plan.';
const ENDS_BEFORE = 'Your annual plan ends before this workshop. Resume it to sign up.';
const CLOSED = 'Sign-up for this workshop has closed.';

/**
 * Gives an annual member a seat in a workshop, or a position on its waitlist, and publishes it. Throws `not_found`,
 * `membership_required`, `registration_closed`, `registration_exists` (also for a repeated request without its idempotency key) and
 * `idempotency_conflict`.
 */
@Injectable()
export class SignUpForWorkshop {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly erased: ErasedAccounts,
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly seats: WorkshopSeats,
    private readonly notices: EventNoticeSignal,
    private readonly clock: Clock,
  ) {}

  @Handles(signUpForWorkshop)
  async execute({ idempotency, ...request }: SignUp): Promise<RpcOutput<typeof signUpForWorkshop>> {
    // The answer is the member's own: another account that sends the same key is refused.
    const own = idempotency && { ...idempotency, fingerprint: `${request.member.id}:${idempotency.fingerprint}` };
    return this.transactor.run((tx) =>
      this.requests.runOnce(tx, signUpForWorkshop.name, own, () => this.signUp(tx, request)),
    );
  }

  private async signUp(
    tx: Transaction,
    { eventId, member }: Omit<SignUp, 'idempotency'>,
  ): Promise<RpcOutput<typeof signUpForWorkshop>> {
    await this.members.lockUser(tx, member.id);
    // The account was deleted meanwhile.
    if (await this.erased.has(tx, member.id)) throw new DomainError('token_invalid');
    const workshop = await this.events.lockIfThere(tx, eventId);
    if (workshop?.type !== 'workshop') throw new DomainError('not_found', { message: WORKSHOP_GONE });
    const existing = await this.registrations.findActive(tx, eventId, member.id);
    if (existing !== null)
      throw new DomainError('registration_exists', {
        message:
          existing.seat === 'taken'
            ? 'You have a seat in this workshop already.'
            : 'You are on the waitlist of this workshop already.',
      });
    await this.checkPlan(tx, workshop, member.id);
    const now = this.clock.now();
    if (!acceptsNewPeople(workshop, now)) throw new DomainError('registration_closed', { message: CLOSED });
    const { filled, waiting } = await this.seats.occupancy(tx, workshop);
    // While the waitlist is not empty, a free seat is the waitlist's.
    const isWaiting = waiting > 0 || filled >= (workshop.capacity ?? Infinity);
    const { id: userId, email, firstName, lastName } = member;
    const registration = await this.registrations.add(tx, {
      ...{ eventId, userId, email, firstName, lastName },
      seat: isWaiting ? 'waiting' : 'taken',
      waitlistedAt: isWaiting ? nextWaitlistTime(now, await this.registrations.lastWaitlistedAt(tx, eventId)) : null,
      registeredAt: now,
    });
    this.notices.placeTaken(tx, workshop);
    const position = isWaiting ? waiting + 1 : null;
    await this.seats.publish(tx, workshop, registration, isWaiting ? 'waitlisted' : 'signed_up', position);
    return { registrationId: registration.id, title: workshop.title, position };
  }

  /** Access follows billing's latest event, under the lock of the account: the end of a plan releases the seat afterwards. */
  private async checkPlan(tx: Transaction, workshop: Event, userId: string): Promise<void> {
    const membership = await this.members.openMembershipOf(tx, userId);
    if (membership?.plan !== 'annual') throw new DomainError('membership_required', { message: NOT_INCLUDED });
    if (membership.endsAt !== null && membership.endsAt < workshop.datetime)
      throw new DomainError('membership_required', { message: ENDS_BEFORE });
  }
}
