import { afterAll, beforeAll, expect, it } from 'vitest';
import { associationProfileChanged } from '@lectern/contracts/content/events';
import { previewCampaign } from '@lectern/contracts/messaging/campaign-email-rpc';
import { sendContactMessage } from '@lectern/contracts/messaging/rpc';
import { until } from '@lectern/test-kit/until';
import { type RunningMessaging, startMessaging, SUPPORT_EMAIL } from '../testing/running-messaging.ts';
import { type ReceivedMail, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const HARBOR = {
  name: 'Harbor',
  timeZone: 'America/New_York',
  supportEmail: 'help@harbor.example',
  postalAddress: '1 Harbor Square, Springfield',
  color: '#004080',
  secondColor: '#335500',
};

let messaging: RunningMessaging;
let sendgrid: SendgridServer;
beforeAll(async () => {
  [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
  await messaging.startWorker(sendgrid.url);
});
afterAll(async () => {
  await sendgrid.close();
  await messaging.stop();
});

const to = (mail: ReceivedMail): string => mail.personalizations[0]!.to[0]!.email;
/** The email to the association about a message, and the one to its sender. */
const emailsAbout = async (sender: string) => {
  await messaging.rpc.call(sendContactMessage, { name: 'Ann Lee', email: sender, message: `I am ${sender}.` });
  return until('both emails', async () => {
    const acknowledgement = sendgrid.received.find((mail) => to(mail) === sender);
    const message = sendgrid.received.find(
      (mail) => to(mail) !== sender && mail.content[0]!.value.includes(`I am ${sender}.`),
    );
    return acknowledgement !== undefined && message !== undefined && { acknowledgement, message };
  });
};
const previewed = async (): Promise<string> =>
  (
    await messaging.rpc.call(previewCampaign, {
      subject: 'News',
      content: '[Come](https://example.org)',
      list: 'newsletter',
    })
  ).html;

it('emails after a change have the association’s name, addresses and colors, whatever order the events arrive in', async () => {
  const before = await emailsAbout('ann@example.com');
  expect(to(before.message)).toBe(SUPPORT_EMAIL);
  expect(before.acknowledgement.content[1]!.value).toContain('#b3372b');

  await messaging.deliverEvent(associationProfileChanged, { version: 3, profile: HARBOR });
  await messaging.deliverEvent(associationProfileChanged, {
    version: 2,
    profile: { ...HARBOR, name: 'Bay', supportEmail: 'help@bay.example', color: '#550055' },
  });
  // Every process reads it within a second.
  await until('the new profile', async () => (await previewed()).includes('Harbor'));
  const campaign = await previewed();
  for (const part of [HARBOR.name, HARBOR.postalAddress, HARBOR.color]) expect(campaign).toContain(part);
  const { acknowledgement, message } = await until('emails of the new profile', async () => {
    const sender = `ann-${sendgrid.received.length}@example.com`;
    const emails = await emailsAbout(sender);
    return emails.acknowledgement.content[1]!.value.includes(HARBOR.name) && emails;
  });
  expect(to(message)).toBe(HARBOR.supportEmail);
  expect([before.acknowledgement.from.name, acknowledgement.from.name]).toEqual(['Lectern', HARBOR.name]);
  expect(acknowledgement.reply_to?.name).toBe(HARBOR.name);
  const html = acknowledgement.content[1]!.value;
  expect(html).toContain(HARBOR.color);
  expect(html).not.toContain('Lectern');
  expect(html).not.toContain('#b3372b');
});
