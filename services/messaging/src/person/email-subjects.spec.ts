import { expect, it } from '@jest/globals';
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
  expect(subjects.of(template.name, data)).toMatch(/\w/);
});

it('returns null for an email whose template or contents are gone', () => {
  expect([subjects.of('no-such-email', {}), subjects.of('welcome', {})]).toEqual([null, null]);
});
