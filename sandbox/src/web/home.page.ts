import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './layout.ts';
import { STYLE } from './style.ts';

/** The entrance, the style sheet and the answer to "are you up?". */
export const homePage = async (app: FastifyInstance): Promise<void> => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/assets/sandbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(STYLE),
  );
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/v3/'))
      return reply.code(404).send({ errors: [{ message: 'not found', field: null, help: null }] });
    if (/^(\/zoom)?\/v2\//.test(request.url))
      return reply.code(404).send({ code: 2300, message: 'This API endpoint is not recognized.' });
    return sendPage(reply, {
      title: 'Not found',
      section: 'home',
      status: 404,
      body: html`<h1>Page not found</h1><p><a href="/">All emulators</a></p>`,
    });
  });
  app.get('/', async (_request, reply) =>
    sendPage(reply, {
      title: 'Emulators',
      section: 'home',
      body: html`
        <div>
          <h1>The providers, played locally</h1>
          <p class="lede">Lectern takes payments, sends mail and shows recordings through outside providers. Here they are emulators that speak the same interfaces, so everything can be tried without an account.</p>
        </div>
        <div class="columns">
          <section class="card stack">
            <h2>Payments</h2>
            <p>Checkout and billing portal as Stripe serves them: customers, subscriptions, invoices, refunds, and the webhooks that notify Lectern of them. The clock can be moved to see renewals.</p>
            <p><a class="button" href="/stripe">Open payments</a></p>
          </section>
          <section class="card stack">
            <h2>Mailbox</h2>
            <p>Every email that Lectern sends through SendGrid arrives here, for any recipient. Read it as its recipient would, and report it opened, bounced or marked as spam.</p>
            <p><a class="button" href="/mail">Open the mailbox</a></p>
          </section>
          <section class="card stack">
            <h2>Recordings</h2>
            <p>Meetings whose cloud recordings Lectern fetches from Zoom. End one to see it appear for members, and trash it to see it go.</p>
            <p><a class="button" href="/zoom">Open recordings</a></p>
          </section>
        </div>`,
    }),
  );
};
