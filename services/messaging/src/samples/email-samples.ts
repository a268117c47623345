import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import { firstMeetingLinks, firstProfile } from '@lectern/contracts/content/association-settings';
import type { EmailSample, EmailSamplesModule } from '@lectern/contracts/messaging/email-samples';
import { personalizedEmail, personalize, prepareUntracked } from '../campaign/email/campaign-email.ts';
import { type CampaignSite, campaignSite } from '../campaign/email/campaign-site.ts';
import { emailMessage } from '../sendgrid/email-message.ts';
import { LOCAL_SENDER, type Mailbox, parseMailbox } from '../sendgrid/mailbox.ts';
import { emailSite } from '../email/email-site.ts';
import type { EmailSite } from '../email/email-template.ts';
import { renderEmail } from '../email/email-templates.ts';
import { campaignTestEmail } from '../email/templates/campaign-test.template.ts';
import { type Sample, sample } from './sample.ts';
import { READER, SAMPLES } from './samples.ts';

const TO: Mailbox = { email: READER.email, name: `${READER.firstName} ${READER.lastName}` };
const FROM = parseMailbox(LOCAL_SENDER)!;
/** Replaces a single-use token. It is not valid. */
const TOKEN = 'sample';

/** A campaign's email that contains every kind of block. */
const CAMPAIGN = {
  subject: 'Our exercises in March',
  content: `# A month of short speeches

Hello {{firstName|friend}},

this is a sample of an email that an administrator writes. It shows **strong words**, *emphasis* and [a link](/debate-club).

## New this month

- Two minutes, one claim, one reason.
- A round of cross-examination at the end.

1. Choose a statement.
2. Argue for it, and then against it.

> Say it once more, and shorter.

[Come to the next session](/debate-club)

---

See you at the lectern.`,
} as const;

/** A placeholder: the provider emulator shows what it signs, and no server accepts it. */
const SECRET = 'for-samples-only-for-samples-only';

/** Every email as a local system would post it: by its template, to a fictional reader. Pure. */
export const emailSamples: EmailSamplesModule['emailSamples'] = (siteUrl) => {
  const config = { PUBLIC_URL: siteUrl, UNSUBSCRIBE_SECRET: SECRET };
  const association = {
    ...firstProfile({ ...ASSOCIATION, ASSOCIATION_ADDRESS: 'the postal address stands here' }),
    ...firstMeetingLinks(MEETING_PLACES),
    changes: 0,
  };
  const campaigns = campaignSite(config, association);
  const site = emailSite(config, association);
  return [...SAMPLES, testOfCampaign(campaigns)].map((each) => rendered(each, site)).concat(campaign(campaigns));
};

/** A sample as it would be sent. */
export const rendered = ({ template, variant, occasion, data, hasLink }: Sample, site: EmailSite): EmailSample => {
  const message = renderEmail(template.name, data, site, hasLink ? TOKEN : null);
  return shown(template.name, variant, occasion, { ...emailMessage(message, FROM), to: TO });
};

const filled = (site: CampaignSite) => {
  const { prepared } = prepareUntracked(CAMPAIGN, site);
  const personal = personalize(
    prepared,
    { id: null, email: READER.email, name: `${READER.firstName} ${READER.lastName}`, list: 'newsletter' },
    site,
  );
  return { ...personalizedEmail(prepared, personal), headers: personal.headers };
};

const testOfCampaign = (site: CampaignSite): Sample => {
  const { subject, html, text } = filled(site);
  return sample(campaignTestEmail, 'To an administrator who sent a test of a campaign', {
    subject,
    html,
    text,
    unsubscribeUrl: site.listLinks(READER.email).unsubscribe,
  });
};

/** A campaign is sent to many recipients together, and the provider fills it in. */
const campaign = (site: CampaignSite): EmailSample =>
  shown('campaign', undefined, 'To each reader of a campaign', { ...filled(site), from: FROM, to: TO });

/** An attached file as it is sent, in base64. */
type Encoded = NonNullable<ReturnType<typeof emailMessage>['attachments']>[number];

const shown = (
  template: string,
  variant: string | undefined,
  occasion: string,
  {
    headers = {},
    replyTo = null,
    attachments = [],
    ...message
  }: Pick<EmailSample, 'from' | 'to' | 'subject' | 'html' | 'text'> & {
    headers?: Readonly<Record<string, string>>;
    replyTo?: Mailbox | null;
    attachments?: readonly Encoded[];
  },
): EmailSample => ({
  id: variant === undefined ? template : `${template}.${variant}`,
  template,
  occasion,
  from: message.from,
  to: message.to,
  replyTo,
  subject: message.subject,
  headers: { ...headers },
  html: message.html,
  text: message.text,
  attachments: attachments.map(({ filename, type = '', content }) => ({
    filename,
    type,
    content: Buffer.from(content, 'base64').toString(),
  })),
});
