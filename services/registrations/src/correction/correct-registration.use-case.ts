import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RegistrationList } from '@lectern/contracts/person-timeline';
import { correctRegistration } from '@lectern/contracts/registrations/admin-rpc';
import { guestCorrected, registrationMoved } from '@lectern/contracts/registrations/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideCorrection, type FieldChange } from '@lectern/service-kit/edit/decide-correction';
import { Clock } from '@lectern/service-kit/time/clock';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { type ClaimedKind, ClaimRepository } from '../claim/claim.repository.ts';
import { RegistrationsConfig } from '../config.ts';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import type { Event } from '../event/event.entity.ts';
import { competitionNamesOf } from '../event/event-setup.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { placeToken } from '../registration-key/place-token.ts';
import { paidAs } from '../registration-key/receipt-token.ts';
import { payByOf } from '../tournament-registration/pay-by.ts';
import { RepriceEntries } from '../tournament-registration/reprice-entries.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';

type Correction = Omit<RpcInput<typeof correctRegistration>, 'list' | 'by'>;

/** A registration after its correction; `changes` is empty where it was as wanted already. */
interface Corrected {
  readonly changes: readonly FieldChange[];
  readonly registration: { readonly email: string; readonly userId: string | null };
  /** The title of its event. */
  readonly event?: string;
}

const LABELS = {
  firstName: 'first name',
  lastName: 'last name',
  phone: 'phone',
  division: 'division',
  email: 'email',
} as const;
const GONE = 'This registration no longer exists. It may have been deleted.';
const EXISTS = 'There is another registration for this event with this name and email.';
const OF_MEMBERSHIP =
  'This registration came with a paid membership: its name and division are those of the account, or of the payment.';

const NOT_SEEN = 'Name the email that you saw, so that no correction is lost.';
const EMAIL_OF_ACCOUNT = 'This registration belongs to an account. Change the email of the account instead.';
const EMAIL_OF_MEMBERSHIP = 'This registration came with a paid membership, and its email is that of the payment.';
const EMAIL_IN_CLUB = 'The list has a registration with this email already.';
const SEAT_HELD =
  'This seat is held for a payment now. Correct the email once it is paid, or once the payment page has expired.';

/** The parts of a moved registration that only its list has. */
type MovedDetails = Pick<
  EventPayload<typeof registrationMoved>,
  'payKey' | 'payBy' | 'competitions' | 'competitionNames' | 'division' | 'isPaid' | 'receiptToken' | 'entryToken'
>;

/** A registration whose email can be corrected. */
interface Movable {
  readonly id: string;
  email: string;
  emailKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly userId: string | null;
}

const CLAIMED: Readonly<Record<RegistrationList, ClaimedKind>> = {
  debate_club: 'debate_club_registration',
  tournament: 'tournament_entry',
  bootcamp: 'bootcamp_registration',
};

const isNamed = ({ field }: FieldChange): boolean => field === 'firstName' || field === 'lastName';

const changesOf = (
  current: Record<'firstName' | 'lastName' | 'email', string> & { phone: string | null; division?: string | null },
  { seen, ...wanted }: Correction,
): FieldChange[] => {
  // A form without the field leaves it as it is.
  if (wanted.email !== undefined && seen.email === undefined)
    throw new DomainError('invalid_request', { message: NOT_SEEN, fields: { 'seen.email': NOT_SEEN } });
  const email = wanted.email === undefined ? current.email : (seen.email ?? current.email);
  return decideCorrection({
    current: { ...current, division: current.division ?? null },
    seen: { ...seen, email },
    wanted: { ...wanted, email: wanted.email ?? current.email },
    labels: LABELS,
    page: 'People',
  });
};

/** The new values of a registration. A new email is another mailbox, unless only its letter case differs. */
const applied = (changes: readonly FieldChange[]) => {
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const email = values['email'];
  return email == null ? values : { ...values, emailKey: keyOf(email) };
};

const movesFrom = ({ emailKey }: Pick<Movable, 'emailKey'>, changes: readonly FieldChange[]): boolean =>
  changes.some(({ field, to }) => field === 'email' && to !== null && keyOf(to) !== emailKey);

const emailRefused = (message: string): DomainError =>
  new DomainError('invalid_request', { message, fields: { email: message } });

/**
 * Corrects what somebody mistyped in a registration, for administrators. Its place and its payment stay. With another email, which only a
 * registration without an account can have, it is the mailbox's that was meant: its payment link and its correction key change, an account
 * of that mailbox gets it as any other claim, and both mailboxes are emailed.
 */
@Injectable()
export class CorrectRegistration {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly members: MemberRepository,
    private readonly club: DebateClubRegistrationRepository,
    private readonly entryRows: TournamentRegistrationRepository,
    private readonly entries: TournamentEntries,
    private readonly repriceEntries: RepriceEntries,
    private readonly seatRows: BootcampRegistrationRepository,
    private readonly seats: BootcampSeats,
    private readonly claims: ClaimRepository,
    private readonly purchases: PurchaseRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(correctRegistration)
  async execute({
    list,
    by,
    ...correction
  }: RpcInput<typeof correctRegistration>): Promise<RpcOutput<typeof correctRegistration>> {
    return this.transactor.run(async (tx) => {
      const { changes, registration, event } = await this.correct(tx, list, correction);
      if (changes.length > 0)
        await this.recordAdminAction.execute(tx, by, 'correct_registration', {
          registrationId: correction.id,
          email: registration.email,
          userId: registration.userId,
          list,
          event: event ?? null,
          changes,
        });
      return { changed: changes.map(({ field }) => field) };
    });
  }

  private correct(tx: Transaction, list: RegistrationList, correction: Correction): Promise<Corrected> {
    switch (list) {
      case 'debate_club':
        return this.inClub(tx, correction);
      case 'tournament':
        return this.entry(tx, correction);
      case 'bootcamp':
        return this.seat(tx, correction);
    }
  }

  private async inClub(tx: Transaction, correction: Correction): Promise<Corrected> {
    const { email, seen } = correction;
    if (email !== undefined && email !== seen.email) {
      await this.club.lockAdding(tx);
      await this.members.lockEmails(tx, [email, seen.email ?? email].map(keyOf));
    }
    const registration = await this.club.lockShown(tx, correction.id);
    if (registration === null) throw gone();
    const changes = changesOf(registration, correction);
    const ofAccount = changes.filter((change) => isNamed(change) || change.field === 'division');
    if (ofAccount.length > 0 && (await this.club.isOfMembership(tx, registration.id)))
      throw new DomainError('invalid_request', {
        message: OF_MEMBERSHIP,
        fields: Object.fromEntries(ofAccount.map(({ field }) => [field, OF_MEMBERSHIP])),
      });
    const isOfMembership = changes.length > 0 && (await this.club.isOfMembership(tx, registration.id));
    if (changes.some(({ field }) => field === 'email') && isOfMembership) throw emailRefused(EMAIL_OF_MEMBERSHIP);
    const [moves, former] = [movesFrom(registration, changes), registration.email];
    if (changes.length > 0) Object.assign(registration, applied(changes));
    if (moves) {
      await this.checkMailbox(tx, registration);
      if ((await this.club.takenAmong(tx, [registration])).length > 0)
        throw new DomainError('registration_exists', { message: EMAIL_IN_CLUB, fields: { email: EMAIL_IN_CLUB } });
    }
    if (changes.length > 0) await this.club.save(tx, registration);
    if (moves) await this.publishMoved(tx, 'debate_club', registration, former, null, { payKey: null });
    return { changes, registration };
  }

  private async entry(tx: Transaction, correction: Correction): Promise<Corrected> {
    const found = await this.entryRows.find(tx, correction.id);
    if (found === null) throw gone();
    await this.lockPerson(tx, found, correction.email);
    const event = await this.events.lock(tx, found.eventId);
    const entry = await this.entryRows.find(tx, correction.id);
    if (entry === null || entry.email === '') throw gone();
    const changes = changesOf(entry, correction);
    const isRenamed = changes.some(isNamed);
    if (changes.length === 0) return { changes, registration: entry };
    const [moves, former, before] = [movesFrom(entry, changes), entry.email, { ...entry }];
    Object.assign(entry, applied(changes));
    if (moves) {
      await this.checkMailbox(tx, entry);
      // The links that went to the former mailbox end, and the browser that typed it corrects it no more.
      Object.assign(entry, { payKey: randomUUID(), correctionKey: null });
    }
    const changesDivision = changes.some(({ field }) => field === 'division');
    if (changesDivision) {
      this.entries.checkDivision(event, entry.division, entry.competitions);
      await this.entries.checkRoomInDivision(tx, event, before, entry);
    }
    if (isRenamed || moves) {
      const isTaken =
        entry.paymentStatus !== 'refunded' && (await this.entryRows.isEntered(tx, event.id, entry, entry.id));
      if (isTaken) throw exists(moves);
      entry.inOtherName = await this.isInOtherName(tx, entry);
    }
    await this.entryRows.save(tx, entry);
    if (moves) {
      // A payment on the open page would be for the former mailbox.
      await this.purchases.withdraw(tx, entry.id);
      const isPayable =
        entry.paymentStatus === 'pending' && entry.waitlistedAt === null && this.entries.servesEntered(event);
      const isOpen = entry.paymentStatus !== 'refunded';
      await this.publishMoved(tx, 'tournament', entry, former, isOpen ? event : undefined, {
        payKey: isPayable ? entry.payKey : null,
        payBy: isPayable ? payByOf(event, entry.heldUntil).toISOString() : null,
        competitions: entry.competitions,
        competitionNames: competitionNamesOf(event, entry.competitions),
        division: entry.division,
        ...paidAs(this.config, entry),
        entryToken: placeToken(this.config.CALENDAR_FEED_SECRET, 'entry', entry),
      });
    }
    if (isRenamed || moves) await this.publishCorrected(tx, entry, former);
    // Its account's membership may price it, now that it is in the account's name.
    if (isRenamed && entry.userId !== null) await this.repriceEntries.ofUser(tx, entry.userId);
    if (changesDivision) await this.entries.moveUp(tx, event);
    return { changes, registration: entry, event: event.title };
  }

  private async seat(tx: Transaction, correction: Correction): Promise<Corrected> {
    const located = await this.seatRows.find(tx, correction.id);
    if (located === null) throw gone();
    await this.lockPerson(tx, located, correction.email);
    const found = await this.seats.lockOf(tx, correction.id);
    if (found === null || found.registration.hiddenAt !== null || found.registration.email === '') throw gone();
    const { run, registration } = found;
    const changes = changesOf(registration, {
      ...correction,
      division: null,
      seen: { ...correction.seen, division: null },
    });
    if (changes.length === 0) return { changes, registration };
    const [moves, former] = [movesFrom(registration, changes), registration.email];
    Object.assign(registration, applied(changes));
    if (moves) {
      await this.checkMailbox(tx, registration);
      if (registration.seat === 'held')
        throw new DomainError('in_progress', { message: SEAT_HELD, fields: { email: SEAT_HELD } });
      registration.payKey = randomUUID();
    }
    if (changes.some(isNamed) || moves) {
      const isTaken =
        registration.paymentStatus !== 'refunded' &&
        (await this.seatRows.findOfPerson(tx, run.id, registration, registration.id)) !== null;
      if (isTaken) throw exists(moves);
      registration.inOtherName = await this.isInOtherName(tx, registration);
    }
    await this.seatRows.save(tx, registration);
    if (changes.some(isNamed) || moves) await this.publishCorrected(tx, registration, former);
    if (moves) {
      const { seat, paymentStatus, payKey, offeredUntil } = registration;
      const isOpen = paymentStatus !== 'refunded' && seat !== 'released';
      const isOffered = seat === 'offered';
      await this.publishMoved(tx, 'bootcamp', registration, former, isOpen ? run : undefined, {
        payKey: isOffered ? payKey : null,
        payBy: isOffered ? (offeredUntil?.toISOString() ?? null) : null,
        ...paidAs(this.config, registration),
      });
    }
    return { changes, registration, event: run.title };
  }

  /** Throws where an account has a registration, or where its new mailbox is that of a deactivated account. */
  private async checkMailbox(tx: Transaction, { userId, emailKey }: Movable): Promise<void> {
    if (userId !== null) throw emailRefused(EMAIL_OF_ACCOUNT);
    await this.members.checkGuest(tx, emailKey);
  }

  /** Publishes the name and the mailbox of a guest, also where the event has ended: its payment may still be refunded. */
  private async publishCorrected(
    tx: Transaction,
    { id, userId, email, firstName, lastName }: Movable,
    formerEmail: string,
  ): Promise<void> {
    if (userId === null)
      await tx.publish(guestCorrected, { registrationId: id, formerEmail, email, firstName, lastName });
  }

  /** Publishes the claim of another mailbox, and the move, by which both are emailed; not where the event or the registration has ended. */
  private async publishMoved(
    tx: Transaction,
    list: RegistrationList,
    registration: Movable,
    formerEmail: string,
    event: Event | null | undefined,
    details: MovedDetails,
  ): Promise<void> {
    const { id, email, firstName, lastName } = registration;
    await this.claims.publish(tx, CLAIMED[list], [registration]);
    const at = this.clock.now();
    if (event === undefined || (event !== null && event.endsAt <= at)) return;
    await tx.publish(registrationMoved, {
      registrationId: id,
      kind: list,
      email,
      firstName,
      lastName,
      formerEmail,
      title: event?.title ?? 'Debate Club',
      beginsAt: event?.datetime.toISOString() ?? null,
      ...details,
      at: at.toISOString(),
    });
  }

  /** In the order of all that change a person's registrations. */
  private async lockPerson(
    tx: Transaction,
    { userId, emailKey }: { userId: string | null; emailKey: string },
    newEmail: string | undefined,
  ) {
    if (userId !== null) await this.members.lockUser(tx, userId);
    await this.members.lockEmails(tx, [emailKey, ...(newEmail === undefined ? [] : [keyOf(newEmail)])]);
  }

  /** As `ClaimRepository.noteNames`: a registration that its account made is its own, in any name. */
  private async isInOtherName(
    tx: Transaction,
    registration: {
      userId: string | null;
      claimMadeAt: Date | null;
      firstName: string;
      lastName: string;
      inOtherName: boolean;
    },
  ): Promise<boolean> {
    const { userId, claimMadeAt, firstName, lastName, inOtherName } = registration;
    if (userId === null || claimMadeAt === null || (await this.members.findAccount(tx, userId)) === null)
      return inOtherName;
    return !(await this.members.isNamed(tx, userId, firstName, lastName));
  }
}

const gone = (): DomainError => new DomainError('not_found', { message: GONE });
const exists = (isMoved: boolean): DomainError =>
  new DomainError('registration_exists', { message: EXISTS, fields: { [isMoved ? 'email' : 'firstName']: EXISTS } });
