import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { DomainError, isErrorCode } from '@lectern/contracts/errors';
import {
  ASKED_SERVICES,
  type RpcCaller,
  type RpcContract,
  type RpcInput,
  type RpcOutput,
  type ServiceName,
  serviceOf,
} from '@lectern/contracts/rpc';
import type { Logger } from '../logging/logger.ts';
import { carriedCorrelation, inSpan } from '../tracing/spans.ts';
import { failFastRedis, patientRedis } from '../redis/connections.ts';
import {
  MAX_WAITING_REQUESTS,
  piecesIn,
  replyBinding,
  REPLY_LIMIT,
  replyChannel,
  type ReplyPiece,
  REQUEST_LIMIT,
  requestBinding,
  requestList,
  RETRY_AFTER,
  type WireError,
} from './protocol.ts';
import type { RequestSeal } from '../redis/request-seal.ts';
import { clientSpan } from './rpc-spans.ts';

/** The interval of deadline checks: a timer for each request would cost more than the rest of its bookkeeping. */
const SWEEP_MS = 50;

/** A larger burst is sent in several pushes, so that no single command blocks Redis. */
const MAX_BATCH = 500;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly request: string;
  /** The channel of the called service: a reply from another one is invalid. */
  readonly replyTo: string;
  readonly seal: RequestSeal;
  /** Milliseconds since 1970 */
  readonly deadline: number;
  /** The pieces of its reply so far. */
  received: string;
}

interface Waiting {
  readonly id: string;
  readonly message: string;
}

export interface RpcClientOptions {
  readonly redisUrl: string;
  readonly processName: string;
  /** The process in whose name it sends requests. */
  readonly caller: RpcCaller;
  /** The seal of a service's requests and replies. */
  readonly sealOf: (service: ServiceName) => RequestSeal;
  readonly logger: Logger;
  readonly maxWaiting?: number;
}

const unavailable = (cause?: unknown): DomainError =>
  new DomainError('service_unavailable', { retryAfter: RETRY_AFTER, cause });

const toError = (wire: WireError): Error =>
  isErrorCode(wire.code)
    ? new DomainError(wire.code, { message: wire.message, fields: wire.fields, retryAfter: wire.retryAfter })
    : new DomainError('internal');

/**
 * Calls other services. Requests of the same turn of the event loop are sent together; replies arrive on this process's own channel. A
 * caller always gets an outcome: the answer, the service's own error, or `service_unavailable` where no answer arrived
 * in time, the service's list is full, or Redis is unavailable. After a timeout the request may still have been carried
 * out, so commands must be safe to repeat.
 */
export class RpcClient {
  private readonly clientId = randomUUID();
  private readonly commands: Redis;
  private readonly replies: Redis;
  /** The seal of each service that this caller may call. */
  private readonly seals: ReadonlyMap<ServiceName, RequestSeal>;
  private readonly pending = new Map<string, Pending>();
  private readonly waiting = new Map<ServiceName, Waiting[]>();
  private sequence = 0;
  private flushing = false;
  private closed = false;
  private sweeper: NodeJS.Timeout | undefined;
  private drained: (() => void) | undefined;

  constructor(private readonly options: RpcClientOptions) {
    this.seals = new Map(ASKED_SERVICES[options.caller].map((service) => [service, options.sealOf(service)]));
    this.commands = failFastRedis(options.redisUrl, `${options.processName}-rpc`);
    this.replies = patientRedis(options.redisUrl, `${options.processName}-rpc-replies`);
    for (const connection of [this.commands, this.replies]) {
      connection.on('error', (error: Error) => options.logger.warn({ err: error }, 'Redis connection failed'));
    }
  }

  async connect(): Promise<void> {
    this.replies.on('message', (channel: string, batch: string) => this.receive(channel, batch));
    // Replies to requests from before a disconnect are lost: their callers get an error now, not at their timeouts.
    for (const connection of [this.commands, this.replies]) connection.on('close', () => this.rejectPending());
    await Promise.all([this.commands.connect(), this.replies.connect()]);
    await this.replies.subscribe(...[...this.seals.keys()].map((service) => this.replyChannel(service)));
  }

  /**
   * One request and its answer, both checked against the contract by the service that answers.
   * @throws DomainError of the service, `body_too_large` where the request is longer than Redis takes, or `service_unavailable`
   */
  call<C extends RpcContract>(contract: C, input: RpcInput<C>): Promise<RpcOutput<C>> {
    if (this.closed) return Promise.reject(unavailable());
    return inSpan(clientSpan(contract.name), () => this.ask(contract, input));
  }

  /** Lets pending requests finish, then disconnects. */
  async close(): Promise<void> {
    this.closed = true;
    // Each request settles at its deadline at the latest, so this ends.
    if (this.pending.size > 0) await new Promise<void>((resolve) => (this.drained = resolve));
    clearInterval(this.sweeper);
    this.commands.disconnect();
    this.replies.disconnect();
  }

  private ask<C extends RpcContract>(contract: C, input: RpcInput<C>): Promise<RpcOutput<C>> {
    return new Promise((resolve, reject) => {
      const id = (this.sequence++).toString(36);
      const deadline = Date.now() + contract.timeoutMs;
      const service = serviceOf(contract);
      const seal = this.seals.get(service);
      if (seal === undefined) throw new Error(`${this.options.caller} does not ask ${service}`);
      const replyTo = this.replyChannel(service);
      const envelope = [id, replyTo, deadline, carriedCorrelation(), contract.name] as const;
      const sealed = seal.seal(requestBinding(service, this.options.caller, envelope), input);
      const message = JSON.stringify([...envelope, sealed]);
      if (Buffer.byteLength(message) > REQUEST_LIMIT) throw new DomainError('body_too_large');
      this.pending.set(id, { resolve, reject, request: contract.name, replyTo, seal, deadline, received: '' });
      this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS);
      this.enqueue(service, { id, message });
    });
  }

  private replyChannel(service: ServiceName): string {
    return replyChannel(service, this.options.caller, this.clientId);
  }

  private sweep(): void {
    if (this.pending.size === 0) {
      clearInterval(this.sweeper);
      this.sweeper = undefined;
      return;
    }
    const now = Date.now();
    for (const [id, { request, deadline }] of this.pending) {
      if (now < deadline) continue;
      this.options.logger.warn({ request }, 'No answer in time');
      this.settle(id, (pending) => pending.reject(unavailable()));
    }
  }

  private enqueue(service: ServiceName, request: Waiting): void {
    const list = this.waiting.get(service);
    if (list === undefined) this.waiting.set(service, [request]);
    else list.push(request);
    if (this.flushing) return;
    this.flushing = true;
    // After the poll phase: requests that arrived on several connections at a time leave in one push.
    setImmediate(() => {
      this.flushing = false;
      for (const [name, requests] of this.waiting) {
        this.waiting.delete(name);
        for (let from = 0; from < requests.length; from += MAX_BATCH) {
          void this.push(name, requests.slice(from, from + MAX_BATCH));
        }
      }
    });
  }

  private async push(service: ServiceName, requests: Waiting[]): Promise<void> {
    const list = requestList(service, this.options.caller);
    try {
      const length = await this.commands.rpush(list, ...requests.map((request) => request.message));
      const excess = length - (this.options.maxWaiting ?? MAX_WAITING_REQUESTS);
      if (excess > 0) await this.withdraw(list, requests.slice(-excess));
    } catch (error) {
      this.rejectAll(requests, unavailable(error));
    }
  }

  /**
   * Refuses requests that made the list too long. A refused request must never be carried out later: it is refused only
   * if it was still in the list and could be removed, which is cheap near the end of a list; otherwise its answer is
   * awaited.
   */
  private async withdraw(list: string, requests: readonly Waiting[]): Promise<void> {
    const removed = await Promise.all(requests.map(({ message }) => this.commands.lrem(list, -1, message)));
    const refused = requests.filter((_request, index) => removed[index] === 1);
    this.options.logger.warn({ list, refused: refused.length }, 'The request list is full');
    this.rejectAll(refused, unavailable());
  }

  private rejectAll(requests: readonly Waiting[], error: Error): void {
    for (const { id } of requests) this.settle(id, (pending) => pending.reject(error));
  }

  private rejectPending(): void {
    for (const id of [...this.pending.keys()]) this.settle(id, (pending) => pending.reject(unavailable()));
  }

  private receive(channel: string, batch: string): void {
    try {
      for (const piece of piecesIn(batch)) this.receivePiece(channel, piece);
    } catch (error) {
      // Logged once per message: a service's message ends no other process, and does not fill its log.
      this.options.logger.error(
        { err: error, channel, bytes: batch.length },
        'A message on a reply channel is malformed',
      );
    }
  }

  private receivePiece(channel: string, [id, left, piece]: ReplyPiece): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return; // arrived after its timeout
    if (pending.replyTo !== channel)
      throw new Error(`This replies to ${pending.request}, a request to another service`);
    pending.received += piece;
    if (left === 0 || pending.received.length > REPLY_LIMIT) this.settle(id, () => this.answer(id, pending));
  }

  private answer(id: string, pending: Pending): void {
    try {
      const reply = pending.seal.open(replyBinding(pending.replyTo, id), pending.received) as
        [ok: 1, answer: unknown] | [ok: 0, error: WireError];
      if (reply[0] === 1) pending.resolve(reply[1]);
      else pending.reject(toError(reply[1]));
    } catch (error) {
      this.options.logger.error(
        { err: error, request: pending.request },
        'A reply does not open with the key of its service',
      );
      pending.reject(unavailable(error));
    }
  }

  private settle(id: string, how: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    if (pending === undefined) return; // arrived after its timeout
    this.pending.delete(id);
    how(pending);
    if (this.pending.size === 0) this.drained?.();
  }
}
