import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { time } from '../web/format.ts';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/layout.ts';
import type { EventWebhook } from './event-webhook.ts';
import type { Email } from './mail-batch.ts';
import { sendEmail } from './email-frame.ts';
import { mailEvent } from './mail-event.ts';
import type { InboundParse } from './inbound-parse.ts';
import { isEventKind } from './mailbox-api.plugin.ts';
import type { Mailbox } from './mailbox.ts';

export interface MailboxPageOptions {
  mailbox: Mailbox;
  webhook: EventWebhook;
  inbound: InboundParse;
  clock: SandboxClock;
}

const PER_PAGE = 50;

const BUTTONS = [
  ['delivered', 'Delivered'],
  ['open', 'Opened'],
  ['bounce', 'Bounced'],
  ['dropped', 'Dropped'],
  ['spamreport', 'Marked as spam'],
  ['unsubscribe', 'Unsubscribed'],
] as const;

/** The mailbox for people: a list, and a page for each email. */
export const mailboxPage = async (
  app: FastifyInstance,
  { mailbox, webhook, inbound, clock }: MailboxPageOptions,
): Promise<void> => {
  app.get<{ Querystring: { q?: string; page?: string } }>('/mail', async (request, reply) => {
    const search = request.query.q ?? '';
    const page = Math.max(1, Number.parseInt(request.query.page ?? '1', 10) || 1);
    const messages: Email[] = [];
    let index = 0;
    for (const message of mailbox.list({ search })) {
      if (index >= (page - 1) * PER_PAGE) messages.push(message);
      index += 1;
      if (messages.length > PER_PAGE) break;
    }
    return sendPage(reply, {
      title: 'Mailbox',
      section: 'mail',
      body: listPage(messages.slice(0, PER_PAGE), mailbox.size, search, page, messages.length > PER_PAGE),
    });
  });

  app.get<{ Params: { id: string } }>('/mail/messages/:id', async (request, reply) => {
    const found = mailbox.find(request.params.id);
    if (found === undefined)
      return sendPage(reply, {
        title: 'No such email',
        section: 'mail',
        status: 404,
        body: html`<h1>There is no such email</h1><p>It may have been cleared. <a href="/mail">Back to the mailbox</a></p>`,
      });
    return sendPage(reply, {
      title: found.message.subject,
      section: 'mail',
      body: emailPage(found.message, webhook.isOn, inbound.isOn),
    });
  });

  app.get<{ Params: { id: string } }>('/mail/messages/:id/html', async (request, reply) =>
    sendEmail(reply, mailbox.find(request.params.id)?.message),
  );

  app.post<{ Params: { id: string }; Body: string }>('/mail/messages/:id/events', async (request, reply) => {
    const found = mailbox.find(request.params.id);
    const kind = new URLSearchParams(request.body).get('event') ?? '';
    const event =
      found === undefined || !isEventKind(kind) ? undefined : mailEvent(found.batch, found.index, kind, clock.now());
    if (event !== undefined && webhook.isOn) {
      mailbox.addEvent(event);
      webhook.hurry();
    }
    return reply.redirect(`/mail/messages/${encodeURIComponent(request.params.id)}`, 303);
  });

  app.post<{ Params: { id: string }; Body: string }>('/mail/messages/:id/answer', async (request, reply) => {
    const message = mailbox.find(request.params.id)?.message;
    const text = new URLSearchParams(request.body).get('text') ?? '';
    if (message?.replyTo != null && text.trim() !== '' && inbound.isOn)
      inbound.receive({
        to: message.replyTo,
        from: message.to,
        subject: `Re: ${message.subject}`,
        text: `${text}\r\n\r\nOn ${new Date(clock.now() * 1000).toUTCString()} ${message.from} wrote:\r\n\r\n${quote(message.text ?? '')}`,
      });
    return reply.redirect(`/mail/messages/${encodeURIComponent(request.params.id)}`, 303);
  });

  app.post('/mail/clear', async (_request, reply) => {
    mailbox.clear();
    return reply.redirect('/mail', 303);
  });
};

const listPage = (messages: readonly Email[], total: number, search: string, page: number, hasMore: boolean): Html => {
  const query = (number: number): string =>
    `/mail?${new URLSearchParams({ ...(search !== '' && { q: search }), page: String(number) }).toString()}`;
  return html`
    <div class="row spread">
      <div><h1>Mailbox</h1><p class="lede">${total === 0 ? 'Nothing has been sent yet.' : `${total.toLocaleString('en-US')} ${total === 1 ? 'email' : 'emails'}, newest first.`} <a href="/mail/samples">Look at every email there is</a></p></div>
      ${total > 0 && html`<form method="post" action="/mail/clear"><button class="quiet">Clear all</button></form>`}
    </div>
    <form method="get" action="/mail" role="search" class="row">
      <input type="search" name="q" value="${search}" aria-label="Address or subject" placeholder="Address or subject" class="grow">
    </form>
    <section class="card" aria-label="Emails">
      ${
        messages.length === 0
          ? html`<p class="empty">${search === '' ? 'Emails appear here as soon as Lectern sends one.' : `No email matches “${search}”.`}</p>`
          : html`<ul class="mail-list">${messages.map(
              (message) =>
                html`<li><a href="/mail/messages/${message.id}"><span class="to">${message.to}</span><span class="subject">${message.subject}</span><span class="small muted">${time(Date.parse(message.receivedAt) / 1000)}</span></a></li>`,
            )}</ul>`
      }
    </section>
    ${(page > 1 || hasMore) && html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a class="button" href="${query(page - 1)}">Newer</a>`}${hasMore && html`<a class="button" href="${query(page + 1)}">Older</a>`}</nav>`}`;
};

/** As mail programs repeat an email in the answer to it. */
const quote = (text: string): string =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n');

const emailPage = (message: Email, hasWebhook: boolean, hasInbound: boolean): Html => {
  return html`
    <div>
      <p class="back"><a href="/mail">Mailbox</a></p>
      <h1>${message.subject}</h1>
    </div>
    <section class="card stack" aria-label="Email">
      <dl>
        <dt>To</dt><dd>${message.toName !== null && html`${message.toName} &middot; `}<a href="/mail?q=${encodeURIComponent(message.to)}">${message.to}</a></dd>
        <dt>From</dt><dd>${message.fromName !== null && html`${message.fromName} &middot; `}${message.from}</dd>
        ${message.replyTo !== null && html`<dt>Reply to</dt><dd>${message.replyTo}</dd>`}
        <dt>Sent</dt><dd>${time(Date.parse(message.receivedAt) / 1000)}</dd>
        ${message.attachments.length > 0 && html`<dt>Attached</dt><dd>${message.attachments.map(({ filename, size }) => `${filename} (${Math.ceil(size / 1024)} KB)`).join(', ')}</dd>`}
      </dl>
      ${
        message.html === null
          ? html`<pre class="wrap">${message.text}</pre>`
          : html`<iframe class="mail-frame" title="The email as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/messages/${message.id}/html"></iframe>`
      }
    </section>
    ${
      hasWebhook &&
      html`<section class="card">
      <h2>Report what became of it</h2>
      <form method="post" action="/mail/messages/${message.id}/events" class="row">${BUTTONS.map(([kind, label]) => html`<button class="quiet" name="event" value="${kind}">${label}</button>`)}</form>
    </section>`
    }
    ${
      hasInbound &&
      message.replyTo !== null &&
      html`<section class="card">
      <h2>Answer it</h2>
      <form method="post" action="/mail/messages/${message.id}/answer" class="stack"><textarea name="text" rows="4" aria-label="Answer" required></textarea><button class="quiet">Send the answer</button></form>
    </section>`
    }
    ${message.html !== null && message.text !== null && html`<section class="card"><h2>Text part</h2><pre class="wrap">${message.text}</pre></section>`}
    <section class="card"><h2>Headers and arguments</h2>
      <dl>${Object.entries(message.headers).map(([key, value]) => html`<dt>${key}</dt><dd>${value}</dd>`)}</dl>
      ${Object.keys(message.customArgs).length > 0 && html`<h2 class="gap">Custom arguments</h2><dl>${Object.entries(message.customArgs).map(([key, value]) => html`<dt><code>${key}</code></dt><dd><code>${value}</code></dd>`)}</dl>`}
    </section>`;
};
