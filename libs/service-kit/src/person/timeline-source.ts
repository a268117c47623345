import type { TimelineItem } from '@lectern/contracts/person-timeline';

/**
 * Rows of a table that a timeline shows as items of one kind. SQL has the row as `kept`, and `person.user_id` and
 * `person.email_key`, of which the former may be null.
 */
type SourceOf<I> = I extends { what: infer W; kind: infer K; details: infer F }
  ? {
      readonly what: W;
      readonly kind: K;
      /** In place of the table's condition of the person's rows. */
      readonly ownerCondition?: string;
      /** Which of these rows it shows; all unless set. */
      readonly where?: string;
      /** The time of the item: an instant; rows without one are omitted. */
      readonly at: string;
      /** Identifies the row. */
      readonly id: string;
      /** The details of the item, as SQL of the contract's types. */
      readonly details: { readonly [name in keyof F]: string };
    }
  : never;
export type TimelineSource = SourceOf<TimelineItem>;

/** An instant within details, as ISO 8601 in UTC. */
export const instantDetail = (sql: string): string =>
  `to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
