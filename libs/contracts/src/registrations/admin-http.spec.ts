import { expect, it } from 'vitest';
import { newEventForm } from './admin-http.ts';

it.each(['title', 'location'] as const)('the %s of an event is one line with visible characters', (field) => {
  const messageOf = (text: string) =>
    newEventForm.safeParse({ [field]: text }).error?.issues.find(({ path }) => path[0] === field)?.message;
  const label = field === 'title' ? 'Title' : 'Location';
  expect(messageOf('Zoom\nBcc: everybody')).toBe(`${label} must be one line, without hidden characters`);
  expect(messageOf('\u200b')).toBe(`${label} must have visible characters`);
  expect(messageOf('Zoom, room 2')).toBeUndefined();
});
