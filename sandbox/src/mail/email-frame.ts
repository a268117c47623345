import type { FastifyReply } from 'fastify';

/** An email is untrusted markup: no scripts, no forms, no access to the pages around it; pictures and links work. */
const EMAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src data:; base-uri 'self'";

/** Answers with an email's HTML part alone, for a frame. 404 without one. */
export const sendEmail = (reply: FastifyReply, message: { html: string | null } | undefined): FastifyReply => {
  return reply
    .code(message?.html == null ? 404 : 200)
    .headers({
      'content-security-policy': EMAIL_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(`<base target="_blank">${message?.html ?? 'This email has no HTML part.'}`);
};
