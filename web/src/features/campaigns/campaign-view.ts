import type {
  AudienceCount,
  CampaignDetails,
  CampaignStatus,
  LeftOutReason,
  MailingList,
  RecipientCounts,
  TargetAudience,
} from '@lectern/contracts/messaging/campaign-model';
import { EMAIL_STATES } from '../../components/console/email-states.ts';
import { countOf, statusFilter, type ListFilter } from '../../components/console/list-view.ts';
import type { Tone } from '../../components/ui/badge.tsx';
import { formatCount, formatDateTime, formatTime } from '../../lib/format.ts';

/** The labels of the audiences. */
export const AUDIENCES: Readonly<Record<TargetAudience, string>> = {
  all: 'Everyone on any list',
  debate_club: 'Debate club',
  tournament: 'Tournament participants',
  newsletter: 'Newsletter subscribers',
};

export const AUDIENCE_OPTIONS = Object.entries(AUDIENCES).map(([value, label]) => ({
  value: value as TargetAudience,
  label,
}));

/** The labels of one reader of each list. */
export const READERS: Readonly<Record<MailingList, string>> = {
  debate_club: 'Debate club member',
  tournament: 'Tournament participant',
  newsletter: 'Newsletter subscriber',
};

/** The mailing lists of an audience. An address on several lists counts for the first of them. */
export const listsOf = (audience: TargetAudience): readonly MailingList[] =>
  audience === 'all' ? ['debate_club', 'tournament', 'newsletter'] : [audience];

interface Status {
  readonly label: string;
  readonly tone: Tone;
}

export const CAMPAIGN_STATES: Readonly<Record<CampaignStatus, Status>> = {
  draft: { label: 'Draft', tone: 'wait' },
  scheduled: { label: 'Scheduled', tone: 'wait' },
  sending: { label: 'Sending', tone: 'wait' },
  paused: { label: 'Paused', tone: 'wait' },
  sent: { label: 'Sent', tone: 'ok' },
  cancelled: { label: 'Cancelled', tone: 'stop' },
};

const filtersOf = (states: Readonly<Record<string, Status>>): readonly ListFilter[] => [
  statusFilter(Object.entries(states).map(([value, { label }]) => ({ value, label }))),
];

export const CAMPAIGN_FILTERS = filtersOf(CAMPAIGN_STATES);
export const RECIPIENT_FILTERS = filtersOf(EMAIL_STATES);

/** A duration in seconds as text: "under a minute", "about 3 minutes". */
export const aboutLong = (seconds: number): string => {
  if (seconds < 50) return 'under a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
};

type Moving = Pick<CampaignDetails, 'status' | 'recipients' | 'perSecond' | 'secondsLeft' | 'heldUntil'>;

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** "1,200 of 5,000 emails are done" */
  readonly words: string;
  /** The emails per second and the time left, or why sending waits; empty if neither is known. */
  readonly pace: string;
}

const EMAILS = ['email', 'emails'] as const;

const everybody = (recipients: RecipientCounts): number =>
  Object.values(recipients).reduce((sum, count) => sum + count, 0);

/** The progress of a campaign that is being sent. */
export const progressOf = ({ status, recipients, perSecond, secondsLeft, heldUntil }: Moving): Progress => {
  const total = everybody(recipients);
  const done = total - recipients.pending - recipients.sending;
  const rate =
    perSecond === null || perSecond <= 0 ? '' : `${formatCount(Math.max(1, Math.round(perSecond)))} a second`;
  const rest = secondsLeft === null ? '' : `${aboutLong(secondsLeft)} left`;
  const pace =
    status === 'paused'
      ? recipients.sending === 0
        ? 'No more emails are sent until you resume it.'
        : `${countOf(recipients.sending, EMAILS)} that ${recipients.sending === 1 ? 'was' : 'were'} being sent may still go out.`
      : heldUntil !== null
        ? `The email provider takes no emails right now. We try again at ${formatTime(heldUntil)}. The list of recipients shows its answer.`
        : [rate, rest].filter((part) => part !== '').join(', ');
  return {
    done,
    total,
    words: `${formatCount(done)} of ${countOf(total, EMAILS)} ${total === 1 ? 'is' : 'are'} done`,
    pace,
  };
};

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'marked an email as spam',
  invalid: 'not a valid email address',
};

/** The reason why an address is left out, as a table cell. */
export const leftOutLabel = (reason: LeftOutReason): string =>
  LEFT_OUT[reason].charAt(0).toUpperCase() + LEFT_OUT[reason].slice(1);

const PEOPLE = ['person', 'people'] as const;
const ADDRESSES = ['address', 'addresses'] as const;
const AND = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const peopleOf = (count: number): string => countOf(count, PEOPLE);

/** Sentences about the recipients of an audience, and about the addresses that are left out with the reasons. */
export const audienceInWords = ({
  recipients,
  lists,
  onSeveral,
  leftOut,
}: AudienceCount): { readonly reached: string; readonly leftOut: string } => {
  const parts =
    lists.length < 2
      ? ''
      : ` On the lists: ${AND.format(lists.map(({ list, addresses }) => `${formatCount(addresses)} ${LIST_NAMES[list]}`))}.`;
  const several =
    onSeveral === 0
      ? ''
      : ` ${countOf(onSeveral, ADDRESSES)} ${onSeveral === 1 ? 'is' : 'are'} on more than one list and ${onSeveral === 1 ? 'gets' : 'get'} one email.`;
  const reasons = (Object.keys(LEFT_OUT) as LeftOutReason[]).filter((reason) => leftOut[reason] > 0);
  const without = reasons.reduce((sum, reason) => sum + leftOut[reason], 0);
  return {
    reached: `${recipients === 0 ? 'Nobody would get it now.' : `${peopleOf(recipients)} would get it now, one email for each address.`}${parts}${several}`,
    leftOut:
      without === 0
        ? ''
        : `${countOf(without, ADDRESSES)} ${without === 1 ? 'is' : 'are'} left out: ${AND.format(reasons.map((reason) => `${formatCount(leftOut[reason])} ${LEFT_OUT[reason]}`))}.`,
  };
};

const LIST_NAMES: Readonly<Record<MailingList, string>> = {
  debate_club: 'debate club',
  tournament: 'tournament',
  newsletter: 'newsletter',
};

/** Whether a campaign was cancelled before it began to be sent. */
export const isNeverSent = ({ status, recipients }: Pick<CampaignDetails, 'status' | 'recipients'>): boolean =>
  status === 'cancelled' && everybody(recipients) === 0;

/** A sentence about the recipients of a campaign that was cancelled. */
export const cancelledInWords = (campaign: Pick<CampaignDetails, 'name' | 'status' | 'recipients'>): string =>
  isNeverSent(campaign)
    ? `“${campaign.name}” was cancelled before it was sent. No one got it.`
    : `“${campaign.name}” is not sent to anyone else.`;

/** Explains why a scheduled campaign was not sent and is a draft again, and what to do next. */
export const unsentInWords = ({ reason, at }: NonNullable<CampaignDetails['unsent']>): string =>
  reason === 'audience_empty'
    ? `It was scheduled for ${formatDateTime(at)} and was not sent: its audience was empty. Choose another audience or another time.`
    : `It was scheduled for ${formatDateTime(at)} and was not sent: its email could not be created. The preview says what to change. Then send or schedule it again.`;

/** An instant in the reader's time zone; empty if the association's zone shows the same. */
export const inReadersZone = (instant: string, timeZone: string): string => {
  const theirs = formatDateTime(instant, timeZone);
  return theirs === formatDateTime(instant) ? '' : theirs;
};
