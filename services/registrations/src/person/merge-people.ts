import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { peopleMerged } from '@lectern/contracts/identity/events';
import { type MergePreview, movesOf } from '@lectern/contracts/person-merge';
import { personMerged, registrationMoved } from '@lectern/contracts/registrations/events';
import { previewMerge } from '@lectern/contracts/registrations/merge-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { nameKey } from '@lectern/service-kit/person/name-key';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { RegistrationsConfig } from '../config.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';
import { acceptsPayments } from '../event/availability.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { placeToken } from '../registration-key/place-token.ts';
import { paidAs } from '../registration-key/receipt-token.ts';
import { payByOf } from '../tournament-registration/pay-by.ts';
import { competitionNamesOf } from '../event/event-setup.ts';

/** Tables with a row for each registration for an event, the kind of their claims, the rows that count, and those with a payment link. */
const PLACES = [
  {
    table: 'tournament_registrations',
    list: 'tournament',
    kind: 'tournament_entry',
    counts: "$row.payment_status <> 'refunded'",
    isPayable: "$row.payment_status = 'pending' AND $row.waitlisted_at IS NULL",
    // The key that corrects an entry’s address was given to the person who typed the old one.
    also: ', correction_key = NULL',
    details: 'moved.competitions, moved.division, moved.held_until AS "heldUntil"',
  },
  {
    table: 'bootcamp_registrations',
    list: 'bootcamp',
    kind: 'bootcamp_registration',
    counts: "$row.payment_status <> 'refunded' AND $row.hidden_at IS NULL",
    isPayable: "$row.seat = 'offered'",
    also: '',
    details: 'moved.offered_until AS "offeredUntil"',
  },
] as const;

interface MovedPlace {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly eventId: string;
  readonly payKey: string;
  readonly paymentStatus: string;
  readonly paymentAmount: number | null;
  readonly counts: boolean;
  readonly isPayable: boolean;
  /** Of an entry. */
  readonly competitions?: string[];
  readonly division?: 'development' | 'professional';
  readonly heldUntil?: Date | null;
  /** Of a seat. */
  readonly offeredUntil?: Date | null;
}

const of = (row: string, condition: string): string => condition.replaceAll('$row', row);

/** Counts the rows of a mailbox without an account, by list; those of its membership follow billing. */
const COUNTS = `SELECT
  (SELECT count(*)::int FROM debate_club_registrations registration WHERE user_id IS NULL AND email_key = $1 AND hidden_at IS NULL) AS "debate_club",
  (SELECT count(*)::int FROM tournament_registrations WHERE user_id IS NULL AND email_key = $1) AS entries,
  (SELECT count(*)::int FROM bootcamp_registrations WHERE user_id IS NULL AND email_key = $1 AND hidden_at IS NULL) AS seats`;

/** The events for which both people are registered. */
const SHARED = PLACES.map(
  ({
    table,
    counts,
  }) => `SELECT events.title, events.datetime FROM ${table} theirs JOIN events ON events.id = theirs.event_id
    WHERE theirs.user_id IS NULL AND theirs.email_key = $1 AND ${of('theirs', counts)}
      AND EXISTS (SELECT 1 FROM ${table} other WHERE other.event_id = theirs.event_id AND ${of('other', counts)}
        AND (other.user_id = $3 OR other.user_id IS NULL AND other.email_key = $2))`,
).join(' UNION ');

/**
 * Gives the registrations of a merged mailbox to the other one. They are claimed with the confirmation, so that its
 * account gets them from identity (docs/adr/0036).
 */
@Injectable()
export class MergePeople {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly members: MemberRepository,
    private readonly clubRegistrations: DebateClubRegistrationRepository,
    private readonly claims: ClaimRepository,
    private readonly erased: ErasedAccounts,
    private readonly events: EventRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(previewMerge)
  async preview({ oldEmail, newEmail, userId }: RpcInput<typeof previewMerge>): Promise<MergePreview> {
    const [[counts], shared] = await Promise.all([
      this.dataSource.query<[Record<'debate_club' | 'entries' | 'seats', number>]>(COUNTS, [keyOf(oldEmail)]),
      this.dataSource.query<{ title: string }[]>(`SELECT title FROM (${SHARED}) AS shared ORDER BY datetime, title`, [
        keyOf(oldEmail),
        keyOf(newEmail),
        userId,
      ]),
    ]);
    return {
      moves: movesOf(counts),
      problems: shared.map(
        ({ title }) => `Both are registered for ${title}. Remove one of these registrations first, or refund it.`,
      ),
    };
  }

  /**
   * Idempotent. A registration that the other mailbox has in the same name by now stays. One for an event gets the name of the account: staff
   * said that it is the same person. Their payment links end, and both mailboxes are emailed, as after a correction of the address.
   */
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
    await this.clubRegistrations.shareAdding(tx);
    if (userId !== null) await this.members.lockUser(tx, userId);
    const account = userId === null ? null : await this.members.findAccount(tx, userId);
    // The account may have another address by now.
    const [oldKey, email] = [keyOf(oldEmail), account?.email ?? newEmail];
    const next = { email, emailKey: keyOf(email) };
    await this.members.lockEmails(tx, [oldKey, next.emailKey]);
    const registrations = await this.clubRegistrations.merge(tx, oldKey, next);
    const claims = await this.claims.make(tx, 'debate_club_registration', registrations);
    for (const { table, list, kind, counts, isPayable, also, details } of PLACES) {
      // A mailbox with several people in one event is a family's.
      const isOneOfSeveral = `EXISTS (SELECT 1 FROM ${table} other WHERE other.event_id = moved.event_id AND other.id <> moved.id
        AND other.email_key = $1 AND other.user_id IS NULL AND ${of('other', counts)})`;
      const [moved] = await tx.manager.query<[MovedPlace[], number]>(
        `UPDATE ${table} moved SET email = $2, email_key = $3, pay_key = gen_random_uuid()${also},
           first_name = CASE WHEN ${isOneOfSeveral} THEN moved.first_name ELSE COALESCE($4, moved.first_name) END,
           last_name = CASE WHEN ${isOneOfSeveral} THEN moved.last_name ELSE COALESCE($5, moved.last_name) END
         WHERE moved.user_id IS NULL AND moved.email_key = $1
           AND NOT (${of('moved', counts)} AND EXISTS (
             SELECT 1 FROM ${table} other WHERE other.event_id = moved.event_id AND other.id <> moved.id AND other.email_key = $3 AND ${of('other', counts)}
               AND ${nameKey('other.first_name', 'other.last_name')} IN (${nameKey('moved.first_name', 'moved.last_name')}, ${nameKey('$4::text', '$5::text')})))
         RETURNING moved.id, moved.email, moved.first_name AS "firstName", moved.last_name AS "lastName", moved.event_id AS "eventId",
           moved.pay_key AS "payKey", moved.payment_status AS "paymentStatus", moved.payment_amount AS "paymentAmount", ${of('moved', counts)} AS counts, ${of('moved', isPayable)} AS "isPayable", ${details}`,
        [oldKey, next.email, next.emailKey, account?.firstName ?? null, account?.lastName ?? null],
      );
      claims.push(...(await this.claims.make(tx, kind, moved)));
      for (const place of moved) if (place.counts) await this.publishMoved(tx, list, place, oldEmail);
    }
    await tx.publish(personMerged, { mergeId, claims });
  }

  private async publishMoved(
    tx: Transaction,
    kind: 'tournament' | 'bootcamp',
    place: MovedPlace,
    formerEmail: string,
  ): Promise<void> {
    const { id, email, firstName, lastName, eventId, payKey, competitions, division } = place;
    const [event, at] = [await this.events.find(tx, eventId), this.clock.now()];
    if (event === null || event.endsAt <= at) return;
    const isPayable = place.isPayable && acceptsPayments(event, at);
    const payBy = kind === 'bootcamp' ? place.offeredUntil : payByOf(event, place.heldUntil ?? null);
    await tx.publish(registrationMoved, {
      ...{ registrationId: id, kind, email, firstName, lastName, formerEmail, title: event.title },
      isMerged: true,
      beginsAt: event.datetime.toISOString(),
      payKey: isPayable ? payKey : null,
      payBy: isPayable ? (payBy?.toISOString() ?? null) : null,
      competitions,
      ...(competitions && { competitionNames: competitionNamesOf(event, competitions) }),
      division,
      ...paidAs(this.config, place),
      ...(kind === 'tournament' && { entryToken: placeToken(this.config.CALENDAR_FEED_SECRET, 'entry', place) }),
      at: at.toISOString(),
    });
  }
}
