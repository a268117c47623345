import type { FastifyReply } from 'fastify';
import { html, type Html, type HtmlValue } from './html.ts';

export interface Page {
  title: string;
  body: HtmlValue;
  /** Which entry of the navigation the page belongs to; without one, it is a page that a customer sees. */
  section?: 'home' | 'stripe' | 'mail' | 'zoom';
  narrow?: boolean;
  status?: number;
}

const SECTIONS = [
  { key: 'stripe', href: '/stripe', label: 'Payments' },
  { key: 'mail', href: '/mail', label: 'Mailbox' },
  { key: 'zoom', href: '/zoom', label: 'Recordings' },
] as const;

/** Scripts are never needed; styles come from here; frames only show mail. Forms may lead anywhere, since paying does. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'";

/** Answers with a whole page. */
export const sendPage = (reply: FastifyReply, page: Page): FastifyReply => {
  return reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(layout(page).markup);
};

const layout = ({ title, body, section, narrow }: Page): Html => {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} &middot; Lectern sandbox</title>
<link rel="stylesheet" href="/assets/sandbox.css">
<link rel="icon" href="data:,">
</head>
<body>
<aside class="sandbox-note" aria-label="About this page"><strong>Local sandbox.</strong> No real money, no real mail.</aside>
${section === undefined ? merchant(narrow === true) : navigation(section)}
<main${narrow === true ? html` class="narrow"` : ''}>
${body}
</main>
</body>
</html>
`;
};

/** The sign of the association on pages that its customers see: a lectern of two strokes, in the two inks of a debate. */
const merchant = (isNarrow: boolean): Html => {
  return html`<header class="merchant${isNarrow && ' narrow'}"><svg viewBox="0 0 26 26" fill="none" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M3 9 22 4" stroke="#b3372b"/><path d="M13 7v12m-6 3h12" stroke="#1e5f74"/></svg>Lectern</header>`;
};

const navigation = (current: string): Html => {
  return html`<header class="top"><nav aria-label="Sandbox">
<a class="brand" href="/">Lectern</a>
${SECTIONS.map(({ key, href, label }) => html`<a href="${href}"${key === current ? html` aria-current="page"` : ''}>${label}</a>`)}
</nav></header>`;
};
