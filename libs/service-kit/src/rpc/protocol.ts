import type { FieldErrors } from '@lectern/contracts/errors';

/*
 * The wire form of a request and its reply. Arrays, not objects: the keys would be most of a small message. Changing the
 * order or meaning of a place needs a new list name, because old and new processes run side by side during an upgrade.
 */

/** id, channel of the reply, deadline (epoch ms), correlation id as `carriedCorrelation` writes it, contract name, payload */
export type RequestFrame = [id: string, replyTo: string, deadline: number, correlationId: string, name: string, payload: unknown];

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly retryAfter?: number;
}

/** id, 1 and the answer, or id, 0 and the error */
export type ReplyFrame = [id: string, ok: 1, answer: unknown] | [id: string, ok: 0, error: WireError];

/** Several replies to one process travel as one message. */
export type ReplyBatch = ReplyFrame[];

export const requestList = (service: string): string => `lectern:rpc:${service}`;
export const replyChannel = (clientId: string): string => `lectern:rpc:reply:${clientId}`;

/** A list this long means that the service cannot keep up; more requests are refused at once rather than left to expire. */
export const MAX_WAITING_REQUESTS = 10_000;

/** Seconds that a caller is asked to wait before the next try, where something is not available. */
export const RETRY_AFTER = 2;
