import type { DocsOf } from '../route-docs/route-docs.ts';
import { ADMIN_EMAIL, APRIL_11, ID, MARCH_1, OTHER_ID, pageWith, PERSON } from '../route-docs/samples.ts';
import type * as http from './campaign-http.ts';

const params = { id: ID };
const name = 'Sample Person';
const form = {
  name: 'News of March',
  subject: 'The spring season begins',
  content: 'Hello {{firstName}},\n\nthe spring season begins.',
  targetAudience: 'newsletter' as const,
};
const campaign = {
  id: ID,
  ...form,
  recipientCount: 0,
  sentCount: 0,
  openCount: 0,
  clickCount: 0,
  status: 'draft' as const,
  scheduledAt: null,
  unsent: null,
  sentAt: null,
  createdAt: MARCH_1,
};
const details = {
  ...campaign,
  version: 1,
  isPublic: false,
  recipients: { pending: 0, sending: 0, sent: 0, delivered: 0, bounced: 0, failed: 0, skipped: 0, uncertain: 0 },
  perSecond: null,
  secondsLeft: null,
  heldUntil: null,
  machineOpenCount: 0,
  links: [],
  updatedAt: MARCH_1,
};
const running = { ...details, status: 'sending' as const, recipientCount: 2_310, perSecond: 40, secondsLeft: 58 };
const refused = { errors: ['campaign_state'] as const, params };

export const campaignDocs = {
  listCampaigns: {
    summary: 'Lists the campaigns, newest first.',
    description: '`q` searches name and subject; `status` is a state.',
    query: { limit: 50, status: 'draft' },
    response: pageWith(campaign),
  },
  createCampaign: {
    summary: 'Creates the draft of a campaign.',
    description:
      '`content` is Markdown or plain HTML. An unknown personalization field, or a text without anything to read, is refused.',
    body: form,
    response: campaign,
  },
  sendTestCampaign: {
    summary: 'Sends a campaign to the configured test address, or to the signed-in administrator.',
    body: form,
    response: { message: `We have sent a test email to ${ADMIN_EMAIL}.` },
  },
  previewCampaign: {
    summary: 'Renders an email as a recipient on a list would get it.',
    description: 'Nothing is stored. Show `html` in a frame of its own, with scripts disabled.',
    body: { subject: form.subject, content: form.content, list: 'newsletter' },
    response: {
      subject: form.subject,
      html: '<!doctype html><p>Hello Sample,</p>',
      text: 'Hello Sample,',
      notes: [],
    },
  },
  countAudience: {
    summary: 'Counts the recipients that an audience has now, and the addresses that it leaves out.',
    query: { targetAudience: 'newsletter' },
    response: {
      recipients: 2_310,
      lists: [{ list: 'newsletter', addresses: 2_310 }],
      onSeveral: 0,
      leftOut: { unsubscribed: 41, bounced: 12, complained: 1, invalid: 0 },
    },
  },
  listLeftOut: {
    summary: 'Lists the addresses of an audience that get no email, each with the reason.',
    query: { targetAudience: 'newsletter', limit: 50 },
    response: pageWith({ email: PERSON.email, name, reason: 'unsubscribed' as const }),
  },
  getCampaign: { summary: 'Reads a campaign with its counts and links.', params, response: details },
  editCampaign: {
    summary: 'Changes a draft or a scheduled campaign.',
    description: 'Send the `version` that the edit began from.',
    ...refused,
    body: { ...form, version: 1 },
    response: { ...details, version: 2 },
  },
  deleteCampaign: {
    summary: 'Deletes the draft of a campaign.',
    ...refused,
    response: { message: 'The draft has been deleted.' },
  },
  sendCampaign: {
    summary: 'Begins to send a campaign, once however often it is requested.',
    errors: ['campaign_state', 'audience_empty'],
    params,
    response: { message: 'The campaign is being sent to 2,310 addresses.' },
  },
  scheduleCampaign: {
    summary: 'Schedules a campaign, or gives a scheduled one another time.',
    ...refused,
    body: { at: APRIL_11 },
    response: { ...details, status: 'scheduled', scheduledAt: APRIL_11 },
  },
  unscheduleCampaign: {
    summary: 'Turns a scheduled campaign into a draft again.',
    ...refused,
    response: details,
  },
  pauseCampaign: {
    summary: 'Pauses a campaign that is being sent.',
    description: 'Emails on their way are completed.',
    ...refused,
    response: { ...running, status: 'paused' },
  },
  resumeCampaign: { summary: 'Resumes a paused campaign.', ...refused, response: running },
  cancelCampaign: {
    summary: 'Cancels a scheduled, running or paused campaign for good.',
    ...refused,
    response: { ...details, status: 'cancelled' },
  },
  sendToMissed: {
    summary: 'Sends a finished campaign again to recipients whose email failed.',
    description: 'With `uncertain` also to those whose delivery is unknown; they may then get the email twice.',
    errors: ['campaign_state', 'audience_empty'],
    params,
    body: { uncertain: false },
    response: running,
  },
  listRecipients: {
    summary: 'Lists the recipients of a campaign by email address.',
    description: '`status` is a recipient’s state; `q` is a part of a name or an email address.',
    params,
    query: { limit: 50, status: 'bounced' },
    response: pageWith({
      id: OTHER_ID,
      email: PERSON.email,
      name,
      status: 'bounced' as const,
      reason: 'Mailbox full',
      sentAt: MARCH_1,
      openedAt: null,
      clickedAt: null,
    }),
  },
} satisfies DocsOf<typeof http>;
