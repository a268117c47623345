import { expect, it } from 'vitest';
import { accountsSystem } from '../testing/accounts.ts';
import { emailTo, emailsTo } from '../testing/mailbox.ts';
import { patiently } from '../testing/person.ts';

const { system, stripe, prices, adminToken, post, get, verified } = await accountsSystem();

it('the payer of an annual membership is emailed before the charge, once, and sees the card on the page', async () => {
  const person = await verified();
  const { id: customer } = await stripe.customers.create({ email: person.email });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
  await stripe.customers.createBalanceTransaction(customer, { amount: -5_000, currency: 'usd' });
  // The first charge is in ten days.
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: prices.annual }],
    trial_period_days: 10,
  });
  const sync = { email: person.email, stripeCustomerId: customer, stripeSubscriptionId: made.id };
  expect((await post('/api/admin/sync-missing-registration', sync, adminToken)).status).toBe(200);

  const notice = await emailTo(system, person.email, 'Your membership renews on');
  expect(notice.text).toContain('We charge $900.00 to your card ending in 4242');
  expect(notice.text).toContain('choose Cancel Subscription there');
  await patiently('the card', async () =>
    expect((await get('/api/subscription/details', person.token)).body).toMatchObject({ card: { last4: '4242' } }),
  );
  const notices = (await emailsTo(system, person.email)).filter(({ subject }) => subject.includes('renews on'));
  expect(notices).toHaveLength(1);
});
