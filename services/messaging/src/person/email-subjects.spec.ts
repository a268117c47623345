import { expect, it } from 'vitest';
import { MessagingConfig } from '../config.ts';
import { SAMPLES } from '../samples/samples.ts';
import { setAssociation } from '../testing/set-association.ts';
import { EmailSubjects } from './email-subjects.ts';

const subjectOf = await new EmailSubjects(
  Object.assign(new MessagingConfig(), {
    UNSUBSCRIBE_SECRET: '0123456789abcdef0123456789abcdef',
    PUBLIC_URL: 'https://lectern.test',
  }),
  setAssociation(),
).reader();

it.each(SAMPLES)('names the email $template.name ($occasion) by its subject', ({ template, data }) => {
  const subject = subjectOf(template.name, data);
  expect(subject).toMatch(/\w/);
  // The association's name is not missing at its end or within it.
  expect(subject).not.toMatch(/[–—\s]$|  /);
});

it('returns null for an email whose template or contents are gone', () => {
  expect([subjectOf('no-such-email', {}), subjectOf('welcome', {})]).toEqual([null, null]);
});
