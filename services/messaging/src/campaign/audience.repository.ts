import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  AudienceCount,
  LeftOutAddress,
  LeftOutReason,
  MailingList,
  TargetAudience,
} from '@lectern/contracts/messaging/campaign-model';
import { EMAIL_MAX } from '@lectern/contracts/fields';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** The precedence of lists: an address on several gets one email, for the first of them. */
const LISTS: readonly MailingList[] = ['debate_club', 'tournament', 'newsletter'];

const listsOf = (audience: TargetAudience): readonly MailingList[] => (audience === 'all' ? LISTS : [audience]);

/** The addresses of a list at the instant `$1` (decisions, "Mail"), with the name that staff wrote: staff add people to the debate club only. */
const ON: Readonly<Record<MailingList, string>> = {
  debate_club: `SELECT email_key, email, name, 'debate_club' AS list, 1 AS rank FROM contacts WHERE list = 'debate_club' AND email_key IS NOT NULL AND $1::timestamptz IS NOT NULL`,
  tournament: `SELECT email_key, email, NULL, 'tournament', 2 FROM contacts WHERE list = 'tournament' AND email_key IS NOT NULL AND (until IS NULL OR until > $1::timestamptz)`,
  newsletter: `SELECT email_key, btrim(email), NULL, 'newsletter', 3 FROM newsletter_subscribers WHERE is_active AND $1::timestamptz IS NOT NULL`,
};

/** `has_left`: the address left this list by its own choice, though another of its lists may still bring the email. */
const membersOf = (audience: TargetAudience): string =>
  `SELECT listed.*, EXISTS (SELECT 1 FROM list_opt_outs WHERE list_opt_outs.email_key = listed.email_key AND list_opt_outs.list = listed.list) AS has_left
   FROM (${listsOf(audience)
     .map((list) => ON[list])
     .join(' UNION ALL ')}) AS listed (email_key, email, name, list, rank)`;

/**
 * A recipient's name: that of the account that verified the mailbox, else as staff wrote it. Anybody can type any name beside any
 * address, so campaigns, like all emails, use no typed name (`WriteEmail`).
 */
const nameOf = (row: string): string =>
  `COALESCE((SELECT NULLIF(btrim(first_name || ' ' || last_name), '') FROM accounts
    WHERE accounts.email_key = ${row}.email_key AND email_verified_at IS NOT NULL ORDER BY email_verified_at DESC LIMIT 1), ${row}.name)`;

// Blanks, control characters, and characters that only quoted addresses may have: providers refuse a whole request for one of them.
const BAD = String.raw`\s\u0001-\u0020\u007f-\u00a0\u2000-\u200f\u2028\u2029\u202f\u205f\u3000\ufeff@<>()\[\],;:"\\`;
/** Whether a provider accepts the address: one `@`, at most 64 characters before it and 254 in all, a domain with a dot. */
const IS_USABLE = `(length(member.email) <= ${EMAIL_MAX} AND position('@' IN member.email) <= 65 AND member.email ~ '^[^${BAD}]+@[^${BAD}.]+(?:[.][^${BAD}.]+)+$')`;

/** Why an address of the audience gets no email, the gravest reason first; null for one that does. */
const LEFT_OUT = `COALESCE(
  (SELECT reason FROM suppressed_addresses WHERE suppressed_addresses.email_key = member.email_key
   ORDER BY CASE reason WHEN 'complained' THEN 1 WHEN 'bounced' THEN 2 ELSE 3 END LIMIT 1),
  CASE WHEN member.has_left THEN 'unsubscribed' END,
  CASE WHEN NOT ${IS_USABLE} THEN 'invalid' END)`;

/** The audiences of campaigns. */
@Injectable()
export class AudienceRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async count(audience: TargetAudience, at: Date): Promise<AudienceCount> {
    const [row] = await this.dataSource.query<Record<string, string>[]>(
      `SELECT count(*) FILTER (WHERE reason IS NULL) AS recipients, count(*) FILTER (WHERE lists > 1) AS several,
         ${LISTS.map((list) => `count(*) FILTER (WHERE ${list}) AS ${list}`).join(', ')},
         ${(['unsubscribed', 'bounced', 'complained', 'invalid'] satisfies LeftOutReason[]).map((reason) => `count(*) FILTER (WHERE reason = '${reason}') AS ${reason}`).join(', ')}
       FROM (
         SELECT ${LEFT_OUT} AS reason, member.* FROM (
           SELECT email_key, min(email) AS email, count(DISTINCT list) AS lists, bool_and(has_left) AS has_left, ${LISTS.map((list) => `bool_or(list = '${list}') AS ${list}`).join(', ')}
           FROM (${membersOf(audience)}) AS member GROUP BY email_key
         ) AS member
       ) AS address`,
      [at],
    );
    const counted = (name: string): number => Number(row?.[name] ?? 0);
    return {
      recipients: counted('recipients'),
      lists: listsOf(audience).map((list) => ({ list, addresses: counted(list) })),
      onSeveral: counted('several'),
      leftOut: {
        unsubscribed: counted('unsubscribed'),
        bounced: counted('bounced'),
        complained: counted('complained'),
        invalid: counted('invalid'),
      },
    };
  }

  /** Up to `limit` addresses after `after` that get no email, by address. */
  async leftOut(
    audience: TargetAudience,
    at: Date,
    after: string,
    limit: number,
  ): Promise<(LeftOutAddress & { emailKey: string })[]> {
    return this.dataSource.query<(LeftOutAddress & { emailKey: string })[]>(
      `SELECT member.email_key AS "emailKey", member.email, ${nameOf('member')} AS name, reason FROM (
         SELECT DISTINCT ON (email_key) * FROM (${membersOf(audience)}) AS member
         WHERE email_key > $2 ORDER BY email_key, has_left, rank, name NULLS LAST
       ) AS member, LATERAL (SELECT ${LEFT_OUT} AS reason) AS judged
       WHERE reason IS NOT NULL ORDER BY member.email_key LIMIT $3`,
      [at, after, limit],
    );
  }

  /** Fixes the audience of a campaign: each address once, for the first list that it is on and has not left. Returns the number of recipients. */
  async freeze(tx: Transaction, campaignId: string, audience: TargetAudience, at: Date): Promise<number> {
    // Longer than a request may take: a million addresses are fixed in one transaction or not at all.
    await tx.manager.query(`SET LOCAL statement_timeout = '120s'`);
    // Sorts and aggregates in memory.
    await tx.manager.query(`SET LOCAL work_mem = '64MB'`);
    const [row] = await tx.manager.query<{ count: string }[]>(
      `WITH added AS (
         INSERT INTO email_recipients (campaign_id, email, email_key, name, list, created_at)
         SELECT $2, reached.email, reached.email_key, ${nameOf('reached')}, reached.list, $1::timestamptz FROM (
           SELECT DISTINCT ON (member.email_key) member.*
           FROM (${membersOf(audience)}) AS member
           WHERE ${IS_USABLE} AND NOT member.has_left AND NOT EXISTS (SELECT 1 FROM suppressed_addresses WHERE suppressed_addresses.email_key = member.email_key)
           ORDER BY member.email_key, member.rank, member.name NULLS LAST
         ) AS reached
         RETURNING 1
       ) SELECT count(*) AS count FROM added`,
      [at, campaignId],
    );
    return Number(row?.count ?? 0);
  }
}
