import { describe, expect, it } from 'vitest';
import { EmailObsolete } from '../email-template.ts';
import { linkOf, renderEmail } from '../email-templates.ts';
import { SITE as site } from '../../testing/email-site.ts';

const userId = '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001';
const ann = { email: 'ann+club@example.com', firstName: 'Ann', userId };

describe.each([
  ['account-setup', 'setup', '/setup-account?email=ann%2Bclub%40example.com&token=t0ken', 'three days'],
  ['account-sign-in', 'reset', '/reset-password?token=t0ken', 'an hour'],
  ['account-reset', 'reset', '/reset-password?token=t0ken', 'an hour'],
  ['account-email-change', 'email_change', '/confirm-email?token=t0ken', 'a day'],
  ['account-verify-email', 'verify_email', '/confirm-email?token=t0ken', 'three days'],
])('the email %s', (name, purpose, path, lifetime) => {
  it('carries its link in both forms, with its validity', () => {
    expect(linkOf(name, ann)).toEqual({
      purpose,
      email: 'ann+club@example.com',
      ...(purpose === 'email_change' || purpose === 'verify_email' ? { userId } : {}),
    });
    const { html, text } = renderEmail(name, ann, site, 't0ken');
    expect(text).toContain(`https://lectern.test${path}`);
    expect(html).toContain(`href="https://lectern.test${path.replace('&', '&amp;')}"`);
    for (const form of [html, text]) {
      expect(form).toContain('Hello Ann,');
      expect(form).toContain(lifetime);
    }
  });

  it('greets a person without a name', () => {
    expect(renderEmail(name, { ...ann, firstName: null }, site, 't0ken').text).toMatch(/^Hello,$/m);
  });
});

it('names the password reset to an address that staff entered for an account, and to no other', () => {
  const reset = 'https://lectern.test/reset-password';
  const { html, text } = renderEmail('account-email-change', { ...ann, isByStaff: true }, site, 't0ken');
  for (const form of [html, text]) for (const words of [reset, 'Our team entered this']) expect(form).toContain(words);
  const own = renderEmail('account-email-change', ann, site, 't0ken').text;
  for (const words of [reset, 'Our team']) expect(own).not.toContain(words);
});

it('does not say that the holder asked for the confirmation that staff sent', () => {
  const asked = 'You asked for this email in your account settings.';
  expect(renderEmail('account-verify-email', ann, site, 't0ken').text.replaceAll(/\s+/g, ' ')).toContain(asked);
  const { html, text } = renderEmail('account-verify-email', { ...ann, isByStaff: true }, site, 't0ken');
  for (const form of [html, text]) expect(form.replaceAll(/\s+/g, ' ')).not.toMatch(/asked/);
});

it('promises no renewal of a cancelled membership to the holder of a reactivated account', () => {
  const { text } = renderEmail('account-switched', { firstName: 'Ann', isDeactivated: false }, site, null);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'A membership whose paid period still runs goes on: it renews, or ends with that period if it was cancelled.',
  );
});

it.each([
  [true, 'Every device has been logged out of your account.'],
  [false, 'Other devices have been logged out of your account.'],
])('previews which devices a changed password logs out, reset: %s', (isReset, preview) => {
  const { html } = renderEmail('account-password-changed', { firstName: 'Ann', isReset }, site, null);
  expect(html).toContain(`>${preview}</div>`);
});

it('leads a person who has set a password meanwhile to the login', () => {
  const { html, text } = renderEmail('account-setup', ann, site, null);
  for (const form of [html, text]) {
    expect(form).toContain('https://lectern.test/login');
    expect(form).not.toContain('token=');
  }
});

it.each(['account-sign-in', 'account-reset', 'account-email-change', 'account-verify-email'])(
  'the email %s is obsolete once its link no longer works',
  (name) => {
    expect(() => renderEmail(name, ann, site, null)).toThrow(EmailObsolete);
  },
);

describe('the email to an old address', () => {
  it('carries the link that undoes the change where the account had verified it, with its validity', () => {
    expect(linkOf('account-email-changed', ann)).toEqual({ purpose: 'email_undo', email: ann.email, userId });
    const { html, text } = renderEmail('account-email-changed', ann, site, 't0ken');
    expect(text).toContain('Undo this change https://lectern.test/undo-email-change?token=t0ken');
    expect(html).toContain('href="https://lectern.test/undo-email-change?token=t0ken"');
    for (const form of [html, text])
      for (const part of ['Hello Ann,', 'has a new email address', 'within seven days']) expect(form).toContain(part);
  });

  it.each([
    ['the address was never verified', { firstName: 'Ann' }],
    ['identity makes no link', ann],
  ])('carries none where %s, and names the alternative', (_where, data) => {
    const { html, text } = renderEmail('account-email-changed', data, site);
    for (const form of [html, text]) {
      expect(form).toContain('has a new email address');
      expect(form).toContain('reply to this email right away');
      expect(form).not.toContain('token=');
    }
  });

  it('carries none where staff changed it, and names the contact', () => {
    const data = { firstName: 'Ann', isByStaff: true };
    expect(linkOf('account-email-changed', data)).toBeNull();
    const { html, text } = renderEmail('account-email-changed', data, site);
    for (const form of [html, text])
      for (const part of ['Our team made this change', 'https://lectern.test/contact']) expect(form).toContain(part);
  });

  it('asks for no link where the address was never verified', () => {
    expect(linkOf('account-email-changed', { firstName: 'Ann' })).toBeNull();
  });
});

describe('the last email', () => {
  it.each([
    [true, 'You are welcome to come back', 'goes on'],
    [false, 'paid for without logging in, or a newsletter', 'You are welcome to come back'],
  ])(
    'lists what was deleted, in both forms, to a verified address (%s) and to one that was only typed',
    (isVerified, said, unsaid) => {
      const message = renderEmail('account-deleted', { firstName: 'Ann', isVerified }, site);
      expect(message.subject).toBe('Your account has been deleted');
      for (const form of [message.html, message.text]) {
        for (const part of ['Hello Ann,', 'is not charged again', said]) expect(form).toContain(part);
        expect(form).not.toContain(unsaid);
        expect(form).not.toContain('token');
      }
    },
  );

  it('of a mailbox without an account names no account and nobody', () => {
    const data = { firstName: '', isVerified: true, isByStaff: true, isMailbox: true };
    const { subject, html, text } = renderEmail('account-deleted', data, site);
    expect(subject).toBe('Your data has been erased');
    for (const form of [html, text]) {
      for (const part of ['Hello,', 'is not charged again', 'If you did not ask us for this'])
        expect(form).toContain(part);
      expect(form).not.toContain('account');
    }
  });
});
