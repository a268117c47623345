import { randomUUID } from 'node:crypto';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Redis } from 'ioredis';
import { DomainError, fieldErrors } from '@lectern/contracts/errors';
import type { Actor } from '@lectern/contracts/identity/model';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import type { RpcCaller, RpcContract, ServiceName } from '@lectern/contracts/rpc';
import { isUnavailable } from '../database/is-unavailable.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { correlationIdIn, continueWork } from '../tracing/spans.ts';
import { failFastRedis, patientRedis } from '../redis/connections.ts';
import {
  REPLY_LIMIT,
  REPLY_PIECE,
  replyBinding,
  type ReplyFrame,
  replyLines,
  requestBinding,
  type RequestFrame,
  requestList,
  requestLists,
  RETRY_AFTER,
  type WireError,
} from './protocol.ts';
import type { RequestSeal } from '../redis/request-seal.ts';
import { recordReply, serverSpan } from './rpc-spans.ts';

export interface RedisRpcServerOptions {
  readonly service: ServiceName;
  readonly redisUrl: string;
  readonly processName: string;
  /** The seal of this service. */
  readonly seal: RequestSeal;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The number of requests that one replica processes concurrently. */
  readonly concurrency?: number;
  /** The requests that this service answers. Each has a handler before `listen`. */
  readonly contracts: readonly RpcContract[];
}

export interface BoundRpcHandler {
  readonly contract: RpcContract;
  handle(input: unknown): Promise<unknown>;
}

const BLOCK_SECONDS = 5;
/** How long a request that this replica does not know waits before it goes back for another replica. */
const UNKNOWN_WAITS_MS = 20;

/**
 * Nest's transport for requests: one Redis list per service and caller, which competing replicas read in batches, so
 * that a request runs once however many replicas there are. The list identifies the caller, and a request that its
 * contract does not allow this caller is refused, and so is one for an administrator whose role lacks its permission.
 * Requests past their deadline are dropped unread, because their caller
 * has an error already. A request of a newer revision is left to the replicas that know it, until its deadline. `close`
 * stops the intake, lets the received requests finish and be answered, then disconnects.
 */
export class RedisRpcServer extends Server implements CustomTransportStrategy {
  private readonly intake: Redis;
  private readonly commands: Redis;
  private readonly contracts: ReadonlyMap<string, RpcContract>;
  private readonly concurrency: number;
  /** The caller of each list; in the order in which they are read next. */
  private lists: ReadonlyMap<string, RpcCaller>;
  /** The next messages for each channel. */
  private readonly replies = new Map<string, string[]>();
  /** Looking up a labeled metric costs more than counting. */
  private readonly durations = new Map<string, { observe(seconds: number): void }>();
  private inFlight = 0;
  private closing = false;
  private closed: Promise<void> | undefined;
  private slotFreed: (() => void) | undefined;
  private idle: (() => void) | undefined;
  private intakeEnded: Promise<void> = Promise.resolve();
  /** A list of this replica only, read along with the others: `close` adds an element to it, which ends the blocking read. */
  private readonly closeList: string;

  constructor(private readonly options: RedisRpcServerOptions) {
    super();
    this.closeList = `${requestLists(options.service)}closing:${randomUUID()}`;
    // A blocking read that the library resends by itself after a disconnect would be out of `close`'s control.
    this.intake = patientRedis(options.redisUrl, `${options.processName}-rpc-intake`, {
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    });
    this.commands = failFastRedis(options.redisUrl, `${options.processName}-rpc-answers`);
    for (const connection of [this.intake, this.commands]) {
      connection.on('error', (error: Error) => options.logger.warn({ err: error }, 'Redis connection failed'));
    }
    this.contracts = new Map(options.contracts.map((contract) => [contract.name, contract]));
    this.lists = new Map(
      [...new Set(options.contracts.flatMap(({ callers }) => callers))].map((caller) => [
        requestList(options.service, caller),
        caller,
      ]),
    );
    this.concurrency = options.concurrency ?? 128;
  }

  listen(callback: (error?: unknown) => void): void {
    Promise.all([this.intake.connect(), this.commands.connect()]).then(
      () => {
        this.intakeEnded = this.takeRequests();
        callback();
      },
      (error: unknown) => callback(error),
    );
  }

  /** Idempotent. */
  close(): Promise<void> {
    this.closed ??= this.closeOnce();
    return this.closed;
  }

  private async closeOnce(): Promise<void> {
    this.closing = true;
    this.slotFreed?.();
    // A plain disconnect could lose a request that Redis has handed out already. Without Redis, the read fails or times
    // out by itself.
    await this.commands.rpush(this.closeList, '').catch(() => undefined);
    await this.intakeEnded;
    await this.commands.del(this.closeList).catch(() => undefined);
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.idle = resolve));
    await this.flushReplies();
    this.intake.disconnect();
    await this.commands.quit().catch(() => undefined);
    // Also ends the connections that watch the sentinels.
    this.commands.disconnect();
  }

  // Nest's interface for transports with their own events; this one has none.
  on(): never {
    throw new Error('The request transport has no events of its own');
  }

  unwrap<T>(): T {
    return this.commands as T;
  }

  private async takeRequests(): Promise<void> {
    while (!this.closing) {
      if (this.inFlight >= this.concurrency) {
        await new Promise<void>((resolve) => (this.slotFreed = resolve));
        continue;
      }
      try {
        const taken = await this.intake.blmpop(
          BLOCK_SECONDS,
          this.lists.size + 1,
          this.closeList,
          ...this.lists.keys(),
          'LEFT',
          'COUNT',
          this.concurrency - this.inFlight,
        );
        if (taken !== null && taken[0] !== this.closeList) this.workOn(...taken);
        // Quick answers are sent before the next read: Redis then serves the waiting caller first.
        await new Promise((resolve) => setImmediate(resolve));
      } catch (error) {
        if (this.closing) break;
        this.options.logger.warn({ err: error }, 'Could not take requests; trying again');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  private workOn(list: string, messages: readonly string[]): void {
    const caller = this.lists.get(list) as RpcCaller;
    // Redis takes from the first nonempty list: the list that was served goes last, so that no caller delays another.
    this.lists = new Map([...[...this.lists].filter(([other]) => other !== list), [list, caller]]);
    for (const message of messages) this.work(message, list, caller);
  }

  private work(message: string, list: string, caller: RpcCaller): void {
    const frame = this.read(message);
    if (frame === null) return;
    const [id, replyTo, deadline, carried, name] = frame;
    if (Date.now() > deadline) {
      this.options.metrics.rpcExpired.inc({ request: name });
      return;
    }
    if (!this.contracts.has(name)) return this.putBack(message, list, name);
    const opened = this.open(caller, frame);
    if (opened === null) return;
    this.inFlight += 1;
    const began = performance.now();
    // `answer` never rejects: every failure becomes an answer.
    void continueWork(carried, serverSpan(name), async (span) => {
      const reply = await this.answer(caller, id, name, opened.payload);
      recordReply(span, reply);
      return reply;
    }).then((reply) => {
      this.inFlight -= 1;
      this.reply(replyTo, name, reply);
      this.announceFreeSlot();
      this.note(name, correlationIdIn(carried), reply[1] === 1 ? 'ok' : reply[2].code, performance.now() - began);
    });
  }

  /**
   * During an upgrade a newer revision sends requests that only its own replicas know. Returning one counts as work:
   * `close` waits for it.
   */
  private putBack(message: string, list: string, request: string): void {
    this.inFlight += 1;
    setTimeout(() => {
      void this.commands
        .rpush(list, message)
        // The caller times out.
        .catch((error: unknown) => this.options.logger.warn({ err: error, request }, 'Could not put a request back'))
        .finally(() => {
          this.inFlight -= 1;
          this.announceFreeSlot();
        });
    }, UNKNOWN_WAITS_MS);
  }

  private announceFreeSlot(): void {
    this.slotFreed?.();
    if (this.inFlight === 0) this.idle?.();
  }

  /** A list that others can write to may contain anything; a malformed request is dropped without affecting its batch. */
  private read(message: string): RequestFrame | null {
    try {
      const frame = JSON.parse(message) as unknown;
      if (Array.isArray(frame) && frame.length === 6 && typeof frame[5] === 'string') return frame as RequestFrame;
    } catch {
      // reported below
    }
    this.options.logger.error({ bytes: message.length }, 'A request list contained a malformed request');
    return null;
  }

  /**
   * Null where it was sealed for another list or request, or without the key: then the caller is unknown, and nobody
   * gets an answer.
   */
  private open(caller: RpcCaller, frame: RequestFrame): { payload: unknown } | null {
    try {
      return { payload: this.options.seal.open(requestBinding(this.options.service, caller, frame), frame[5]) };
    } catch (error) {
      this.options.logger.error(
        { err: error, request: frame[4], caller },
        'A request does not open with the key of this service',
      );
      return null;
    }
  }

  private note(request: string, correlationId: string, outcome: string, milliseconds: number): void {
    const key = `${request} ${outcome}`;
    let duration = this.durations.get(key);
    if (duration === undefined) {
      duration = this.options.metrics.rpcDuration.labels({ request, outcome });
      this.durations.set(key, duration);
    }
    duration.observe(milliseconds / 1_000);
    this.options.logger.debug({ correlationId, request, outcome, ms: Math.round(milliseconds) }, 'Answered');
  }

  private async answer(caller: RpcCaller, id: string, name: string, payload: unknown): Promise<ReplyFrame> {
    try {
      const contract = this.contracts.get(name);
      const handler = this.messageHandlers.get(name);
      if (contract === undefined || handler === undefined)
        throw new DomainError('route_unknown', { message: `Nobody answers ${name}.` });
      if (!contract.callers.includes(caller)) {
        this.options.logger.error(
          { request: name, caller },
          'A request was refused: its contract does not allow this caller',
        );
        throw new DomainError('audience_wrong');
      }
      const input = contract.input.safeParse(payload);
      if (!input.success) throw new DomainError('invalid_request', { fields: fieldErrors(input.error) });
      // `rpc` declares a permission for requests with an actor only.
      if (contract.permission !== undefined)
        requirePermission((input.data as { readonly by: Actor }).by.role, contract.permission);
      const result: unknown = await handler(input.data);
      return [id, 1, contract.output.parse(result === undefined ? {} : result)];
    } catch (error) {
      return [id, 0, this.describe(name, error)];
    }
  }

  private describe(name: string, error: unknown): WireError {
    if (error instanceof DomainError) {
      if (error.kind === 'unavailable' || error.kind === 'internal')
        this.options.logger.warn({ err: error, request: name }, error.message);
      return { code: error.code, message: error.message, fields: error.fields, retryAfter: error.retryAfter };
    }
    if (isUnavailable(error)) {
      this.options.logger.warn({ err: error, request: name }, 'A request failed because the database is unavailable');
      const unavailable = new DomainError('service_unavailable');
      return { code: unavailable.code, message: unavailable.message, retryAfter: RETRY_AFTER };
    }
    this.options.logger.error({ err: error, request: name }, 'A request failed');
    const internal = new DomainError('internal');
    return { code: internal.code, message: internal.message };
  }

  private reply(replyTo: string, name: string, [id, ...reply]: ReplyFrame): void {
    const sealed = this.options.seal.seal(replyBinding(replyTo, id), reply);
    if (sealed.length > REPLY_LIMIT)
      return this.reply(replyTo, name, [id, 0, this.describe(name, new Error('The answer is too long'))]);
    const messages = this.replies.get(replyTo) ?? [];
    for (const line of replyLines(id, sealed)) {
      const last = messages.at(-1);
      if (last === undefined || last.length + line.length > REPLY_PIECE) messages.push(line);
      else messages[messages.length - 1] = last + line;
    }
    const isFlushComing = this.replies.size > 0;
    this.replies.set(replyTo, messages);
    if (isFlushComing) return;
    // With several running requests, others finish in this same turn and are sent together; a single answer does not
    // wait.
    if (this.inFlight > 0) setImmediate(() => void this.flushReplies());
    else void this.flushReplies();
  }

  private async flushReplies(): Promise<void> {
    const toSend = [...this.replies].flatMap(([channel, messages]) =>
      messages.map((message) => [channel, message] as const),
    );
    this.replies.clear();
    await Promise.all(
      toSend.map(([channel, message]) =>
        this.commands.publish(channel, message).catch((error: unknown) => {
          // The caller times out; there is nothing else to report to.
          this.options.logger.warn({ err: error, bytes: message.length }, 'Could not send replies');
        }),
      ),
    );
  }
}
