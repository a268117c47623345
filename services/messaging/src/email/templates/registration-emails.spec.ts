import { describe, expect, it } from 'vitest';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import { readCalendar } from '@lectern/contracts/testing/read-calendar';
import {
  CALENDAR,
  PAY_KEY,
  enteredEvent,
  entryPaidEvent,
  membershipRenewedEvent,
  paymentFailedEvent,
  placeEvent,
} from '../../testing/events.ts';
import { renderEmail } from '../email-templates.ts';
import { SITE as site } from '../../testing/email-site.ts';

/** Expects texts in both forms; in HTML an ampersand is escaped. */
const expectBoth = (message: { html: string; text: string }, ...said: string[]): void => {
  for (const part of said) {
    expect(message.text).toContain(part);
    expect(message.html).toContain(part.replaceAll('&', '&amp;'));
  }
};

const payUrlOf = ({ registrationId }: { registrationId: string }): string =>
  `https://lectern.test/pay?token=${registrationToken({ registrationId, key: PAY_KEY })}`;

describe('the email about an entry whose address staff corrected', () => {
  const { registrationId, firstName, title, beginsAt, competitions, division, deadline } = enteredEvent();
  const moved = { registrationId, kind: 'tournament', firstName, title, beginsAt, competitions, division };
  const PAY_BY = 'Saturday, February 20, 2027 at 8:59 PM PST';

  it('says what was entered and until when it can be paid', () => {
    const message = renderEmail(
      'registration-moved',
      { ...moved, isFormer: false, payKey: PAY_KEY, payBy: deadline },
      site,
    );
    expectBoth(message, 'Prepared Speech, Spontaneous Debate', 'Development', PAY_BY, payUrlOf(moved));
  });

  it('names the competitions as the tournament does, and ids of an earlier release by their words', () => {
    const of = (data: object): string => renderEmail('registration-moved', { ...moved, ...data }, site).text;
    const now = { isFormer: false, payKey: null };
    expect(of({ ...now, competitions: ['ld'], competitionNames: ['Lincoln–Douglas'] })).toContain('Lincoln–Douglas');
    expect(of({ ...now, competitions: ['prepared_speech', 'team_debate'] })).toContain('Prepared Speech, Team Debate');
  });

  it('can be paid from an email of an earlier release, which says neither', () => {
    const { competitions: _events, division: _division, ...earlier } = { ...moved, isFormer: false, payKey: PAY_KEY };
    const message = renderEmail('registration-moved', earlier, site);
    expectBoth(message, payUrlOf(moved));
    expect(message.text).not.toMatch(/Pay by|Division/);
  });

  it('says that it is paid, and links the receipt of what was paid', () => {
    const of = (data: object): string =>
      renderEmail('registration-moved', { ...moved, isFormer: false, payKey: null, ...data }, site).text;
    const [paid, free, unpaid] = [
      of({ isPaid: true, receiptToken: 'token', entryToken: 'entry' }),
      of({ isPaid: true, receiptToken: null }),
      of({ isPaid: false, receiptToken: null }),
    ];
    expect(paid).toContain('There is nothing left to pay for it.');
    expect(paid).toContain('https://lectern.test/receipt?token=token');
    expect(paid).toContain('https://lectern.test/entry?token=entry');
    expect(free).toContain('There is nothing left to pay for it.');
    for (const text of [free, unpaid]) expect(text).not.toContain('receipt');
    expect(unpaid).not.toContain('nothing left to pay');
  });

  it('says neither to the mailbox that it was moved from', () => {
    const { text } = renderEmail(
      'registration-moved',
      { ...moved, isFormer: true, payKey: null, payBy: deadline },
      site,
    );
    expect(text).not.toContain('Prepared Speech');
    expect(text).not.toContain(PAY_BY);
  });
});

describe('the email about a tournament entry', () => {
  const entry = { ...enteredEvent(), isPaid: false };
  const payUrl = payUrlOf(entry);

  it('carries the payment link, the price and the deadline in the association zone', () => {
    const message = renderEmail('tournament-entry', entry, site);
    expect(message.subject).toBe('Your entry for the Online Winter Classic: one step left');
    expectBoth(
      message,
      'Hello Ann,',
      payUrl,
      'Pay $40',
      'Saturday, February 20, 2027 at 8:59 PM PST',
      'Saturday, February 27, 2027 at 9:00 AM PST',
    );
    expectBoth(message, 'Prepared Speech, Spontaneous Debate', 'Development');
  });

  it('reports that there is nothing to pay, without a link', () => {
    const message = renderEmail('tournament-entry', { ...entry, isPaid: true, amount: 0 }, site);
    expect(message.subject).toBe('You are in: Online Winter Classic');
    expectBoth(message, 'costs you nothing');
    expect(message.text).not.toContain('/pay');
  });

  it('names what is full of a tournament that is not', () => {
    const message = renderEmail('tournament-entry', { ...entry, position: 2, full: ['Oratory', 'Poetry'] }, site);
    expect(message.text).toContain('Oratory and Poetry are full at the moment');
    expect(message.text).not.toContain('It is full');
  });

  it('names the position on the waitlist, without a link', () => {
    const message = renderEmail('tournament-entry', { ...entry, position: 7 }, site);
    expect(message.subject).toBe('Online Winter Classic: you are on the waitlist');
    expect(message.text).toContain('Position on the waitlist: 7');
    expect(message.html).toContain('7');
    expect(message.text).not.toContain('/pay');
  });

  it('offers a person who moved up their place, with the amount to pay', () => {
    const message = renderEmail('tournament-entry', { ...entry, occasion: 'moved_up' }, site);
    expect(message.subject).toBe('A place for you: Online Winter Classic');
    expectBoth(message, 'A place has become free, and it is yours.', payUrl);
    expectBoth(
      renderEmail('tournament-entry', { ...entry, occasion: 'moved_up', isPaid: true }, site),
      'A place has become free, and it is yours.',
      'costs you nothing',
    );
  });
});

it.each([
  [undefined, 'Your bootcamp seat was refunded'],
  ['membership', 'You no longer have the annual plan'],
] as const)('requests the payment of an entry that is no longer included (%s)', (includedBy, because) => {
  const message = renderEmail(
    'tournament-entry',
    { ...enteredEvent({ occasion: 'no_longer_included', includedBy }), isPaid: false },
    site,
  );
  expect(message.subject).toBe('Your entry for the Online Winter Classic is to be paid now');
  expectBoth(message, because, 'Pay $40', payUrlOf(enteredEvent()));
});

it('confirms a paid tournament entry with the amount charged', () => {
  const message = renderEmail('tournament-entry-paid', entryPaidEvent(), site);
  expect(message.subject).toBe('You are in: Online Winter Classic');
  expectBoth(message, 'Your payment has arrived', '$35.50', 'Saturday, February 27, 2027 at 9:00 AM PST');
});

it('confirms a bootcamp seat with its sessions and the included tournament', () => {
  const message = renderEmail('bootcamp-confirmed', placeEvent(), site);
  expect(message.subject).toBe('Your seat in the Winter Tournament Prep Bootcamp');
  expectBoth(
    message,
    'Sunday, January 24, 2027 at 10:30 AM PST',
    'Sunday, February 14, 2027',
    '$155.00',
    'https://lectern.test/tournaments',
    'https://lectern.test/setup-account',
    'in your own name',
  );
});

it('lists each session of a bootcamp', () => {
  const calendar = { ...CALENDAR, type: 'bootcamp', datetime: placeEvent().beginsAt, endsAt: placeEvent().endsAt };
  const message = renderEmail('bootcamp-confirmed', { ...placeEvent(), calendar }, site);
  for (const [index, day] of ['January 24', 'January 31', 'February 7', 'February 14'].entries())
    expect(message.text).toContain(`Session ${index + 1}: Sunday, ${day}, 2027 at 10:30 AM PST`);
});

it.each([
  ['tournament-entry-paid', { ...entryPaidEvent(), amountPaid: 0, receiptToken: null }],
  ['bootcamp-confirmed', placeEvent({ amount: 0 })],
])('mentions no payment where a promo code covered all of it (%s)', (name, data) => {
  const { html, text } = renderEmail(name, data, site);
  for (const form of [html, text]) {
    expect(form).toContain('There was nothing to pay');
    expect(form).not.toMatch(/payment has arrived|\$0|was paid|is paid|Paid/);
  }
});

it.each([
  ['tournament-entry-paid', entryPaidEvent()],
  ['bootcamp-confirmed', placeEvent()],
])('leads to the receipt of the payment (%s)', (name, data) => {
  expectBoth(renderEmail(name, { ...data, receiptToken: 'token' }, site), 'https://lectern.test/receipt?token=token');
  expectBoth(renderEmail(name, { ...data, receiptToken: null }, site), 'https://lectern.test/account/subscription');
  expect(renderEmail(name, data, site).text).not.toContain('receipt');
});

it.each([
  ['tournament-entry-paid', entryPaidEvent()],
  ['bootcamp-confirmed', placeEvent()],
])('names the refund of a withdrawal, without the steps that were over (%s)', (name, data) => {
  const calendar = { ...CALENDAR, publishedAt: '2027-01-06T00:00:00.000Z' };
  const refundSteps = [
    { until: '2027-01-05T08:00:00.000Z', percent: 100 },
    { until: '2027-01-20T08:00:00.000Z', percent: 50 },
  ];
  expectBoth(
    renderEmail(name, { ...data, calendar, refundSteps }, site),
    '50% until Jan 20, 12:00 AM PST; nothing after that',
    'refund by the date of your reply',
  );
  expect(renderEmail(name, { ...data, calendar, refundSteps }, site).text).not.toContain('100%');
  for (const none of [undefined, []])
    expect(renderEmail(name, { ...data, calendar, refundSteps: none }, site).text).not.toMatch(/refund/i);
});

it('leads from the emails of an entry to its page, where its person can withdraw', () => {
  const way = 'https://lectern.test/entry?token=token';
  expectBoth(renderEmail('tournament-entry-paid', { ...entryPaidEvent(), entryToken: 'token' }, site), way);
  const entered = { ...enteredEvent(), entryToken: 'token' };
  for (const state of [{ isPaid: false }, { isPaid: true, amount: 0 }, { isPaid: false, position: 2 }])
    expectBoth(renderEmail('tournament-entry', { ...entered, ...state }, site), way);
});

it.each([
  ['card', 2_000, 'We refund $20.00 to the card or account that paid.'],
  ['hand', 2_000, 'We return $20.00 to you ourselves'],
  ['disputed', 0, 'The bank of the cardholder has reclaimed this payment.'],
  ['none', 0, 'nothing is refunded for it any more'],
])('says what is refunded after a withdrawal (%s)', (way, refund, said) => {
  const { registrationId, firstName, title, beginsAt } = enteredEvent();
  const entry = { registrationId, firstName, title, beginsAt, amountPaid: 4_000, amountRefunded: 0 };
  const message = renderEmail('entry-withdrawn', { ...entry, refund, way }, site);
  expectBoth(message, said, 'Paid');
  expect(message.subject).toBe(`You withdrew your entry: ${title}`);
  const free = renderEmail('entry-withdrawn', { ...entry, amountPaid: 0, refund: 0, way: 'none' }, site).text;
  expect(free).toContain('Nothing was charged for it');
  expect(free).not.toContain('Paid');
});

it('names the rule that an entry on the waitlist breaks, with the way to its page', () => {
  const { registrationId, firstName, title, beginsAt } = enteredEvent();
  const rule = 'Registration for Poetry has closed.';
  const message = renderEmail(
    'waiting-rule-broken',
    { registrationId, firstName, title, beginsAt, rule, entryToken: 'token' },
    site,
  );
  expectBoth(message, rule, 'https://lectern.test/entry?token=token', 'You stay on the waitlist');
});

it('names the position on a bootcamp’s waitlist, and asks for nothing', () => {
  const message = renderEmail('bootcamp-waiting', placeEvent({ change: 'waitlisted', position: 3 }), site);
  expect(message.subject).toBe('Winter Tournament Prep Bootcamp: you are on the waitlist');
  expect(message.text).toContain('Position on the waitlist: 3');
  expectBoth(message, 'nothing to pay', 'at least 12 hours');
  expect(message.text).not.toContain('/pay');
});

it('offers a bootcamp seat with its link and its deadline', () => {
  const message = renderEmail(
    'bootcamp-offer',
    placeEvent({ change: 'offered', offeredUntil: '2027-01-10T04:00:00.000Z' }),
    site,
  );
  expect(message.subject).toBe('A seat is free: Winter Tournament Prep Bootcamp');
  expectBoth(message, payUrlOf(placeEvent()));
  expectBoth(message, 'Saturday, January 9, 2027 at 8:00 PM PST', '$155');
});

describe('the email about a failed payment', () => {
  it('names the failed payment, its amount, the end of access, and the page to update the card', () => {
    const message = renderEmail('payment-failed', paymentFailedEvent(), site);
    expect(message.subject).toBe('Your payment did not go through');
    expectBoth(
      message,
      '$95.00',
      'Debate Club, monthly',
      'Thursday, March 4, 2027',
      'https://lectern.test/account/subscription',
    );
  });

  it('says when it was not the first try', () => {
    const message = renderEmail('payment-failed', paymentFailedEvent({ attempt: 2 }), site);
    expect(message.subject).toBe('Your payment did not go through again');
    expectBoth(message, 'We tried again');
  });

  it('says that access has ended once the grace period is over', () => {
    const message = renderEmail('payment-failed', { ...paymentFailedEvent({ attempt: 3 }), hasAccess: false }, site);
    expectBoth(message, 'Your access ended on Thursday, March 4, 2027');
    expect(message.text).not.toContain('Nothing has changed');
  });
});

describe.each([
  ['payment-failed', paymentFailedEvent(), '/setup-account'],
  [
    'membership-cancelled',
    { firstName: 'Ann', plan: 'monthly', accessUntil: '2027-03-01T20:00:00.000Z' },
    '/setup-account',
  ],
  [
    'membership-resumed',
    { firstName: 'Ann', plan: 'monthly', price: 9_500, renewsAt: '2027-03-01T20:00:00.000Z' },
    '/setup-account',
  ],
  [
    'membership-extended',
    { firstName: 'Ann', plan: 'monthly', price: 9_500, renewsAt: '2027-03-01T20:00:00.000Z' },
    '/setup-account',
  ],
  [
    'discount-began',
    {
      ...{ firstName: 'Ann', plan: 'monthly', price: 9_500, percent: 30, discountedPrice: 6_650 },
      ...{ until: '2027-05-10T20:00:00.000Z', renewsAt: '2027-03-01T20:00:00.000Z' },
    },
    '/setup-account',
  ],
  [
    'membership-paused',
    {
      ...{ firstName: 'Ann', plan: 'monthly', price: 9_500 },
      ...{ pausedFrom: '2027-03-01T20:00:00.000Z', pausedUntil: '2027-05-01T20:00:00.000Z' },
    },
    '/setup-account',
  ],
  [
    'membership-pause-ended',
    {
      ...{ firstName: 'Ann', plan: 'monthly', price: 9_500, hadBegun: false, charged: null },
      renewsAt: '2027-03-01T20:00:00.000Z',
    },
    '/setup-account',
  ],
  ['membership-ended', { firstName: 'Ann', reason: 'replaced', amountRefunded: 0 }, '/setup-account'],
  ['membership-ended', { firstName: 'Ann', reason: 'refunded', amountRefunded: 9_500 }, '/subscribe'],
  ['membership-ended', { firstName: 'Ann', reason: 'unpaid', amountRefunded: 0 }, '/subscribe'],
  ['membership-ended', { firstName: 'Ann', reason: 'cancelled', amountRefunded: 0 }, '/subscribe'],
  ['late-payment-refunded', { firstName: 'Ann', amount: 9_500 }, '/subscribe'],
])('the email %s', (name, data, path) => {
  it('leads a person without an account to a page that needs none', () => {
    const { html, text } = renderEmail(name, { ...data, hasAccount: false }, site);
    for (const form of [html, text]) {
      expect(form).toContain(`https://lectern.test${path}`);
      expect(form).not.toMatch(/account\/subscription|your password|keep your account/);
    }
    expect(renderEmail(name, { ...data, hasAccount: true }, site).text).toContain(
      'https://lectern.test/account/subscription',
    );
  });
});

it.each([
  ['duplicate', 'Your second membership has ended'],
  ['refused', 'We could not begin your membership'],
])('states that nothing was charged for a membership that ended before its payment arrived (%s)', (reason, subject) => {
  const message = renderEmail('membership-ended', { firstName: 'Ann', reason, amountRefunded: 0 }, site);
  expect(message.subject).toBe(subject);
  expectBoth(message, 'Nothing was charged for it', 'we refund it when it arrives');
  expect(message.text).not.toContain('$0');
});

it('says that a membership ended because its renewal was not paid, and how to join again', () => {
  const message = renderEmail('membership-ended', { firstName: 'Ann', reason: 'unpaid', amountRefunded: 0 }, site);
  expect(message.subject).toBe('Your membership has ended');
  expectBoth(
    message,
    'payment for the renewal',
    'did not go through',
    'Nothing more is charged',
    'the open invoice is void',
    'Join again',
    'https://lectern.test/account/subscription',
  );
  expect(message.text).not.toContain('efund');
});

describe('the email about a renewal', () => {
  it('names the charge, its date, its purpose, and the next payment', () => {
    const message = renderEmail('membership-renewed', membershipRenewedEvent(), site);
    expect(message.subject).toBe('Your receipt: another month of the Debate Club');
    expectBoth(
      message,
      '$95.00',
      'Debate Club, monthly',
      'Sunday, February 28, 2027',
      'Next billing date',
      'Thursday, April 1, 2027',
      'https://lectern.test/account/subscription',
    );
    expect(message.text).not.toContain('Credit');
  });

  it('names the amount that credit and discounts covered', () => {
    const message = renderEmail(
      'membership-renewed',
      membershipRenewedEvent({ plan: 'annual', price: 95_000, amount: 90_000 }),
      site,
    );
    expect(message.subject).toBe('Your receipt: another year of the Debate Club');
    expectBoth(message, '$950.00', '−$50.00', 'We have charged $900.00');
  });

  it('mentions no charge where nothing was charged, and names the end of a membership that does not renew', () => {
    const message = renderEmail('membership-renewed', membershipRenewedEvent({ amount: 0, renews: false }), site);
    expectBoth(message, 'there was nothing to charge', '$0.00', 'Membership ends');
    expect(message.text).not.toContain('Next billing date');
  });

  it('names a change of the plan that was charged', () => {
    const message = renderEmail(
      'membership-renewed',
      membershipRenewedEvent({ reason: 'changed', plan: 'annual', price: 95_000, amount: 95_000 }),
      site,
    );
    expect(message.subject).toBe('Your membership has changed');
    expectBoth(
      message,
      'The plan of your membership',
      'we charged $950.00',
      'Debate Club, annual',
      'Next billing date',
    );
    expect(message.text).not.toContain('nother year');
    const free = membershipRenewedEvent({ reason: 'changed', amount: 0, creditLeft: 76_000 });
    expectBoth(
      renderEmail('membership-renewed', free, site),
      'there was nothing to charge',
      '$0.00',
      'Credit left for your next payments',
      '$760.00',
    );
    expect(message.text).not.toContain('Credit left');
  });

  it('leads to setting up an account while the membership has none', () => {
    const message = renderEmail('membership-renewed', { ...membershipRenewedEvent(), hasAccount: false }, site);
    expectBoth(message, 'https://lectern.test/setup-account', 'Nobody uses this membership yet');
  });
});

describe.each([
  ['tournament-entry', { ...enteredEvent(), isPaid: false }],
  ['tournament-entry-paid', entryPaidEvent()],
  ['bootcamp-confirmed', placeEvent()],
  ['bootcamp-waiting', placeEvent({ position: 1 })],
  ['bootcamp-offer', placeEvent({ offeredUntil: '2027-01-10T04:00:00.000Z' })],
  ['payment-failed', paymentFailedEvent()],
  ['membership-renewed', membershipRenewedEvent()],
])('the email %s', (name, data) => {
  it('greets a person without a name', () => {
    expect(renderEmail(name, { ...data, firstName: ' ' }, site).text).toMatch(/^Hello,$/m);
  });

  it('has no scripts, no pictures from elsewhere, and refuses data that does not fit', () => {
    expect(renderEmail(name, data, site).html).not.toMatch(/<script|<img|<link|javascript:/i);
    expect(() => renderEmail(name, { firstName: 'Ann' }, site)).toThrow();
  });
});

describe('the calendar file', () => {
  const filesOf = (name: string, data: object) => renderEmail(name, data, site).attachments ?? [];

  it.each([
    ['of an entry that is to be paid', 'tournament-entry', { ...enteredEvent(), isPaid: false }],
    ['of an entry that costs nothing', 'tournament-entry', { ...enteredEvent(), isPaid: true }],
    ['of a paid entry', 'tournament-entry-paid', entryPaidEvent()],
  ])('%s has the day of the tournament, like the calendar feed', (_what, name, data) => {
    const files = filesOf(name, { ...data, calendar: CALENDAR });
    expect(files).toMatchObject([{ filename: 'tournament.ics', type: 'text/calendar' }]);
    expect(readCalendar(files[0]!.content).entries).toEqual([
      expect.objectContaining({
        uid: `${CALENDAR.id}-1@lectern.test`,
        begins: new Date(CALENDAR.datetime),
        ends: new Date(CALENDAR.endsAt),
        title: 'Online Winter Classic',
        description: CALENDAR.description,
        sequence: 2,
        url: 'https://lectern.test/tournaments',
      }),
    ]);
    expectBoth(
      renderEmail(name, { ...data, calendar: CALENDAR }, site),
      'The attached file puts it into your calendar.',
    );
  });

  it('of a bootcamp seat contains each of its sessions', () => {
    const detail = placeEvent();
    const [file] = filesOf('bootcamp-confirmed', {
      ...detail,
      calendar: { ...CALENDAR, type: 'bootcamp', datetime: detail.beginsAt, endsAt: detail.endsAt },
    });
    expect(file).toMatchObject({ filename: 'bootcamp.ics' });
    const { entries } = readCalendar(file!.content);
    expect(entries.map(({ begins }) => begins.toISOString())).toEqual([
      '2027-01-24T18:30:00.000Z',
      '2027-01-31T18:30:00.000Z',
      '2027-02-07T18:30:00.000Z',
      '2027-02-14T18:30:00.000Z',
    ]);
    expect(entries[3]!.title).toBe('Winter Tournament Prep Bootcamp, session 4 of 4');
  });

  it('is attached neither to an email of a waitlist nor to one without dates, and such an email mentions no file', () => {
    expect(
      filesOf('tournament-entry', { ...enteredEvent({ position: 3 }), isPaid: false, calendar: CALENDAR }),
    ).toEqual([]);
    for (const [name, data] of [
      ['tournament-entry', { ...enteredEvent(), isPaid: false }],
      ['tournament-entry-paid', entryPaidEvent()],
      ['bootcamp-confirmed', placeEvent()],
    ] as const) {
      expect(filesOf(name, data)).toEqual([]);
      expect(renderEmail(name, data, site).text).not.toContain('attached');
    }
  });
});

describe('the email before an annual charge', () => {
  const due = {
    firstName: 'Ann',
    plan: 'annual',
    renewsAt: '2027-04-01T19:00:00.000Z',
    price: 95_000,
    amount: 90_000,
    card: { last4: '4242', expires_at: '2030-01-01T00:00:00.000Z' },
  };

  it('names amount, date and card, and how to cancel', () => {
    const message = renderEmail('renewal-due', due, site);
    expect(message.subject).toBe('Your membership renews on Thursday, April 1, 2027');
    expectBoth(
      message,
      '$900.00 to your card ending in 4242',
      '−$50.00',
      'expires 12/2029',
      'choose Cancel Subscription',
      'https://lectern.test/account/subscription',
    );
    expect(message.text).not.toContain('expires before then');
  });

  it('asks for another card where that one expires first', () => {
    const card = { last4: '4242', expires_at: '2027-04-01T00:00:00.000Z' };
    expectBoth(renderEmail('renewal-due', { ...due, card }, site), 'That card expires before then');
  });

  it('says that nothing is charged where credit covers the price', () => {
    const message = renderEmail('renewal-due', { ...due, amount: 0, card: null, hasAccount: false }, site);
    expectBoth(message, 'nothing is charged', '$0.00', 'https://lectern.test/setup-account');
  });
});

describe('the email about a card that expires', () => {
  const expiring = {
    firstName: 'Ann',
    plan: 'monthly',
    notice: 'card_month',
    card: { last4: '4242', expires_at: '2027-04-01T00:00:00.000Z' },
    renewsAt: '2027-04-11T19:00:00.000Z',
  };

  it.each([
    ['card_month', 'Your card expires soon'],
    ['card_week', 'Your card expires in a few days'],
  ])('of %s names the card, its month and the next charge: %s', (notice, title) => {
    const message = renderEmail('card-expiring', { ...expiring, notice }, site);
    expect(message.subject).toBe('Your card ending in 4242 expires 03/2027');
    expectBoth(message, title, 'Sunday, April 11, 2027', 'Update Payment Method');
  });
});

it('says until when a membership was extended, and what is charged then', () => {
  const data = { firstName: 'Ann', plan: 'monthly', price: 9_500, renewsAt: '2027-03-01T20:00:00.000Z' };
  const message = renderEmail('membership-extended', data, site);
  expect(message.subject).toBe('Your next payment is due later');
  expectBoth(message, 'Nothing is charged before Monday, March 1, 2027', '$95.00');
});

it('says how much less a member pays, until when, and the next charge', () => {
  const data = {
    ...{ firstName: 'Ann', plan: 'monthly', price: 9_500, percent: 30, discountedPrice: 6_650 },
    ...{ until: '2027-05-10T20:00:00.000Z', renewsAt: '2027-03-01T20:00:00.000Z' },
  };
  const message = renderEmail('discount-began', data, site);
  expect(message.subject).toBe('You pay 30% less for 3 months');
  expectBoth(message, 'is $66.50 instead of $95.00', 'Monday, May 10, 2027', 'Monday, March 1, 2027, $66.50');
});

it('says from when to when a membership pauses, and what is charged then', () => {
  const data = {
    ...{ firstName: 'Ann', plan: 'monthly', price: 9_500 },
    ...{ pausedFrom: '2027-03-01T20:00:00.000Z', pausedUntil: '2027-05-01T20:00:00.000Z' },
  };
  const message = renderEmail('membership-paused', data, site);
  expect(message.subject).toBe('Your membership pauses on Monday, March 1, 2027');
  expectBoth(message, 'nothing is charged', 'Saturday, May 1, 2027', '$95.00');
});

it.each([
  [true, null, 'Your membership runs again', 'We charge $95.00, less any credit, within the next hours.'],
  [true, 4_500, 'Your membership runs again', 'We charged $45.00.'],
  [true, 0, 'Your membership runs again', 'There was nothing to charge.'],
  [false, null, 'Your membership does not pause', 'nothing is charged before Monday, March 1, 2027'],
])('says what the end of a pause charges (begun: %s, cents: %s)', (hadBegun, charged, subject, words) => {
  const data = { firstName: 'Ann', plan: 'monthly', price: 9_500, renewsAt: '2027-03-01T20:00:00.000Z' };
  const message = renderEmail('membership-pause-ended', { ...data, hadBegun, charged }, site);
  expect(message.subject).toBe(subject);
  expectBoth(message, words);
});

describe('the emails about a payment that staff recorded', () => {
  it('promise no refund by a bank where it is undone', () => {
    const lost = { ...placeEvent(), kind: 'tournament' };
    const { text } = renderEmail('place-lost', { ...lost, because: 'undone' }, site);
    expect(text).toContain('your registration has ended');
    expect(text).not.toMatch(/refund|five to ten days/);
    expect(renderEmail('place-lost', { ...lost, because: 'refunded' }, site).text).toContain('five to ten days');
  });

  it('promise to return it where its place was gone', () => {
    const returned = { firstName: 'Ann', title: 'Spring Open', amount: 4_000, reason: 'full' };
    const { subject, text } = renderEmail('payment-returned', { ...returned, isOffline: true }, site);
    expect(subject).toBe('Your payment for the Spring Open is returned');
    expect(text).toContain('We return your payment of $40.00 the way that it came.');
    expect(text).not.toMatch(/refund|five to ten days/);
    expect(renderEmail('payment-returned', returned, site).subject).toContain('was refunded');
  });
});
