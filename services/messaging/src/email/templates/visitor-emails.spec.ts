import { describe, expect, it } from 'vitest';
import { SITE } from '../../testing/email-site.ts';
import { renderEmail } from '../email-templates.ts';

const written = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  message: 'First line\n\nthird <line>',
  writtenAt: '2027-02-27T17:00:00.000Z',
};

describe('the email with a contact message', () => {
  const message = renderEmail('contact-message', written, SITE);

  it('names sender, message and time in both forms', () => {
    for (const form of [message.html, message.text]) {
      for (const part of ['Ann Lee', 'ann@example.com', 'First line', 'Saturday, February 27, 2027 at 9:00 AM PST'])
        expect(form).toContain(part);
    }
    expect(message.text).toContain('First line\n\nthird <line>');
    expect(message.html).toContain('First line<br/><br/>third &lt;line&gt;');
  });

  it('directs replies to its sender, and is no list mail', () => {
    expect(message.replyTo).toEqual({ email: 'ann@example.com', name: 'Ann Lee' });
    expect(message.unsubscribeUrl).toBeUndefined();
  });

  it.each([
    ['a carriage return', '\r'],
    ['a line feed', '\n'],
    ['both', '\r\n'],
    ['a line separator', '\u2028'],
    ['a control character', '\u0007'],
  ])('has a subject on one line for a name with %s', (_what, end) => {
    const { subject, replyTo } = renderEmail(
      'contact-message',
      { ...written, name: `Ann${end}Bcc: all@example.com` },
      SITE,
    );
    expect([subject, replyTo?.name]).toEqual(['Contact: Ann Bcc: all@example.com', 'Ann Bcc: all@example.com']);
  });
});

describe('the email that acknowledges a contact message', () => {
  const earlier = { name: 'Ann Lee', supportEmail: 'team@lectern.test' };

  it('directs replies to where the message went', () => {
    const { replyTo } = renderEmail('contact-acknowledgement', { ...earlier, replyTo: 'inbox@lectern.test' }, SITE);
    expect(replyTo).toEqual({ email: 'inbox@lectern.test', name: 'Lectern' });
  });

  it('directs replies to the support address in an email of an earlier release', () => {
    const { replyTo } = renderEmail('contact-acknowledgement', earlier, SITE);
    expect(replyTo).toEqual({ email: 'team@lectern.test', name: 'Lectern' });
  });
});

describe('the email with the starter kit', () => {
  const UNSUBSCRIBE = 'https://lectern.test/api/unsubscribe?email=ann%2Bkit%40example.com&key=key';
  const message = renderEmail('starter-kit', { email: 'ann+kit@example.com' }, SITE);

  it('is list mail: with the unsubscribe link and the postal address in both forms', () => {
    expect(message.unsubscribeUrl).toBe(UNSUBSCRIBE);
    expect(message.html).toContain(`href="${UNSUBSCRIBE.replaceAll('&', '&amp;')}"`);
    expect(message.text).toContain(UNSUBSCRIBE);
    for (const form of [message.html, message.text]) expect(form).toContain('Lectern, 1 Example Square, Springfield');
  });

  it('shows no postal address where none is configured', () => {
    const { html, text } = renderEmail('starter-kit', { email: 'ann@example.com' }, { ...SITE, postalAddress: null });
    for (const form of [html, text]) expect(form).not.toMatch(/Lectern, |null/);
  });
});
