import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AppControllerRoute, BullBoardQueues, IServerAdapter, UIConfig } from '@bull-board/api/typings/app';
import { DomainError } from '@lectern/contracts/errors';
import { isOfWrongType, type Queues } from '@lectern/service-kit/jobs/queues';
import { maskPersonalData } from './mask-personal-data.ts';

type Parts = Readonly<Record<string, string | undefined>>;
type Handler = NonNullable<AppControllerRoute['handler']>;

/** Adopts the read routes of Bull Board, by its own paths. The web application serves its files and page; its writes are left out. */
class Reads implements IServerAdapter {
  readonly handlers = new Map<string, Handler>();
  queues: BullBoardQueues = new Map();
  config: UIConfig = {};

  setQueues(queues: BullBoardQueues): this {
    this.queues = queues;
    return this;
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    for (const each of routes)
      if (each.method === 'get')
        for (const path of [each.route].flat()) this.handlers.set(path, (request) => each.handler(request));
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.config = config;
    return this;
  }

  setErrorHandler(): this {
    return this;
  }

  setViewsPath(): this {
    return this;
  }

  setStaticPath(): this {
    return this;
  }

  setEntryRoute(): this {
    return this;
  }
}

/** Bull Board's view of the queues, read-only and without anything that people wrote. */
export class Board {
  private readonly reads = new Reads();
  private readonly board: ReturnType<typeof createBullBoard>;

  constructor(private readonly queues: Queues) {
    // Listing a queue's workers would read the list of all connections on each request.
    this.board = createBullBoard({
      queues: [],
      serverAdapter: this.reads,
      options: { uiBasePath: '.', uiConfig: { showWorkers: false, hideRedisDetails: true } },
    });
  }

  /**
   * Bull Board's answer at one of its paths. Throws `not_found` for an unknown queue or job, `invalid_request` where it refuses
   * the request.
   */
  async read(path: string, params: Parts = {}, query: Parts = {}): Promise<unknown> {
    await this.findQueues();
    const handler = this.reads.handlers.get(path);
    if (handler === undefined) throw new Error(`Bull Board reads nothing at ${path}`);
    const look = () =>
      handler({
        queues: this.reads.queues,
        uiConfig: this.reads.config,
        params,
        query,
        body: {},
        headers: {},
      });
    const { status = 200, body } = await Promise.resolve(look()).catch(async (error: unknown) => {
      if (!isOfWrongType(error)) throw error;
      await this.leaveOutUnreadable();
      return look();
    });
    if (status === 404) throw new DomainError('not_found');
    if (status >= 400) throw new DomainError('invalid_request');
    return maskPersonalData(body);
  }

  private async leaveOutUnreadable(): Promise<void> {
    for (const { queue, isUnreadable } of await this.queues.states())
      if (isUnreadable === true) this.board.removeQueue(queue);
  }

  private async findQueues(): Promise<void> {
    for (const name of await this.queues.names()) {
      if (!this.reads.queues.has(name))
        this.board.addQueue(new BullMQAdapter(this.queues.named(name), { readOnlyMode: true }));
    }
  }
}
