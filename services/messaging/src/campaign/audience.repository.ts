import { randomBytes } from 'node:crypto';
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
import { PART_SIZE } from './audience-part.repository.ts';

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

/**
 * The beginning of the ids of an audience: the current milliseconds and random bits; each id ends with its number (RFC 9562,
 * version 8). Consecutive ids are faster to insert than random ones, which touch another page of the index each.
 */
const beginningOfIds = (): string => {
  const chance = randomBytes(5).toString('hex');
  return `${Date.now().toString(16).padStart(12, '0')}8${chance.slice(0, 3)}8${chance.slice(3)}`;
};

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
         INSERT INTO audience_parts (campaign_id, first_key, last_key, ids_begin, first_number, email_keys, emails, names, lists, created_at)
         SELECT $2, min(email_key), max(email_key), $3, min(number), array_agg(email_key), array_agg(email), array_agg(name), array_agg(list), $1::timestamptz FROM (
           SELECT reached.email_key, reached.email, ${nameOf('reached')} AS name, reached.list, row_number() OVER (ORDER BY email_key) - 1 AS number FROM (
             SELECT DISTINCT ON (member.email_key) member.*
             FROM (${membersOf(audience)}) AS member
             WHERE ${IS_USABLE} AND NOT member.has_left AND NOT EXISTS (SELECT 1 FROM suppressed_addresses WHERE suppressed_addresses.email_key = member.email_key)
             ORDER BY member.email_key, member.rank, member.name NULLS LAST
           ) AS reached
         ) AS numbered GROUP BY number / ${PART_SIZE}
         RETURNING cardinality(email_keys) AS size
       ) SELECT sum(size) AS count FROM added`,
      [at, campaignId, beginningOfIds()],
    );
    return Number(row?.count ?? 0);
  }
}
