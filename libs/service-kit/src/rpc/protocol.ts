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

/** id, how many pieces of this reply are still to come, and this piece of what is sealed. None has a blank or a line break in it. */
export type ReplyPiece = readonly [id: string, left: number, piece: string];

/** Longer replies go in pieces, and replies to one process travel together as long as they are no longer: Redis takes no value of more than 4 MB. */
export const REPLY_PIECE = 1024 * 1024;

/** Redis cuts the connection on which a longer request comes, and with it those of everybody who asks on it. */
export const REQUEST_LIMIT = 4 * 1024 * 1024;

/** The pieces of a reply, a line each. */
export const replyLines = (id: string, sealed: string): string[] => {
  const count = Math.max(1, Math.ceil(sealed.length / REPLY_PIECE));
  return Array.from(
    { length: count },
    (_, index) => `${id} ${count - 1 - index} ${sealed.slice(index * REPLY_PIECE, (index + 1) * REPLY_PIECE)}\n`,
  );
};

/**
 * What a message of replies holds, a line at a time. Lines, not JSON: of what is for nobody, no value is made. Throws at what is no line
 * of a reply.
 */
export const piecesIn = function* (message: string): Generator<ReplyPiece> {
  for (let from = 0, end; from < message.length; from = end + 1) {
    const first = message.indexOf(' ', from);
    const second = message.indexOf(' ', first + 1);
    end = message.indexOf('\n', from);
    if (first <= from || second <= first || end <= second) throw new Error('This is no line of a reply');
    yield [message.slice(from, first), Number(message.slice(first + 1, second)), message.slice(second + 1, end)];
  }
};

/** No answer is longer, sealed: a plain list of 1,000 long messages is. */
export const REPLY_LIMIT = 32 * REPLY_PIECE;

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
