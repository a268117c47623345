import { describe, expect, it } from 'vitest';
import { SITE } from '../../testing/email-site.ts';
import { CALENDAR, eventNoticeEvent, PAY_KEY } from '../../testing/events.ts';
import { renderEmail } from '../email-templates.ts';

const ZOOM = 'https://zoom.us/j/8005551234';
const ACCESS = 'https://lectern.test/event-access?token=token-and-signature';
const EARLY = { isLinkDue: false, zoomLink: null, accessToken: null } as const;
const emailOf = (differences: Parameters<typeof eventNoticeEvent>[0]) =>
  renderEmail('event-notice', eventNoticeEvent(differences), SITE);

describe('the email of a notice', () => {
  it.each(['one_day', 'one_hour', 'changed'] as const)('has the link and the page of the place: %s', (notice) => {
    const { html, text, attachments } = emailOf({ notice });
    for (const form of [html, text])
      for (const part of ['Online Winter Classic', 'Saturday, February 27, 2027 at 9:00 AM PST', ZOOM, ACCESS])
        expect(form).toContain(part);
    expect(attachments?.[0]?.content).toContain(`LOCATION:${ZOOM}`);
    expect(text).toContain('If you cannot come, please reply to this email');
  });

  it('of a week before names no link', () => {
    const { text } = emailOf({ notice: 'seven_days', ...EARLY });
    expect(text).not.toMatch(/zoom\.us|event-access/);
  });

  it('says that the link follows while staff have not entered it', () => {
    const { subject, text } = emailOf({ notice: 'one_day', zoomLink: null });
    expect(subject).toBe('Soon: Online Winter Classic');
    expect(text).toContain('The link to the meeting follows');
    expect(text).toContain(`The link will also be on your page: ${ACCESS}`);
  });

  it('has the time in the zone of the event as well', () => {
    const { text } = emailOf({ calendar: { ...CALENDAR, timezone: 'America/New_York' } });
    expect(text).toMatch(/In New York:?\s+Saturday, February 27, 2027 at 12:00 PM EST/);
  });

  it('leads an unpaid entry to its payment', () => {
    const payment = { payKey: PAY_KEY, payBy: '2027-02-21T04:59:59.000Z', amount: 4_000 };
    const { subject, text } = emailOf({ notice: 'payment_reminder', ...EARLY, payment });
    expect(subject).toBe('Your payment is due: Online Winter Classic');
    expect(text).toMatch(/Pay by:?\s+Saturday, February 20, 2027 at 8:59 PM PST/);
    expect(text).toContain('https://lectern.test/pay?token=');
  });

  it('lets a member cancel a seat in a workshop on its page', () => {
    const { text } = emailOf({ kind: 'workshop', entry: null, accessToken: null });
    expect(text).toContain('cancel your seat on https://lectern.test/member/resources?tab=schedules');
  });
});
