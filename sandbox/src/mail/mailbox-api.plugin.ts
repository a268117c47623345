import { urlOf } from '@lectern/contracts/url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import type { EventWebhook } from './event-webhook.ts';
import type { Email } from './mail-batch.ts';
import { EVENT_KINDS, mailEvent, type MailEventKind } from './mail-event.ts';
import { type InboundParse, readReceivedEmail } from './inbound-parse.ts';
import { readMailFaults, type MailFaults } from './mail-faults.ts';
import type { Mailbox } from './mailbox.ts';

export interface MailboxApiOptions {
  mailbox: Mailbox;
  webhook: EventWebhook;
  inbound: InboundParse;
  clock: SandboxClock;
  /** Answers the faults in force, with their seed. */
  setFaults: (faults: MailFaults) => MailFaults;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000_000;

type Query = { to?: string; search?: string; limit?: string; fields?: string };

/** Routes with which tests read the mailbox; SendGrid itself has none of these. */
export const mailboxApi = async (
  app: FastifyInstance,
  { mailbox, webhook, inbound, clock, setFaults }: MailboxApiOptions,
): Promise<void> => {
  app.get<{ Querystring: Query }>('/mail/api/messages', async (request, reply) => {
    const { to, search, limit = String(DEFAULT_LIMIT), fields } = request.query;
    if (!/^\d{1,7}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT)
      return refuse(reply, 400, `limit is a whole number from 1 to ${MAX_LIMIT}`);
    const messages: object[] = [];
    // An email address with an unescaped plus arrives with a blank.
    for (const message of mailbox.list({ to: to?.replaceAll(' ', '+'), search })) {
      if (messages.length >= Number(limit)) break;
      messages.push(fields === undefined ? message : pick(message, fields.split(',')));
    }
    return reply.header('x-total-count', mailbox.size).send(messages);
  });

  app.get<{ Params: { id: string } }>(
    '/mail/api/messages/:id',
    async (request, reply) =>
      mailbox.find(request.params.id)?.message ?? refuse(reply, 404, 'there is no such message'),
  );

  app.delete('/mail/api/messages', async (_request, reply) => {
    mailbox.clear();
    return reply.code(204).send();
  });

  app.get('/mail/api/stats', async () => ({ kept: mailbox.size, accepted: mailbox.accepted }));

  app.post<{ Params: { id: string }; Body: string }>('/mail/api/messages/:id/events', async (request, reply) => {
    const found = mailbox.find(request.params.id);
    if (found === undefined) return refuse(reply, 404, 'there is no such message');
    const { event, url = '' } = readJson(request.body) as { event?: unknown; url?: unknown };
    if (typeof event !== 'string' || !isEventKind(event))
      return refuse(reply, 400, `event is one of ${EVENT_KINDS.join(', ')}`);
    if (typeof url !== 'string' || (event === 'click' && urlOf(url) === null))
      return refuse(reply, 400, 'a click needs the url that was clicked');
    if (!webhook.isOn) return refuse(reply, 409, 'there is no webhook endpoint: set SENDGRID_WEBHOOK_URL');
    const happened = mailEvent(found.batch, found.index, event, clock.now(), url);
    if (happened === undefined) return refuse(reply, 404, 'there is no such message');
    mailbox.addEvent(happened);
    webhook.hurry();
    return reply.code(202).send(happened);
  });

  app.post<{ Body: string }>('/mail/api/inbound', async (request, reply) => {
    const email = readReceivedEmail(readJson(request.body));
    if (typeof email === 'string') return refuse(reply, 400, email);
    if (!inbound.isOn) return refuse(reply, 409, 'there is no endpoint: set SENDGRID_INBOUND_URL');
    return reply.code(202).send({ id: inbound.receive(email) });
  });

  app.get('/mail/api/inbound', async () => ({ pending: inbound.pending }));

  app.post<{ Body: string }>('/mail/api/faults', async (request, reply) => {
    const faults = readMailFaults(readJson(request.body));
    if (typeof faults === 'string') return refuse(reply, 400, faults);
    return setFaults(faults);
  });
};

export const isEventKind = (text: string): text is MailEventKind => {
  return (EVENT_KINDS as readonly string[]).includes(text);
};

const pick = (message: Email, fields: readonly string[]): object => {
  return Object.fromEntries(Object.entries(message).filter(([key]) => fields.includes(key)));
};

const readJson = (body: unknown): unknown => {
  try {
    return typeof body === 'string' && body !== '' ? (JSON.parse(body) ?? {}) : {};
  } catch {
    return {};
  }
};

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply => {
  return reply.code(status).send({ error: { message } });
};
