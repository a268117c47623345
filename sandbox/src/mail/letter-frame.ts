import type { FastifyReply } from 'fastify';

/** A letter is somebody else's markup: no scripts, no forms, no way to reach the pages around it; pictures and links work. */
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src data:; base-uri 'self'";

/** Answers with a letter's HTML part alone, for a frame. 404 without one. */
export const sendLetter = (reply: FastifyReply, letter: { html: string | null } | undefined): FastifyReply => {
  return reply
    .code(letter?.html == null ? 404 : 200)
    .headers({
      'content-security-policy': LETTER_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(`<base target="_blank">${letter?.html ?? 'This letter has no HTML part.'}`);
};
