import type { FastifyInstance } from 'fastify';
import { Journal } from '../state/journal.ts';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { EventWebhook, type MailWebhook } from './event-webhook.ts';
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
  samples: EmailSamplesOptions;
}

/** SendGrid, played: sending, the event webhook, and a mailbox to look into. */
export class SendGridEmulator {
  readonly mailbox: Mailbox;
  readonly webhook: EventWebhook;
  readonly #options: SendGridEmulatorOptions;
  #troubles = new MailTroubles(NO_MAIL_FAULTS);

  constructor(app: FastifyInstance, options: SendGridEmulatorOptions) {
    this.#options = options;
    this.mailbox = new Mailbox(new Journal(options.journalFile), options.capacity, () => this.webhook.isOn);
    this.webhook = new EventWebhook(this.mailbox, app.log);
    this.webhook.deliverTo(options.webhook);
  }

  register(app: FastifyInstance): void {
    const { clock, apiKey, samples } = this.#options;
    const { mailbox, webhook } = this;
    app.register(mailSend, { mailbox, clock, apiKey, trouble: () => this.#troubles.next() });
    app.register(mailboxApi, {
      mailbox,
      webhook,
      clock,
      setFaults: (faults: MailFaults) => {
        this.#troubles = new MailTroubles(faults);
        return this.#troubles.faults;
      },
    });
    app.register(mailboxPage, { mailbox, webhook, clock });
    app.register(emailSamplesPage, samples);
  }

  /** Loads the state and begins to post events. */
  start(): void {
    this.mailbox.load();
    this.webhook.start();
  }

  async close(): Promise<void> {
    await this.webhook.close();
    this.mailbox.close();
  }
}
