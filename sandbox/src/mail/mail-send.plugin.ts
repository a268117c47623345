import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { MailRefusal } from './mail-error.ts';
import type { MailTrouble } from './mail-faults.ts';
import type { Mailbox } from './mailbox.ts';
import { validateMail } from './validate-mail.ts';

export interface MailSendOptions {
  mailbox: Mailbox;
  clock: SandboxClock;
  apiKey: string;
  /** The faults of the next request. */
  trouble: () => MailTrouble;
}

/** "The total size of your email, including attachments, must be less than 30MB." */
export const MAX_MAIL_BYTES = 30 * 1024 * 1024;

const RATE_LIMIT = 10_000;

/** SendGrid's `POST /v3/mail/send`. */
export const mailSend = async (app: FastifyInstance, options: MailSendOptions): Promise<void> => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof MailRefusal) return reply.code(error.status).send(error.toBody());
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status === 500) app.log.error({ err: error }, 'SendGrid emulator: a request failed');
    const message =
      status === 413
        ? 'Payload Too Large'
        : status === 415
          ? 'Content-Type should be application/json.'
          : 'Internal Server Error';
    return reply.code(status).send(new MailRefusal(message).toBody());
  });
  for (const path of ['/v3/mail/send', '/mail/v3/mail/send']) {
    app.post<{ Body: string }>(
      path,
      { bodyLimit: MAX_MAIL_BYTES, onRequest: async (request) => authenticate(request, options.apiKey) },
      (request, reply) => send(options, request, reply),
    );
  }
};

const send = async (
  { mailbox, clock, trouble }: MailSendOptions,
  request: FastifyRequest<{ Body: string }>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { refused, cut, delayMs, status } = trouble();
  if (delayMs > 0) await sleep(delayMs);
  const reset = Math.floor(Date.now() / 1000) + 60;
  reply.headers({
    'x-ratelimit-limit': RATE_LIMIT,
    'x-ratelimit-remaining': RATE_LIMIT - 1,
    'x-ratelimit-reset': reset,
  });
  if (refused) {
    if (status === 429)
      reply.headers({ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': Math.floor(Date.now() / 1000) + 1 });
    throw new MailRefusal(
      status === 429
        ? 'too many requests'
        : status === 413
          ? 'Payload Too Large'
          : status >= 500
            ? 'Service Unavailable'
            : 'refused by the sandbox',
      null,
      status,
    );
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw new MailRefusal('Content-Type should be application/json.', null, 415);
  const mail = validateMail(readJson(request.body), clock.now());
  if (mail.mail_settings?.sandbox_mode?.enable === true) return reply.code(200).send();
  const batch = mailbox.accept(mail, request.body, clock.nowMs());
  if (cut) {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  return reply.code(202).header('x-message-id', batch.id).send();
};

const authenticate = (request: FastifyRequest, apiKey: string): void => {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined) throw new MailRefusal('Permission denied, wrong credentials', null, 401);
  if (given !== apiKey)
    throw new MailRefusal('The provided authorization grant is invalid, expired, or revoked', null, 401);
};

const readJson = (body: unknown): unknown => {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    throw new MailRefusal('Bad Request');
  }
};
