import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { ZoomAccount } from './zoom-account.ts';
import { zoomApi } from './zoom-api.plugin.ts';
import { NO_ZOOM_API_FAULTS, type ZoomApiFaults } from './zoom-faults.ts';
import { zoomHelpers } from './zoom-helpers.plugin.ts';
import { openZoomStore } from './zoom-store.ts';
import { ZoomWebhook, type ZoomEndpoint } from './zoom-webhook.ts';
import { zoomPage } from './zoom.page.ts';

export interface ZoomEmulatorOptions {
  journalFile: string | undefined;
  clock: SandboxClock;
  publicUrl: string;
  endpoint: ZoomEndpoint | undefined;
}

/** Zoom, played: the API of cloud recordings, its webhook, and pages to record and to watch. */
export class ZoomEmulator {
  readonly account: ZoomAccount;
  readonly webhook: ZoomWebhook;
  readonly #options: ZoomEmulatorOptions;
  #apiFaults: ZoomApiFaults = NO_ZOOM_API_FAULTS;

  constructor(app: FastifyInstance, options: ZoomEmulatorOptions) {
    this.#options = options;
    const store = openZoomStore(options.journalFile);
    this.webhook = new ZoomWebhook(store, app.log);
    this.account = new ZoomAccount(store, options.clock, options.publicUrl, (event, uuid, body) =>
      this.webhook.enqueue(event, uuid, body),
    );
  }

  register(app: FastifyInstance): void {
    const { account, webhook } = this;
    app.register(zoomApi, { account, faults: () => this.#apiFaults });
    app.register(zoomHelpers, {
      account,
      webhook,
      setApiFaults: (faults: ZoomApiFaults) => {
        this.#apiFaults = faults;
      },
    });
    app.register(zoomPage, { account, webhook });
  }

  /** Loads the state and begins to post events. */
  start(): void {
    this.account.store.load();
    this.webhook.deliverTo(this.#options.endpoint);
  }

  async close(): Promise<void> {
    await this.webhook.close();
    this.account.store.close();
  }
}
