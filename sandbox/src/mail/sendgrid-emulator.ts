import type { FastifyInstance } from 'fastify';
import { Journal } from '../state/journal.ts';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { EventWebhook, type MailWebhook } from './event-webhook.ts';
import { InboundParse } from './inbound-parse.ts';
import type { EmailSamplesOptions } from './email-samples.ts';
import { emailSamplesPage } from './email-samples.page.ts';
import { MailTroubles, NO_MAIL_FAULTS, type MailFaults } from './mail-faults.ts';
import { mailSend } from './mail-send.plugin.ts';
import { mailboxApi } from './mailbox-api.plugin.ts';
import { mailboxPage } from './mailbox.page.ts';
import { Mailbox } from './mailbox.ts';

export interface SendGridEmulatorOptions {
  journalFile: string | undefined;
  clock: SandboxClock;
  apiKey: string;
  capacity: number;
  webhook: MailWebhook | undefined;
  inbound: MailWebhook | undefined;
  inboundFile: string | undefined;
  samples: EmailSamplesOptions;
}

/** SendGrid, played: sending, the event webhook, inbound parse, and a mailbox to look into. */
export class SendGridEmulator {
  readonly mailbox: Mailbox;
  readonly webhook: EventWebhook;
  readonly inbound: InboundParse;
  readonly #options: SendGridEmulatorOptions;
  #troubles = new MailTroubles(NO_MAIL_FAULTS);

  constructor(app: FastifyInstance, options: SendGridEmulatorOptions) {
    this.#options = options;
    this.mailbox = new Mailbox(new Journal(options.journalFile), options.capacity, () => this.webhook.isOn);
    this.webhook = new EventWebhook(this.mailbox, app.log);
    this.webhook.deliverTo(options.webhook);
    this.inbound = new InboundParse(new Journal(options.inboundFile), app.log);
    this.inbound.deliverTo(options.inbound);
  }

  register(app: FastifyInstance): void {
    const { clock, apiKey, samples } = this.#options;
    const { mailbox, webhook, inbound } = this;
    app.register(mailSend, { mailbox, clock, apiKey, trouble: () => this.#troubles.next() });
    app.register(mailboxApi, {
      mailbox,
      webhook,
      inbound,
      clock,
      setFaults: (faults: MailFaults) => {
        this.#troubles = new MailTroubles(faults);
        return this.#troubles.faults;
      },
    });
    app.register(mailboxPage, { mailbox, webhook, inbound, clock });
    app.register(emailSamplesPage, samples);
  }

  /** Loads the state and begins to post events. */
  start(): void {
    this.mailbox.load();
    this.webhook.start();
    this.inbound.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.webhook.close(), this.inbound.close()]);
    this.mailbox.close();
  }
}
