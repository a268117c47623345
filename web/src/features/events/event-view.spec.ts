import { describe, expect, it } from 'vitest';
import { peopleOf } from '../../components/console/event-people.ts';
import { closingOf, nothingToCopy, quarterChoices, registeredSentence } from './event-view.ts';

const counts = { entries: 14, waiting: 2, paid: 9, placesLeft: 0 };

describe('a preview with nothing to copy', () => {
  it('says whether the next quarter has the events', () => {
    const [exists, past] = [{ outcome: 'exists' }, { outcome: 'past' }] as const;
    expect(nothingToCopy([exists])).toBe('This event is in the next quarter already. There is nothing to do.');
    expect(nothingToCopy([exists, exists])).toMatch(/^These events are in the next quarter already/);
    expect(nothingToCopy([exists, past])).toMatch(/in the past/);
  });
});

describe('an event in the list', () => {
  it('shows how many people are registered and waiting', () => {
    expect(peopleOf({ type: 'tournament', counts, capacity: 14 })).toBe('14 of 14, 9 paid, 2 on the waitlist');
    expect(peopleOf({ type: 'tournament', counts: { ...counts, waiting: 0 }, capacity: null })).toBe('14, 9 paid');
    expect(peopleOf({ type: 'workshop', counts, capacity: 14 })).toBe('14 of 14, 2 on the waitlist');
    expect(registeredSentence({ entries: 0, waiting: 0, paid: 0, placesLeft: 1 })).toBe('No one is registered');
    const nobody = { entries: 0, waiting: 0, paid: 0, placesLeft: null };
    expect([
      peopleOf({ type: 'tournament', counts: nobody, capacity: null }),
      peopleOf({ type: 'tournament', counts: nobody, capacity: 12 }),
    ]).toEqual(['None yet', '0 of 12']);
    expect(registeredSentence(counts)).toBe('14 people are registered, and 2 are on the waitlist');
    expect(registeredSentence({ entries: 1, waiting: 1, paid: 0, placesLeft: 0 })).toBe(
      '1 person is registered, and 1 is on the waitlist',
    );
  });

  it('can be closed and reopened until its deadline', () => {
    const event = { state: 'open', closedAt: null, registrationDeadline: '2026-11-14T00:00:00.000Z' } as const;
    const [before, after] = [new Date('2026-11-13T23:59:59Z'), new Date('2026-11-14T00:00:00Z')];
    expect(closingOf(event, before)).toBe('close');
    expect(closingOf({ ...event, state: 'closed', closedAt: '2026-11-01T00:00:00.000Z' }, before)).toBe('reopen');
    expect([closingOf(event, after), closingOf({ ...event, state: 'over' }, before)]).toEqual([null, null]);
  });

  it('offers quarters to copy, starting with the previous one', () => {
    const choices = quarterChoices('2026-01-31');
    expect(choices.slice(0, 3)).toEqual([
      { value: '2025-Q4', label: 'October – December 2025' },
      { value: '2026-Q1', label: 'January – March 2026' },
      { value: '2026-Q2', label: 'April – June 2026' },
    ]);
    expect(choices.at(-1)!.value).toBe('2030-Q1');
  });
});
