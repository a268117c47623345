import * as z from 'zod/mini';
import { html } from '../html.ts';
import { button, emailLayout, link, paragraph } from '../email-layout.ts';
import { emailTemplate } from '../email-template.ts';

/** The link to the starter kit, on request. The request subscribes its reader, so this is list mail. */
export const starterKitEmail = emailTemplate({
  name: 'starter-kit',
  data: z.object({ email: z.string() }),
  render: ({ email }, site) => {
    const kitUrl = `${site.url}/api/documents/starter-kit`;
    const clubUrl = `${site.url}/debate-club`;
    const unsubscribeUrl = site.unsubscribeUrl(email);
    const opening =
      'Here is the starter kit that you asked for: a short PDF for your first round, with how to build an argument, how to keep a flow, and a blank sheet.';
    const terms = 'The link keeps working, so you can open it again on another device.';
    const advice =
      'You need nobody to begin: pick a statement that you half believe, and argue for it out loud for two minutes. Then argue against it.';
    const invitation = 'When you would like to practice with other people, come to the Debate Club: ';
    const signature = `The ${site.associationName} team`;
    const reason = `You get this email because this address asked for the starter kit of ${site.associationName} and is now subscribed to its newsletter.`;
    const postal = site.postalAddress === null ? [] : [`${site.associationName}, ${site.postalAddress}`];
    return {
      subject: 'Your starter kit',
      unsubscribeUrl,
      html: emailLayout({
        associationName: site.associationName,
        siteUrl: site.url,
        title: 'Your starter kit',
        preview: 'How to build an argument, how to keep a flow, and a blank sheet.',
        content: html`
          ${paragraph(html`Hello,`)}
          ${paragraph(html`${opening}`)}
          ${button(kitUrl, 'Open the starter kit')}
          ${paragraph(html`${terms}`)}
          ${paragraph(html`${advice}`)}
          ${paragraph(html`${invitation}${link(clubUrl, 'how it works')}.`)}
          ${paragraph(html`${signature}`)}`,
        reason,
        list: { unsubscribeUrl, postal },
      }),
      text: `${['Hello,', opening, `Open the starter kit: ${kitUrl}\n${terms}`, advice, `${invitation}${clubUrl}`, signature, ['--', reason, `Unsubscribe: ${unsubscribeUrl}`, ...postal].join('\n')].join('\n\n')}\n`,
    };
  },
});
