import { Injectable } from '@nestjs/common';
import { claimsMade } from '@lectern/contracts/registrations/events';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { nameKey } from '@lectern/service-kit/person/name-key';

type Claims = EventPayload<typeof claimsMade>['claims'];
export type ClaimedKind = Exclude<Claims[number]['kind'], 'customer'>;

interface Claimed {
  readonly id: string;
  readonly email: string;
}

const TABLES: Readonly<Record<ClaimedKind, string>> = {
  tournament_entry: 'tournament_registrations',
  bootcamp_registration: 'bootcamp_registrations',
  debate_club_registration: 'debate_club_registrations',
};
export const CLAIMED_KINDS = Object.keys(TABLES) as ClaimedKind[];

/** Billing claims the registrations that came with a subscription, for its customer. */
const OWN: Partial<Record<ClaimedKind, string>> = {
  debate_club_registration:
    'AND NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.subscription_id = registration.stripe_subscription_id)',
};

/** Kinds with a name, which distinguishes two people of one mailbox. */
const NAMED = [TABLES.tournament_entry, TABLES.bootcamp_registration];
const IN_OTHER_NAME = `(SELECT ${nameKey('registration.first_name', 'registration.last_name')} <> ${nameKey('accounts.first_name', 'accounts.last_name')}
  FROM accounts WHERE accounts.user_id = $1)`;

/** Registrations without an account, which are published to identity as claims. */
@Injectable()
export class ClaimRepository {
  constructor(private readonly clock: Clock) {}

  /** Publishes that a registration has no account, and that it is not for the account that it is `refusedTo`. Idempotent. */
  async publish(tx: Transaction, kind: ClaimedKind, claimed: readonly Claimed[], refusedTo?: string): Promise<void> {
    const claims = await this.make(tx, kind, claimed, refusedTo);
    if (claims.length > 0) await tx.publish(claimsMade, { claims });
  }

  /** As {@link publish}; the caller publishes what it answers. */
  async make(tx: Transaction, kind: ClaimedKind, claimed: readonly Claimed[], refusedTo?: string): Promise<Claims> {
    if (claimed.length > 0)
      await tx.manager.query(`UPDATE ${TABLES[kind]} SET claim_made_at = $2 WHERE id = ANY($1)`, [
        claimed.map(({ id }) => id),
        this.clock.now(),
      ]);
    return claimed.map(({ id, email }) => ({ kind, subjectId: id, email, refusedTo }));
  }

  /** Locks some that were not published yet: imported ones, and those from before claims existed. */
  async unpublished(tx: Transaction, kind: ClaimedKind, limit: number): Promise<Claimed[]> {
    return tx.manager.query<Claimed[]>(
      `SELECT id, email FROM ${TABLES[kind]} registration WHERE user_id IS NULL AND claim_made_at IS NULL AND email <> '' ${OWN[kind] ?? ''}
       LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** The email of a registration without an account; null where there is no such registration. */
  async unowned(tx: Transaction, kind: ClaimedKind, id: string): Promise<string | null> {
    const [row] = await tx.manager.query<{ email_key: string }[]>(
      `SELECT email_key FROM ${TABLES[kind]} WHERE id::text = $1 AND user_id IS NULL`,
      [id],
    );
    return row?.email_key ?? null;
  }

  /**
   * Gives a registration without an account to the account that identity granted it to. Where its email was corrected since it
   * was claimed for `emailKey`, it stays and is claimed again. Idempotent.
   */
  async grant(
    tx: Transaction,
    kind: ClaimedKind,
    id: string,
    { userId, emailKey }: { readonly userId: string; readonly emailKey?: string | undefined },
  ): Promise<void> {
    const table = TABLES[kind];
    const noted = NAMED.includes(table) ? `, in_other_name = COALESCE(${IN_OTHER_NAME}, false)` : '';
    await tx.manager.query(
      `UPDATE ${table} registration SET user_id = $1${noted} WHERE id::text = $2 AND user_id IS NULL AND email_key = COALESCE($3, email_key)`,
      [userId, id, emailKey ?? null],
    );
    if (emailKey === undefined) return;
    const left = await tx.manager.query<Claimed[]>(
      `SELECT id, email FROM ${table} WHERE id::text = $1 AND user_id IS NULL AND email <> ''`,
      [id],
    );
    await this.publish(
      tx,
      kind,
      left.filter(({ email }) => keyOf(email) !== emailKey),
      userId,
    );
  }

  /**
   * Notes whether the registrations granted to an account are in another name, where the account's name became known with or
   * after the grant.
   */
  async noteNames(tx: Transaction, userId: string): Promise<void> {
    for (const table of NAMED) {
      await tx.manager.query(
        `UPDATE ${table} registration SET in_other_name = ${IN_OTHER_NAME}
         WHERE user_id = $1 AND claim_made_at IS NOT NULL AND in_other_name IS DISTINCT FROM ${IN_OTHER_NAME}`,
        [userId],
      );
    }
  }

  /** Clears the note of registrations in the account's current name: they are its own, whether it was renamed before or after the grant. */
  async ownNamesakes(tx: Transaction, userId: string): Promise<void> {
    for (const table of NAMED) {
      await tx.manager.query(
        `UPDATE ${table} registration SET in_other_name = false WHERE user_id = $1 AND in_other_name AND NOT ${IN_OTHER_NAME}`,
        [userId],
      );
    }
  }
}
