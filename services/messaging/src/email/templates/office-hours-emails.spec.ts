import { describe, expect, it } from 'vitest';
import { officeHoursEvent } from '../../testing/events.ts';
import { SITE } from '../../testing/email-site.ts';
import { renderEmail } from '../email-templates.ts';

const session = {
  ...officeHoursEvent(),
  supportEmail: 'support@lectern.test',
  publishedAt: '2025-01-20T10:00:00.000Z',
};
const WHEN = ['Friday, January 24, 2025 at 12:00 PM PST', 'Friday, January 24, 2025 at 3:00 PM EST', '30 minutes'];

describe('the email that confirms a session of the office hours', () => {
  const message = renderEmail('office-hours-confirmed', session, SITE);

  it('names the time in both zones, the place, the topic, and how to cancel, in both forms', () => {
    for (const form of [message.html, message.text]) {
      for (const part of [...WHEN, SITE.zoomUrl, 'My first rebuttal', 'https://lectern.test/member/resources'])
        expect(form).toContain(part);
    }
    expect(message.subject).toBe('Your office hours on Friday, January 24, 2025');
    expect(message.replyTo).toEqual({ email: 'support@lectern.test', name: 'Lectern' });
  });

  it('shows one time where the association is in the zone of the office hours', () => {
    const { text } = renderEmail('office-hours-confirmed', session, { ...SITE, timeZone: 'America/New_York' });
    expect(text.match(/at \d+:\d\d [AP]M/g)).toEqual(['at 3:00 PM']);
    expect(text).not.toContain('In New York');
  });

  it('names the time on the clock of other office hours, and its city', () => {
    const { text } = renderEmail('office-hours-confirmed', { ...session, timeZone: 'Europe/Berlin' }, SITE);
    expect(text).toContain('Friday, January 24, 2025 at 9:00 PM GMT+1');
    expect(text).toContain('In Berlin');
    expect(text).not.toMatch(/New York|EST/);
  });

  it('has New York’s clock in an email of an earlier release', () => {
    const { timeZone: _zone, ...earlier } = session;
    expect(renderEmail('office-hours-confirmed', earlier, SITE)).toEqual(message);
  });

  it('has the session attached for calendar programs', () => {
    expect(message.attachments).toMatchObject([{ filename: 'office-hours.ics', type: 'text/calendar' }]);
    const file = message.attachments![0]!.content;
    for (const line of [
      `UID:office-hours-${session.requestId}@lectern.test`,
      'DTSTAMP:20250120T100000Z',
      'DTSTART:20250124T200000Z',
      'DTEND:20250124T203000Z',
      'DESCRIPTION:My first rebuttal',
      `LOCATION:${SITE.zoomUrl}`,
    ])
      expect(file).toContain(`${line}\r\n`);
    for (const form of [message.html, message.text])
      expect(form).toContain('The attached file puts it into your calendar.');
  });

  it('has no link while the association has set none', () => {
    const { text, attachments } = renderEmail('office-hours-confirmed', session, { ...SITE, zoomUrl: null });
    expect(text).not.toMatch(/Join on Zoom|null/);
    expect(attachments![0]!.content).toContain('LOCATION:Zoom\r\n');
  });

  it('has no attachment in an email of an earlier release', () => {
    const { publishedAt: _, ...earlier } = session;
    const { attachments, text } = renderEmail('office-hours-confirmed', earlier, SITE);
    expect(attachments).toEqual([]);
    expect(text).not.toContain('attached');
  });

  it('names standard or daylight time according to the date', () => {
    const { text } = renderEmail(
      'office-hours-confirmed',
      { ...session, startsAt: '2025-07-11T19:30:00.000Z', endsAt: '2025-07-11T20:00:00.000Z' },
      SITE,
    );
    for (const part of ['12:30 PM PDT', '3:30 PM EDT']) expect(text).toContain(part);
  });
});

it('the email about a cancelled session names it, and links to other times', () => {
  const message = renderEmail('office-hours-cancelled', session, SITE);
  for (const form of [message.html, message.text]) {
    for (const part of [...WHEN, 'https://lectern.test/member/resources']) expect(form).toContain(part);
    expect(form).not.toContain(SITE.zoomUrl);
  }
});

describe('the email to the team', () => {
  it.each([
    ['requested', 'Office hours: Ann Lee, Friday, January 24, 2025'],
    ['cancelled', 'Office hours cancelled: Ann Lee, Friday, January 24, 2025'],
  ])('names the member of a session that was %s, and directs replies to them', (change, subject) => {
    const message = renderEmail('office-hours-team', { ...session, change }, SITE);
    expect(message).toMatchObject({ subject, replyTo: { email: 'ann@example.com', name: 'Ann Lee' } });
    for (const form of [message.html, message.text])
      for (const part of [...WHEN, 'Ann Lee', 'ann@example.com', 'My first rebuttal']) expect(form).toContain(part);
  });

  it('shows typed text as it was typed, and puts none of it into a header or the markup', () => {
    const nasty = {
      ...session,
      change: 'requested',
      lastName: 'Lee\r\nBcc: all@example.com',
      topic: 'First <b>line</b>\n\nthird & last',
    };
    const message = renderEmail('office-hours-team', nasty, SITE);
    expect(message.subject).toBe('Office hours: Ann Lee Bcc: all@example.com, Friday, January 24, 2025');
    expect(message.html).toContain('First &lt;b&gt;line&lt;/b&gt;<br/><br/>third &amp; last');
    expect(message.text).toContain('First <b>line</b>\n\nthird & last');
  });
});
