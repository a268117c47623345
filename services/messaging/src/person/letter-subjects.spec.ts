import { expect, it } from '@jest/globals';
import { MessagingConfig } from '../config.ts';
import { SAMPLES } from '../letter/samples/samples.ts';
import { LetterSubjects } from './letter-subjects.ts';

const subjects = new LetterSubjects(
  Object.assign(new MessagingConfig(), {
    ASSOCIATION_TIME_ZONE: 'America/Los_Angeles',
    PUBLIC_URL: 'https://lectern.test',
  }),
);

it.each(SAMPLES)('names the letter $template.name ($occasion) by its subject', ({ template, data }) => {
  expect(subjects.of(template.name, data)).toMatch(/\w/);
});

it('says nothing of a letter whose kind is gone, or whose contents are', () => {
  expect([subjects.of('no-such-letter', {}), subjects.of('welcome', {})]).toEqual([null, null]);
});
