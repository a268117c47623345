import type { FastifyInstance } from 'fastify';
import type { EmailSample } from '@lectern/contracts/messaging/email-samples';
import { html, type Html } from '../web/html.ts';
import { sendPage } from '../web/layout.ts';
import { sendEmail } from './email-frame.ts';
import { loadEmailSamples, type EmailSamplesOptions } from './email-samples.ts';

/** Every email for people to look at, without anything having to happen first: a list, and a page for each. */
export const emailSamplesPage = async (app: FastifyInstance, options: EmailSamplesOptions): Promise<void> => {
  let loaded: EmailSample[] | undefined;
  const samplesOf = async (): Promise<EmailSample[]> => (loaded ??= await loadEmailSamples(options));

  app.get('/mail/samples', async (_request, reply) =>
    sendPage(reply, { title: 'Every email', section: 'mail', body: listPage(await samplesOf()) }),
  );

  app.get<{ Params: { id: string } }>('/mail/samples/:id', async (request, reply) => {
    const samples = await samplesOf();
    const index = samples.findIndex(({ id }) => id === request.params.id);
    const sample = samples[index];
    if (sample === undefined)
      return sendPage(reply, {
        title: 'No such email',
        section: 'mail',
        status: 404,
        body: html`<h1>There is no email of this name</h1><p><a href="/mail/samples">Every email</a></p>`,
      });
    return sendPage(reply, {
      title: sample.subject,
      section: 'mail',
      body: samplePage(sample, samples[index - 1], samples[index + 1]),
    });
  });

  app.get<{ Params: { id: string } }>('/mail/samples/:id/html', async (request, reply) =>
    sendEmail(
      reply,
      (await samplesOf()).find(({ id }) => id === request.params.id),
    ),
  );
};

const listPage = (samples: readonly EmailSample[]): Html => {
  return html`
    <div>
      <p class="back"><a href="/mail">Mailbox</a></p>
      <h1>Every email</h1>
      <p class="lede">Every email that Lectern can send, made by its own templates for a made-up recipient. Links with a key do not work.</p>
    </div>
    <section class="card" aria-label="Emails">
      ${
        samples.length === 0
          ? html`<p class="empty">This sandbox has no samples: set <code>SANDBOX_EMAILS</code>.</p>`
          : html`<ul class="mail-list samples">${samples.map(
              ({ id, occasion, subject }) =>
                html`<li><a href="/mail/samples/${id}"><code>${id}</code><span class="subject">${subject}</span><span class="small muted">${occasion}</span></a></li>`,
            )}</ul>`
      }
    </section>`;
};

const samplePage = (sample: EmailSample, before: EmailSample | undefined, after: EmailSample | undefined): Html => {
  const source = `/mail/samples/${sample.id}/html`;
  const frame = (className: string, title: string): Html =>
    html`<iframe class="mail-frame ${className}" title="${title}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${source}"></iframe>`;
  return html`
    <div>
      <p class="back"><a href="/mail/samples">Every email</a></p>
      <h1>${sample.subject}</h1>
      <p class="lede">${sample.occasion}.</p>
    </div>
    <section class="card" aria-label="Envelope">
      <dl>
        <dt>Email</dt><dd><code>${sample.id}</code></dd>
        <dt>From</dt><dd>${mailbox(sample.from)}</dd>
        <dt>To</dt><dd>${mailbox(sample.to)}</dd>
        ${sample.replyTo !== null && html`<dt>Reply to</dt><dd>${mailbox(sample.replyTo)}</dd>`}
        ${Object.entries(sample.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
        <dt>Size</dt><dd>${(Buffer.byteLength(sample.html) / 1024).toFixed(1)} KB of HTML, ${(Buffer.byteLength(sample.text) / 1024).toFixed(1)} KB of text</dd>
      </dl>
    </section>
    <div class="samples-frames">
      <section class="card wide"><h2>On a desktop</h2>${frame('desktop', 'The email in a wide window')}</section>
      <section class="card"><h2>On a phone</h2>${frame('phone', 'The email in a window of 360 pixels')}</section>
    </div>
    ${sample.attachments.map(({ filename, type, content }) => html`<section class="card"><h2>Attached: ${filename}</h2><p class="small muted">${type}</p><pre class="wrap whole">${content}</pre></section>`)}
    <section class="card"><h2>Text part</h2><pre class="wrap whole">${sample.text}</pre></section>
    <nav class="pages" aria-label="Emails">
      ${before !== undefined && html`<a class="button" href="/mail/samples/${before.id}" rel="prev">Before: ${before.subject}</a>`}
      ${after !== undefined && html`<a class="button" href="/mail/samples/${after.id}" rel="next">Next: ${after.subject}</a>`}
    </nav>`;
};

const mailbox = ({ name, email }: EmailSample['to']): string => (name === undefined ? email : `${name} · ${email}`);
