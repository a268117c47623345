import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import { describe, expect, it } from 'vitest';
import { bodyOf, checkChoice, checkEntry, EMPTY_ENTRY, type Entry } from './entry.ts';

const complete: Entry = {
  ...EMPTY_ENTRY,
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.org',
  events: ['prepared_speech'],
  division: 'development',
  waiver: true,
};
const titleOf = (change: Partial<Entry>) => checkEntry(bodyOf({ ...complete, ...change }))?.toast.title;

describe('an entry', () => {
  it('can be sent when it is complete, without phone, experience or accommodations', () => {
    expect(checkEntry(bodyOf(complete))).toBeNull();
  });

  it('is refused for each thing that is missing, and says where', () => {
    expect(titleOf({ firstName: ' ' })).toBe('Missing information');
    expect(checkEntry(bodyOf({ ...complete, lastName: '' }))).toMatchObject({
      field: 'lastName',
      fields: { lastName: 'Enter your last name' },
      toast: { description: 'Please fill out all required fields.' },
    });
    expect(checkEntry(bodyOf(EMPTY_ENTRY))?.fields).toEqual({
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      email: 'Enter your email address',
    });
    expect(titleOf({ email: '' })).toBe('Missing information');
    expect(titleOf({ email: 'ada' })).toBe('Invalid email');
    expect(titleOf({ events: [] })).toBe('No events selected');
    expect(titleOf({ division: '' })).toBe('Division required');
    expect(titleOf({ waiver: false })).toBe('Waiver required');
  });

  it('is checked by the questions of its tournament once its events are right', () => {
    const question = { kind: 'text' as const, options: [], isRequired: true, isHidden: false };
    const setup = {
      ...SHIPPED_SETUP,
      mostCompetitions: 1,
      questions: [
        { ...question, id: 'school', question: 'School' },
        { ...question, id: 'city', question: 'City' },
      ],
    };
    const check = (change: Partial<Entry>) => checkChoice(setup, bodyOf({ ...complete, ...change }), new Date());
    expect(check({})).toMatchObject({
      field: 'answers.school',
      fields: { 'answers.school': 'Please answer “School”.', 'answers.city': 'Please answer “City”.' },
      toast: { title: 'Check your answers', description: 'Please answer “School”.' },
    });
    expect(check({ events: ['prepared_speech', 'prepared_acting'] })).toMatchObject({ field: 'events' });
    expect(check({ answers: { school: 'Yale', city: 'New Haven' } })).toBeNull();
    expect(bodyOf(complete).answers).toBeUndefined();
  });

  it('is checked in the specified order', () => {
    const order: (string | undefined)[] = [];
    let entry = EMPTY_ENTRY;
    for (const righted of [
      { firstName: 'Ada', lastName: 'O.', email: 'ada' },
      { email: 'ada@example.org' },
      { events: ['spontaneous_debate'] },
      { division: 'professional' },
      { waiver: true },
    ] as const) {
      order.push(checkEntry(bodyOf(entry))?.toast.title);
      entry = { ...entry, ...righted };
    }
    expect(order).toEqual([
      'Missing information',
      'Invalid email',
      'No events selected',
      'Division required',
      'Waiver required',
    ]);
    expect(checkEntry(bodyOf(entry))).toBeNull();
  });
});
