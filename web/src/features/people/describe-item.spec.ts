import { describe, expect, it } from 'vitest';
import type { TimelineItem } from '@lectern/contracts/person-timeline';
import { byMonth, describeItem, toneOf } from './describe-item.ts';

const AT = '2026-03-04T17:00:00.000Z';
const item = (published: { what: string; kind: string; details: object }): TimelineItem =>
  ({ id: `${published.what}:1`, at: AT, ...published }) as TimelineItem;
const words = (what: string, details: object) => describeItem(item({ what, kind: 'account', details }));

describe('an item of a timeline', () => {
  it('names the conversation of a contact message', () => {
    const sent = { title: 'Sent a contact message', detail: 'When is it?' };
    expect(words('contact_message', { message: 'When is it?', conversationId: 'one' })).toEqual({
      ...sent,
      conversationId: 'one',
    });
    expect(words('contact_message', { message: 'When is it?' })).toEqual(sent);
  });

  it('shows amounts and refunds', () => {
    const paid = {
      amount: 9_500,
      refunded: 0,
      status: 'succeeded',
      interval: 'month',
      invoiceUrl: 'https://pay.example/1',
    };
    expect(words('invoice', paid)).toEqual({
      title: 'Paid $95.00',
      detail: 'Monthly membership',
      status: 'succeeded',
      label: 'Paid',
      href: 'https://pay.example/1',
    });
    expect(words('invoice', { ...paid, refunded: 9_500, status: 'refunded', invoiceUrl: null })).toEqual({
      title: 'Paid $95.00',
      detail: 'Monthly membership · $95.00 refunded',
      status: 'refunded',
    });
    expect(words('invoice', { ...paid, status: 'failed', invoiceUrl: null }).title).toBe('Payment of $95.00 failed');
    expect(words('invoice', { ...paid, status: 'pending', invoiceUrl: null })).toMatchObject({
      title: 'Payment of $95.00',
      label: 'The bank is processing it',
    });
  });

  it('says from when to when a membership is paused, and why it was cancelled', () => {
    const periodEnd = '2027-03-01T20:00:00.000Z';
    expect(words('renewal_changed', { change: 'paused', periodEnd, pausedUntil: '2027-05-01T20:00:00.000Z' })).toEqual({
      title: 'Paused the membership',
      detail: 'Access until Mar 1, 2027, next charge on May 1, 2027',
    });
    expect(words('renewal_changed', { change: 'pause_ended', periodEnd, pausedUntil: null }).title).toBe(
      'The pause of the membership ended',
    );
    expect(words('renewal_changed', { change: 'switched', periodEnd, pausedUntil: null, plan: 'annual' })).toEqual({
      title: 'Switched to the annual plan',
      detail: 'Paid until Mar 1, 2027',
    });
    const done = { change: 'cancel_now', email: 'ada@example.com', reason: 'Moved away' };
    expect(words('admin_acted', { action: 'change_membership', by: 'Grace Kim', details: done })).toEqual({
      title: 'Staff ended the membership',
      detail: 'Grace Kim · Moved away',
    });
    expect(words('membership_changed', { action: 'pause', reason: 'Moved away' })).toEqual({
      title: 'Staff paused the membership',
      detail: 'the payment provider did not answer: check whether it was done · Moved away',
    });
    expect(words('cancellation_explained', { reason: 'no_time', comment: 'I travel.' }).detail).toBe(
      'No time · I travel.',
    );
  });

  it('says which offer a member got when cancelling, and whether it was accepted', () => {
    const details = { offer: 'discount', percent: 30, accepted: true, reason: 'too_expensive', comment: null };
    expect(words('cancellation_offered', details)).toEqual({
      title: 'Accepted an offer instead of cancelling',
      detail: 'Offered 30% off for 3 months · Too expensive',
    });
    const pause = { ...details, offer: 'pause', percent: null, accepted: false };
    expect(words('cancellation_offered', pause).title).toBe('Was made an offer when cancelling');
  });

  it('does not show an open checkout as paid', () => {
    const page = { product: 'bootcamps', title: 'Bootcamp', amount: 15_500, refunded: 0, promoCode: 'SPRING' };
    expect(words('purchase', { ...page, status: 'open' })).toEqual({
      title: 'Opened the payment page for $155.00',
      detail: 'Bootcamp · promo code SPRING',
      status: 'open',
      label: 'Not paid yet',
    });
    expect(words('purchase', { ...page, status: 'paid' }).title).toBe('Paid $155.00');
  });

  it('says that the status of a membership is the present one', () => {
    expect(words('membership_began', { plan: 'monthly', amount: 9_500, status: 'past_due' })).toEqual({
      title: 'Membership began',
      detail: 'Monthly · $95.00 a month',
      status: 'past_due',
      label: 'Now past due',
    });
  });

  it('shows whether a tournament entry is waiting or has released its place', () => {
    const entry = { event: 'Fall Open', begins: '2026-10-10T01:00:00.000Z', status: 'pending', amount: 4_000 };
    expect(words('tournament', { ...entry, isWaiting: true }).detail).toContain('on the waitlist');
    expect(words('tournament', { ...entry, isWaiting: true, competitions: 'Poetry, Debate' }).detail).toContain(
      'Poetry, Debate',
    );
    expect(words('tournament', { ...entry, isWaiting: true, answers: 'Shirt size: M' }).detail).toContain(
      'Shirt size: M',
    );
    expect(words('tournament', { ...entry, isWaiting: false, isReleased: true }).detail).toContain('place released');
    expect(words('tournament', { ...entry, isWaiting: false, isReleased: false }).detail).not.toContain('place');
  });

  it('names an email by its subject, or by its template if the subject is no longer stored', () => {
    const message = {
      to: 'a@example.com',
      template: 'tournament-entry',
      subject: 'Your entry',
      status: 'sent',
      outcome: 'delivered',
    };
    expect(words('email', message)).toEqual({
      title: 'Your entry',
      detail: 'Email to a@example.com',
      status: 'delivered',
      label: 'Delivered',
    });
    expect(words('email', { ...message, outcome: 'bounce' })).toMatchObject({
      detail: 'Email to a@example.com · delivery status: bounce',
      status: 'sent',
    });
    expect(words('email', { ...message, subject: null, outcome: null })).toMatchObject({
      title: 'Tournament entry',
      detail: 'Email to a@example.com',
    });
  });

  it('names the administrator who acted, even if their account is gone', () => {
    const acted = { action: 'deactivate_member', by: 'Ruth', details: { reason: 'asked for it' } };
    expect(words('admin_acted', acted)).toEqual({ title: 'Deactivate member', detail: 'Ruth · Reason: asked for it' });
    const corrected = { ...acted, details: { email: 'old@example.com', otherEmail: 'new@example.com' } };
    expect(words('admin_acted', corrected).emails).toEqual(['old@example.com', 'new@example.com']);
    expect(words('admin_acted', { ...acted, by: null, details: {} }).detail).toBe('A former administrator');
    const unlocked = { action: 'unlock_account', by: null, details: { by: 'operator', email: 'ada@example.org' } };
    expect(words('admin_acted', unlocked).detail).toBe('An operator · Email: ada@example.org');
  });
});

it('colors successful, pending and failed statuses, and leaves the others plain', () => {
  expect(['sent', 'sending', 'failed', 'refunded', 'constructor'].map(toneOf)).toEqual([
    'ok',
    'wait',
    'stop',
    'plain',
    'plain',
  ]);
});

it('groups by month without reordering', () => {
  const published = ['2026-03-04', '2026-03-01', '2026-02-28'].map((day) => ({
    ...item({ what: 'calendar_feed', kind: 'registrations', details: {} }),
    at: `${day}T00:00:00.000Z`,
  }));
  expect(byMonth(published, (instant) => instant.slice(0, 7)).map(({ month, items }) => [month, items.length])).toEqual(
    [
      ['2026-03', 2],
      ['2026-02', 1],
    ],
  );
});
