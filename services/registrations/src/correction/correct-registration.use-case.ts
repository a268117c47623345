import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { RegistrationList } from '@lectern/contracts/person-timeline';
import { correctRegistration } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideCorrection, type FieldChange } from '@lectern/service-kit/edit/decide-correction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { BootcampSeats } from '../bootcamp-registration/bootcamp-seats.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
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

const LABELS = { firstName: 'first name', lastName: 'last name', phone: 'phone', division: 'division' } as const;
const GONE = 'This registration no longer exists. It may have been deleted.';
const EXISTS = 'There is another registration for this event with this name and email.';
const OF_MEMBERSHIP =
  'This registration came with a paid membership: its name and division are those of the account, or of the payment.';

const isNamed = ({ field }: FieldChange): boolean => field === 'firstName' || field === 'lastName';

const changesOf = (
  current: Record<'firstName' | 'lastName', string> & { phone: string | null; division?: string | null },
  { seen, ...wanted }: Correction,
): FieldChange[] =>
  decideCorrection({
    current: { ...current, division: current.division ?? null },
    seen,
    wanted,
    labels: LABELS,
    page: 'People',
  });

const applied = (changes: readonly FieldChange[]) => Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/** Corrects what somebody mistyped in a registration, for administrators. Its email, its place and its payment stay. */
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
    private readonly recordAdminAction: RecordAdminAction,
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
    const registration = await this.club.lockShown(tx, correction.id);
    if (registration === null) throw gone();
    const changes = changesOf(registration, correction);
    const ofAccount = changes.filter((change) => isNamed(change) || change.field === 'division');
    if (ofAccount.length > 0 && (await this.club.isOfMembership(tx, registration.id)))
      throw new DomainError('invalid_request', {
        message: OF_MEMBERSHIP,
        fields: Object.fromEntries(ofAccount.map(({ field }) => [field, OF_MEMBERSHIP])),
      });
    if (changes.length > 0) await this.club.save(tx, Object.assign(registration, applied(changes)));
    return { changes, registration };
  }

  private async entry(tx: Transaction, correction: Correction): Promise<Corrected> {
    const found = await this.entryRows.find(tx, correction.id);
    if (found === null) throw gone();
    await this.lockPerson(tx, found);
    const event = await this.events.lock(tx, found.eventId);
    const entry = await this.entryRows.find(tx, correction.id);
    if (entry === null || entry.email === '') throw gone();
    const changes = changesOf(entry, correction);
    const isRenamed = changes.some(isNamed);
    if (changes.length === 0) return { changes, registration: entry };
    Object.assign(entry, applied(changes));
    if (changes.some(({ field }) => field === 'division')) this.entries.checkDivision(event, entry.division);
    if (isRenamed) {
      const isTaken =
        entry.paymentStatus !== 'refunded' && (await this.entryRows.isEntered(tx, event.id, entry, entry.id));
      if (isTaken) throw exists();
      entry.inOtherName = await this.isInOtherName(tx, entry);
    }
    await this.entryRows.save(tx, entry);
    // Its account's membership may price it, now that it is in the account's name.
    if (isRenamed && entry.userId !== null) await this.repriceEntries.ofUser(tx, entry.userId);
    return { changes, registration: entry, event: event.title };
  }

  private async seat(tx: Transaction, correction: Correction): Promise<Corrected> {
    const located = await this.seatRows.find(tx, correction.id);
    if (located === null) throw gone();
    await this.lockPerson(tx, located);
    const found = await this.seats.lockOf(tx, correction.id);
    if (found === null || found.registration.hiddenAt !== null || found.registration.email === '') throw gone();
    const { run, registration } = found;
    const changes = changesOf(registration, {
      ...correction,
      division: null,
      seen: { ...correction.seen, division: null },
    });
    if (changes.length === 0) return { changes, registration };
    Object.assign(registration, applied(changes));
    if (changes.some(isNamed)) {
      const isTaken =
        registration.paymentStatus !== 'refunded' &&
        (await this.seatRows.findOfPerson(tx, run.id, registration, registration.id)) !== null;
      if (isTaken) throw exists();
      registration.inOtherName = await this.isInOtherName(tx, registration);
    }
    await this.seatRows.save(tx, registration);
    return { changes, registration, event: run.title };
  }

  /** In the order of all that change a person's registrations. */
  private async lockPerson(tx: Transaction, { userId, emailKey }: { userId: string | null; emailKey: string }) {
    if (userId !== null) await this.members.lockUser(tx, userId);
    await this.members.lockEmails(tx, [emailKey]);
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
const exists = (): DomainError =>
  new DomainError('registration_exists', { message: EXISTS, fields: { firstName: EXISTS } });
