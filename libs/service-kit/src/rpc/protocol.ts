import type { FieldErrors } from '@lectern/contracts/errors';
import type { RpcCaller, ServiceName } from '@lectern/contracts/rpc';
import type { Binding } from './request-seal.ts';

/*
 * The wire form of a request and its reply. Arrays, not objects: the keys would be most of a small message. Changing the
 * order or meaning of a place needs a new list name, because old and new processes run side by side during an upgrade.
 */

/** id, channel of the reply, deadline (epoch ms), correlation id as `carriedCorrelation` writes it, contract name, sealed payload */
export type RequestFrame = [
  id: string,
  replyTo: string,
  deadline: number,
  correlationId: string,
  name: string,
  sealed: string,
];

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly fields?: FieldErrors;
  readonly retryAfter?: number;
}

/** id, 1 and the answer, or id, 0 and the error */
export type ReplyFrame = [id: string, ok: 1, answer: unknown] | [id: string, ok: 0, error: WireError];

/** id, and the rest of the reply sealed. Neither has a blank or a line break in it. */
export type SealedReply = readonly [id: string, sealed: string];

/**
 * Several replies to one process travel as one message, a line each, and not as JSON: what a service published for somebody else's
 * requests is then passed over without a value made of it.
 */
export const replyLine = ([id, sealed]: SealedReply): string => `${id} ${sealed}\n`;

/** The replies of a message, one at a time. Throws at what is none. */
export const repliesIn = function* (batch: string): Generator<SealedReply> {
  for (let from = 0, end; from < batch.length; from = end + 1) {
    const blank = batch.indexOf(' ', from);
    end = batch.indexOf('\n', from);
    if (blank <= from || end <= blank) throw new Error('This is no line of a reply');
    yield [batch.slice(from, blank), batch.slice(blank + 1, end)];
  }
};

/** No more goes into one message of replies, but for a single one that is larger. */
export const REPLY_BATCH_BYTES = 1024 * 1024;

/** Redis takes no longer value (`proto-max-bulk-len`), so that nobody reads one that would fill a process. */
export const REPLY_LIMIT_BYTES = 3 * 1024 * 1024;

/** A request opens in the list that it was sealed for, for its caller and until its deadline. Its id and channel are no other request's. */
export const requestBinding = (
  service: ServiceName,
  caller: RpcCaller,
  [id, replyTo, deadline, , name]: readonly [...RequestFrame] | readonly [string, string, number, string, string],
): Binding => ['request', ...[service, caller, id, replyTo, deadline, name]];

/** A reply opens for the one that asked, as the answer to this request. */
export const replyBinding = (channel: string, id: string): Binding => ['reply', channel, id];

/** What the names of all lists of a service begin with. */
export const requestLists = (service: ServiceName): string => `lectern:requests:${service}:`;

/** Each caller has a list of its own, and each service a channel of its own, so that Redis decides who may ask and who may answer. */
export const requestList = (service: ServiceName, caller: RpcCaller): string => requestLists(service) + caller;
export const replyChannel = (service: ServiceName, caller: RpcCaller, clientId: string): string =>
  `lectern:replies:${service}:${caller}:${clientId}`;

/** A list this long means that the service cannot keep up; more requests are refused at once rather than left to expire. */
export const MAX_WAITING_REQUESTS = 10_000;

/** Seconds that a caller is asked to wait before the next try, where something is not available. */
export const RETRY_AFTER = 2;
