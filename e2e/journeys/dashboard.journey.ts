import type { Page } from '@playwright/test';
import { callApi, pricesOf } from '../src/testing/person.ts';
import { held, paidMember, tokenOf, unpaidMember } from './member.ts';
import { adminTokenOf, expect, logIn, newMember, pay, register, test, toast } from './site.ts';

test.describe('the dashboard', () => {
  const EVENTS = '**/api/events';
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const refuse = { status: 429, json: { code: 'too_many_requests', message: 'Too many requests.' } };

  test('asks for the division at the first visit, and not again', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    const form = page.getByRole('form', { name: 'Division' });
    await expect(form.getByLabel('Development')).toBeChecked();
    await form.getByLabel('Professional').check({ force: true });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Profile updated');
    await expect(form).toBeHidden();
    await page.reload();
    await expect(card(page, 'Weekly Debate Club')).toBeVisible();
    await expect(form).toBeHidden();
    await page.goto(`${site.siteUrl}/account/settings`);
    await expect(page.getByLabel('Professional')).toBeChecked();
  });

  test('counts down to the next session, minute by minute, and says when it is on', async ({ page, site }) => {
    await page.route(EVENTS, (route) => route.fulfill({ json: [] }));
    await page.clock.install({ time: new Date('2026-03-08T11:48:10Z') });
    await logIn(page, site, await unpaidMember(site));
    const weekly = card(page, 'Weekly Debate Club');
    await expect(weekly).toContainText('Sunday, March 8, 8:00 AM PDT');
    await expect(weekly).toContainText('in 3 hours 12 minutes');
    await page.clock.runFor(60_000);
    await expect(weekly).toContainText('in 3 hours 11 minutes');
    await page.clock.fastForward('03:11:00');
    await page.clock.runFor(2_000);
    await expect(weekly).toContainText('on now');
    await page.clock.fastForward('02:00:00');
    await page.clock.runFor(2_000);
    await expect(weekly).toContainText('Sunday, March 15, 8:00 AM PDT');
  });

  test('shows that the tournaments load, that there are none, and that loading failed', async ({ page, site }) => {
    const answer = held();
    await page.route(EVENTS, async (route) => {
      await answer.until;
      await route.fulfill({ json: [] });
    });
    await logIn(page, site, await unpaidMember(site));
    const tournaments = card(page, 'Upcoming Tournaments');
    await expect(tournaments.getByRole('status', { name: 'Loading tournaments' })).toBeVisible();
    await expect(page.getByText('Loading the next tournament')).toBeAttached();
    answer.release();
    await expect(tournaments).toContainText('No tournament is scheduled yet');
    await expect(page.getByText('To be announced')).toBeVisible();

    await page.unroute(EVENTS);
    await page.route(EVENTS, (route) => route.fulfill(refuse));
    await page.reload();
    await expect(tournaments.getByRole('alert')).toContainText('The tournaments could not be loaded');
    await expect(page.getByText('Not loaded', { exact: true })).toBeVisible();
    await page.unroute(EVENTS);
    await tournaments.getByRole('button', { name: 'Try again' }).click();
    await expect(tournaments.getByRole('heading', { level: 3 }).first()).toContainText('Classic');
  });

  test('shows the member’s own price, and the state of their entry', async ({ page, site }) => {
    const member = await paidMember(site);
    await logIn(page, site, member);
    const tournaments = card(page, 'Upcoming Tournaments');
    await expect(tournaments).toContainText('$30 as a member');
    await expect(tournaments.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/tournaments');

    const token = await tokenOf(page);
    const { firstName, lastName, email } = member;
    const entry = { firstName, lastName, email, events: ['prepared_speech'], division: 'development', waiver: true };
    expect((await callApi(site, 'POST', '/api/tournament/register', { token, body: entry })).status).toBe(201);
    await page.reload();
    await expect(tournaments.getByText('To be paid')).toBeVisible();
    await expect(tournaments.getByRole('link', { name: 'Register' })).toBeHidden();
    await tournaments.getByRole('link', { name: 'Pay now' }).click();
    await page.getByRole('button', { name: 'Pay $30' }).click();
    await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.waitForURL(`${site.siteUrl}/**`);
    await expect(async () => {
      await page.goto(`${site.siteUrl}/dashboard`);
      await expect(tournaments.getByText('You are entered')).toBeVisible({ timeout: 2_000 });
    }).toPass();

    // An entry of one that is further ahead than the card reaches.
    const far = { datetime: '2046-03-12T18:00:00.000Z', endsAt: '2046-03-12T22:00:00.000Z' };
    const { body: made } = await callApi<{ event: { id: string } }>(site, 'POST', '/api/admin/events', {
      token: await adminTokenOf(site),
      body: {
        ...{ title: 'A Far Open', description: 'One evening.', type: 'tournament', division: null, ...far },
        ...{ timezone: 'America/New_York', location: 'Zoom', zoomLink: null, capacity: 20, price: 4_000 },
        ...{ registrationDeadline: '2046-03-10T18:00:00.000Z', isActive: true },
      },
    });
    const { id: eventId } = made.event;
    expect(
      (await callApi(site, 'POST', '/api/tournament/register', { token, body: { ...entry, eventId } })).status,
    ).toBe(201);
    await page.reload();
    await expect(tournaments.getByRole('heading', { level: 3 }).last()).toContainText('A Far Open');

    await page.route('**/api/events/mine', (route) => route.fulfill(refuse));
    await page.reload();
    await expect(tournaments).toContainText('Not loaded. The registration says it.');
  });

  test('points to the settings where a guest paid for the email that is not confirmed yet', async ({ page, site }) => {
    const member = await unpaidMember(site);
    const { email } = member;
    const urls = { successUrl: `${site.siteUrl}/subscribe/success`, cancelUrl: `${site.siteUrl}/subscribe/cancel` };
    const guest = await callApi<{ url: string }>(site, 'POST', '/api/create-subscription', {
      body: { priceId: (await pricesOf(site)).monthly, customerEmail: email, ...urls },
    });
    await page.goto(guest.body.url);
    await pay(page);
    await logIn(page, site, member);
    const hint = page.getByText(
      `If a membership for ${email} is already paid, confirm this email in your account settings to open it.`,
    );
    await expect(hint).toBeVisible();
    await expect(page.getByText('only the payment is missing')).toHaveCount(0);
    await page
      .getByRole('form', { name: 'Complete your membership' })
      .getByRole('button', { name: 'Continue to payment' })
      .click();
    await expect(page.getByRole('form', { name: 'Complete your membership' }).getByRole('status')).toContainText(
      'Confirm your email to open it',
    );
    await page.goto(`${site.siteUrl}/account/subscription`);
    await expect(hint).toBeVisible();
    await hint.getByRole('link', { name: 'account settings' }).click();
    await page.waitForURL(`${site.siteUrl}/account/settings`);
    await expect(page.getByRole('button', { name: 'Send confirmation email' })).toBeVisible();
  });

  test('has its static lists and its announcements, with their links', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    await expect(card(page, 'Member Resources').getByRole('listitem')).toHaveCount(12);
    const updates = card(page, 'Latest Updates & Announcements');
    await expect(updates.getByRole('listitem')).toHaveCount(2);
    await updates.getByRole('link', { name: 'Practice a topic' }).click();
    await page.waitForURL(`${site.siteUrl}/practice-topics`);
  });
});

test.describe('the pages that sell memberships', () => {
  test('lead a signed-in person without a membership to the payment, and ask for no password', async ({
    page,
    site,
  }) => {
    const member = await unpaidMember(site);
    await logIn(page, site, member);
    await page.goto(`${site.siteUrl}/register`);
    await expect(
      page.getByText(`You are logged in as ${member.firstName} ${member.lastName} (${member.email}).`),
    ).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Complete your membership' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${site.sandboxUrl}/stripe/checkout/**`);
  });

  test('show a member the membership that they have, and offer a second one for another person alone', async ({
    page,
    site,
  }) => {
    const member = await paidMember(site);
    await logIn(page, site, member);
    for (const path of ['/register', '/subscribe']) {
      await page.goto(`${site.siteUrl}${path}`);
      await expect(page.getByText(`You are a member, ${member.firstName}.`)).toBeVisible();
      await expect(page.getByRole('link', { name: 'See your membership' })).toHaveAttribute(
        'href',
        '/account/subscription',
      );
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Pay for another person' }).click();
    await expect(page.getByRole('form', { name: 'Subscription' }).getByLabel('Email')).toBeFocused();
  });

  test('say that a payment is processing, to a visitor and to the person who is signed in, as the dashboard does', async ({
    page,
    site,
  }) => {
    const member = newMember();
    await register(page, site, member);
    await pay(page, 'Bank debit, whose money arrives days later');
    await expect(page.getByRole('heading', { name: 'Your bank is processing your payment' })).toBeVisible();
    for (const path of ['/register', '/subscribe']) {
      await page.goto(`${site.siteUrl}${path}`);
      await expect(
        page.getByText('Your bank is still processing the payment that you made in this browser.'),
      ).toBeVisible();
    }

    await logIn(page, site, member);
    await expect(page.getByRole('heading', { name: 'Your bank is processing your payment' })).toBeVisible();
    await expect(page.getByText('Your bank is processing the payment.')).toBeVisible();
    for (const path of ['/register', '/subscribe']) {
      await page.goto(`${site.siteUrl}${path}`);
      await expect(page.getByText('Your bank is still processing your payment.')).toBeVisible();
      // Nothing more is to be done, and there is an account already.
      if (path === '/register')
        await expect(
          page.getByRole('link', { name: 'Complete your membership' }).or(page.getByLabel('Password', { exact: true })),
        ).toHaveCount(0);
      await page.getByRole('link', { name: 'See your subscription' }).click();
      await page.waitForURL(`${site.siteUrl}/account/subscription`);
    }
    await expect(page.getByText('Your bank is still processing your payment.')).toBeVisible();
    for (const event of ['Next Billing Date', 'Member Since']) await expect(page.getByText(event)).toHaveCount(0);
  });
});

test.describe('the subscription page', () => {
  test('shows that it loads, that there is nothing, and that loading failed', async ({ page, site }) => {
    await logIn(page, site, await unpaidMember(site));
    const answer = held();
    await page.route('**/api/subscription/*', async (route) => {
      await answer.until;
      await route.continue();
    });
    await page.goto(`${site.siteUrl}/account/subscription`);
    await expect(page.getByRole('status', { name: 'Loading your payments' })).toBeVisible();
    answer.release();
    await expect(page.getByText('No Active Subscription')).toBeVisible();
    await expect(page.getByText('No Payment History')).toBeVisible();

    await page.unroute('**/api/subscription/*');
    await page.route('**/api/subscription/*', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Too many requests.' } }),
    );
    await page.reload();
    await expect(page.getByText('Your payments could not be loaded')).toBeVisible();
    await expect(toast(page)).toContainText('Error loading data');
    await expect(toast(page)).toContainText('Unable to load subscription information.');
  });
});
