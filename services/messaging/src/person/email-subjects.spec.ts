import { expect, it } from 'vitest';
import { MessagingConfig } from '../config.ts';
import { SAMPLES } from '../samples/samples.ts';
import { EmailSubjects } from './email-subjects.ts';

const subjects = new EmailSubjects(
  Object.assign(new MessagingConfig(), {
    ASSOCIATION_TIME_ZONE: 'America/Los_Angeles',
    PUBLIC_URL: 'https://lectern.test',
  }),
);

it.each(SAMPLES)('names the email $template.name ($occasion) by its subject', ({ template, data }) => {
  const subject = subjects.of(template.name, data);
  expect(subject).toMatch(/\w/);
  // The association's name is not missing at its end or within it.
  expect(subject).not.toMatch(/[–—\s]$|  /);
});

it('returns null for an email whose template or contents are gone', () => {
  expect([subjects.of('no-such-email', {}), subjects.of('welcome', {})]).toEqual([null, null]);
});
