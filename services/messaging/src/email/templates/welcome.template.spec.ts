import { describe, expect, it } from 'vitest';
import { linkOf, renderEmail } from '../email-templates.ts';
import { SITE as site } from '../../testing/email-site.ts';

const userId = '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001';
const ann = {
  firstName: 'Ann',
  email: 'ann+club@example.com',
  hasAccount: true,
  plan: 'monthly',
  amount: 9_500,
  // Still the 4th of February in Los Angeles.
  currentPeriodEnd: '2026-02-05T05:00:00.000Z',
  renews: true,
};

describe('the welcome email', () => {
  it('names plan, amount and the next payment in the association’s time zone, in both forms', () => {
    const { subject, html, text } = renderEmail('welcome', ann, site);
    expect(subject).toBe('Welcome to the Debate Club');
    for (const form of [html, text]) {
      for (const detail of [
        'Welcome, Ann',
        'Debate Club, monthly',
        '$95 a month',
        'Next billing date',
        'February 4, 2026',
      ]) {
        expect(form).toContain(detail);
      }
      for (const url of [
        'https://lectern.test/dashboard',
        'https://lectern.test/login',
        'https://lectern.test/account/subscription',
      ]) {
        expect(form).toContain(url);
      }
    }
  });

  it('names the yearly price of an annual plan', () => {
    expect(renderEmail('welcome', { ...ann, plan: 'annual', amount: 95_000 }, site).text).toContain('$950 a year');
  });

  it('names the amount that was charged, and the price of the renewal', () => {
    for (const [firstCharged, paid] of [
      [4_750, '$47.50'],
      [0, '$0'],
      [9_500, '$95'],
    ] as const) {
      const { text } = renderEmail('welcome', { ...ann, firstCharged }, site);
      expect(text).toContain(`Charged for the first month: ${paid}\n`);
      expect(text).toContain('Renewal: $95 a month\n');
      const ends = renderEmail('welcome', { ...ann, firstCharged, renews: false }, site).text;
      expect(ends).toContain(`Charged for the first month: ${paid}\n`);
      expect(ends).not.toContain('$95 a month');
    }
  });

  it('leads a person without an account to setting one up', () => {
    const { html, text } = renderEmail('welcome', { ...ann, hasAccount: false }, site, 'the-token');
    expect(html).toContain('https://lectern.test/setup-account?email=ann%2Bclub%40example.com&amp;token=the-token');
    expect(text).toContain('https://lectern.test/setup-account?email=ann%2Bclub%40example.com&token=the-token');
    for (const form of [html, text]) {
      expect(form).toContain('works once, for three days');
      expect(form).not.toContain('Open your dashboard');
    }
  });

  it('leads a person who has set a password meanwhile to the dashboard', () => {
    const { html, text } = renderEmail('welcome', { ...ann, hasAccount: false }, site, null);
    for (const form of [html, text]) {
      expect(form).toContain('https://lectern.test/dashboard');
      expect(form).not.toContain('/setup-account');
    }
  });

  it('lets an account confirm its address, beside the link to the dashboard', () => {
    const { html, text } = renderEmail('welcome', { ...ann, userId }, site, 'the-token');
    for (const form of [html, text]) {
      for (const part of [
        'https://lectern.test/confirm-email?token=the-token',
        'Confirm your email',
        'works for three days',
        'https://lectern.test/dashboard',
      ]) {
        expect(form).toContain(part);
      }
      expect(form).not.toContain('/setup-account');
    }
  });

  it('does not mention that where no link could be issued', () => {
    const { html, text } = renderEmail('welcome', { ...ann, userId }, site, null);
    for (const form of [html, text]) {
      expect(form).toContain('https://lectern.test/dashboard');
      expect(form.toLowerCase()).not.toContain('confirm');
    }
  });

  it('requests the right link: to set up an account, or to verify the address of one', () => {
    expect(linkOf('welcome', { ...ann, hasAccount: false, userId: null })).toEqual({
      purpose: 'setup',
      email: 'ann+club@example.com',
    });
    expect(linkOf('welcome', { ...ann, userId })).toEqual({
      purpose: 'verify_email',
      email: 'ann+club@example.com',
      userId,
    });
  });

  it('requests no link for an email of a release that named no account', () => {
    expect(linkOf('welcome', ann)).toBeNull();
    expect(renderEmail('welcome', ann, site).text).toContain('https://lectern.test/dashboard');
  });

  it('announces no payment after a cancellation', () => {
    const { html, text } = renderEmail('welcome', { ...ann, renews: false }, site);
    for (const form of [html, text]) {
      expect(form).not.toContain('Next billing date');
      expect(form).toContain('Membership ends');
    }
  });

  it('greets a person without a name', () => {
    expect(renderEmail('welcome', { ...ann, firstName: ' ' }, site).text).toMatch(/^Welcome\n/);
  });

  it('has the colors of its association in its frame, buttons, links and steps, and no others', () => {
    const { html } = renderEmail('welcome', ann, { ...site, accents: { main: '#004080', second: '#5b3b8c' } });
    expect(html.match(/#004080/g)?.length).toBeGreaterThan(3);
    expect(html).toContain('#5b3b8c');
    expect(html).not.toMatch(/#b3372b|#1e5f74/i);
  });

  it('has no scripts, no pictures from elsewhere and less than the 100 KB that mail programs cut at', () => {
    const { html } = renderEmail('welcome', ann, site);
    expect(html).not.toMatch(/<script|<img|<link|javascript:/i);
    expect(html.length).toBeLessThan(100_000);
  });
});

it('refuses data that does not fit, and templates that are gone', () => {
  expect(() => renderEmail('welcome', { ...ann, amount: 'a lot' }, site)).toThrow();
  expect(() => renderEmail('farewell', ann, site)).toThrow('farewell');
});
