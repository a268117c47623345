import type { FieldErrors } from '@lectern/contracts/errors';
import type { RpcCaller, ServiceName } from '@lectern/contracts/rpc';
import type { Binding } from '../redis/request-seal.ts';

/*
 * The wire form of a request and its reply. Arrays, not objects: keys would make up most of a small message. A change
 * of the order or meaning of an element requires a new list name, because old and new processes run side by side during
 * an upgrade.
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

/** id, number of the remaining pieces of this reply, and this sealed piece. None contains a blank or a line break. */
export type ReplyPiece = readonly [id: string, left: number, piece: string];

/**
 * Longer replies are split, and replies to one process are sent together up to this length: Redis accepts no value of
 * more than 4 MB.
 */
export const REPLY_PIECE = 1024 * 1024;

/** Redis closes the connection of a longer request, and with it fails all other requests on that connection. */
export const REQUEST_LIMIT = 4 * 1024 * 1024;

/** The pieces of a reply, one per line. */
export const replyLines = (id: string, sealed: string): string[] => {
  const count = Math.max(1, Math.ceil(sealed.length / REPLY_PIECE));
  return Array.from(
    { length: count },
    (_, index) => `${id} ${count - 1 - index} ${sealed.slice(index * REPLY_PIECE, (index + 1) * REPLY_PIECE)}\n`,
  );
};

/**
 * The pieces in a message of replies, line by line. Lines, not JSON: no value is created for pieces without a waiting
 * caller. Throws for a line that is not a piece of a reply.
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

/** The longest sealed answer; a plain list of 1,000 long messages fits. */
export const REPLY_LIMIT = 32 * REPLY_PIECE;

/**
 * A request opens only in the list that it was sealed for, for its caller and until its deadline. Its id and channel
 * belong to no other request.
 */
export const requestBinding = (
  service: ServiceName,
  caller: RpcCaller,
  [id, replyTo, deadline, , name]: readonly [...RequestFrame] | readonly [string, string, number, string, string],
): Binding => ['request', ...[service, caller, id, replyTo, deadline, name]];

/** A reply opens only for its caller, as the answer to this request. */
export const replyBinding = (channel: string, id: string): Binding => ['reply', channel, id];

/** The common prefix of a service's lists. */
export const requestLists = (service: ServiceName): string => `lectern:requests:${service}:`;

/**
 * Each caller has its own list, and each service its own channel, so that Redis decides which process may ask and which
 * may answer.
 */
export const requestList = (service: ServiceName, caller: RpcCaller): string => requestLists(service) + caller;
export const replyChannel = (service: ServiceName, caller: RpcCaller, clientId: string): string =>
  `lectern:replies:${service}:${caller}:${clientId}`;

/** A longer list means that the service cannot keep up; further requests are refused immediately rather than left to expire. */
export const MAX_WAITING_REQUESTS = 10_000;

/** Seconds that a caller is asked to wait before the next attempt, where a service is unavailable. */
export const RETRY_AFTER = 2;
