import { ASSOCIATION, MEETING_PLACES } from '@lectern/contracts/association';
import type { LetterSample, LetterSamplesModule } from '@lectern/contracts/messaging/letter-samples';
import { filledIn, personalise, prepareUntracked } from '../../campaign/letter/campaign-letter.ts';
import { type CampaignSite, campaignSite } from '../../campaign/letter/campaign-site.ts';
import { letterMessage } from '../../sendgrid/letter-message.ts';
import { LOCAL_SENDER, type Mailbox, parseMailbox } from '../../sendgrid/mailbox.ts';
import type { LetterSite } from '../letter-template.ts';
import { renderLetter } from '../letter-templates.ts';
import { campaignTestLetter } from '../templates/campaign-test.template.ts';
import { type Sample, sample } from './sample.ts';
import { READER, SAMPLES } from './samples.ts';

const TO: Mailbox = { email: READER.email, name: `${READER.firstName} ${READER.lastName}` };
const FROM = parseMailbox(LOCAL_SENDER)!;
/** Stands where a single-use token would. It opens nothing. */
const TOKEN = 'sample';

/** A letter of a campaign that has one of everything that can be written. */
const CAMPAIGN = {
  subject: 'What we practise in March',
  content: `# A month of short speeches

Hello {{firstName|friend}},

this is a sample of a letter that an administrator writes. It shows **strong words**, *emphasis* and [a link](/debate-club).

## What is new

- Two minutes, one claim, one reason.
- A round of cross-examination at the end.

1. Choose a statement.
2. Argue for it, and then against it.

> Say it once more, and shorter.

[Come to the next session](/debate-club)

---

See you at the lectern.`,
} as const;

/** Nothing that this signs is ever asked for: the double of the provider shows it, and no server takes it. */
const SECRET = 'for-samples-only-for-samples-only';

/** Every letter as it would be posted in a local system: by its template, to somebody who is nobody. Pure. */
export const letterSamples: LetterSamplesModule['letterSamples'] = (siteUrl) => {
  const campaigns = campaignSite({
    PUBLIC_URL: siteUrl,
    UNSUBSCRIBE_SECRET: SECRET,
    ASSOCIATION_NAME: ASSOCIATION.ASSOCIATION_NAME,
    ASSOCIATION_ADDRESS: 'the postal address stands here',
  });
  const site: LetterSite = {
    ...campaigns,
    timeZone: ASSOCIATION.ASSOCIATION_TIME_ZONE,
    zoomUrl: MEETING_PLACES.ASSOCIATION_ZOOM_URL,
    unsubscribeUrl: (email) => campaigns.listLinks(email).unsubscribe,
  };
  return [...SAMPLES, testOfCampaign(campaigns)].map((each) => rendered(each, site)).concat(campaign(campaigns));
};

/** A sample as it would be posted. */
export const rendered = ({ template, variant, occasion, data, hasLink }: Sample, site: LetterSite): LetterSample => {
  const letter = renderLetter(template.name, data, site, hasLink ? TOKEN : null);
  return shown(template.name, variant, occasion, letterMessage({ ...letter, to: TO }, FROM));
};

const filled = (site: CampaignSite) => {
  const { prepared } = prepareUntracked(CAMPAIGN, site);
  const personal = personalise(
    prepared,
    { id: null, email: READER.email, name: `${READER.firstName} ${READER.lastName}`, list: 'newsletter' },
    site,
  );
  return { ...filledIn(prepared, personal), headers: personal.headers };
};

const testOfCampaign = (site: CampaignSite): Sample => {
  const { subject, html, text } = filled(site);
  return sample(campaignTestLetter, 'To an administrator who sent a campaign to themself', {
    subject,
    html,
    text,
    unsubscribeUrl: site.listLinks(READER.email).unsubscribe,
  });
};

/** A campaign is no letter of the ledger: it is posted to many at once, and filled in by the provider. */
const campaign = (site: CampaignSite): LetterSample =>
  shown('campaign', undefined, 'To each reader of a campaign', { ...filled(site), from: FROM, to: TO });

/** A file as it is posted, in base64. */
type Encoded = NonNullable<ReturnType<typeof letterMessage>['attachments']>[number];

const shown = (
  template: string,
  variant: string | undefined,
  occasion: string,
  {
    headers = {},
    replyTo = null,
    attachments = [],
    ...letter
  }: Pick<LetterSample, 'from' | 'to' | 'subject' | 'html' | 'text'> & {
    headers?: Readonly<Record<string, string>>;
    replyTo?: Mailbox | null;
    attachments?: readonly Encoded[];
  },
): LetterSample => ({
  id: variant === undefined ? template : `${template}.${variant}`,
  template,
  occasion,
  from: letter.from,
  to: letter.to,
  replyTo,
  subject: letter.subject,
  headers: { ...headers },
  html: letter.html,
  text: letter.text,
  attachments: attachments.map(({ filename, type = '', content }) => ({
    filename,
    type,
    content: Buffer.from(content, 'base64').toString(),
  })),
});
