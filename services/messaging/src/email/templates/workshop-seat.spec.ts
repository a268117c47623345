import { describe, expect, it } from 'vitest';
import { SITE } from '../../testing/email-site.ts';
import { workshopSeatEvent } from '../../testing/events.ts';
import { renderEmail } from '../email-templates.ts';

const ZOOM = 'https://zoom.us/j/8005551234';
const PAGE = 'https://lectern.test/member/resources?tab=schedules';
const emailOf = (differences: Parameters<typeof workshopSeatEvent>[0]) =>
  renderEmail('workshop-seat', workshopSeatEvent(differences), SITE);

describe('the email about a seat in a workshop', () => {
  it.each(['signed_up', 'moved_up', 'workshop_changed'] as const)(
    'has the time, the link and the calendar file after %s',
    (change) => {
      const { html, text, attachments } = emailOf({ change, zoomLink: ZOOM });
      for (const form of [html, text])
        for (const part of ['Cross-Examination', 'Sunday, January 24, 2027 at 10:30 AM PST', ZOOM, PAGE])
          expect(form).toContain(part);
      expect(attachments).toMatchObject([{ filename: 'workshop.ics', type: 'text/calendar' }]);
      expect(text).toContain('The attached file puts it into your calendar.');
    },
  );

  it('names the position on the waitlist', () => {
    expect(emailOf({ change: 'waitlisted', position: 3 }).text).toMatch(/Position on the waitlist:?\s+3/);
  });

  it.each(['waitlisted', 'cancelled', 'plan_ended', 'removed', 'workshop_cancelled'] as const)(
    'has no calendar file after %s',
    (change) => {
      const { attachments, text } = emailOf({ change, position: change === 'waitlisted' ? 1 : null });
      expect(attachments).toEqual([]);
      expect(text).not.toMatch(/attached|Join the workshop/);
    },
  );
});
