import { describe, expect, it } from 'vitest';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import type { Competition } from '@lectern/contracts/registrations/event-setup';
import { fullPartsOf, optionsOf } from './competition-options.ts';

const NOW = new Date('2026-09-01T12:00:00Z');
const competition = (id: string, typed: Partial<Competition> = {}): Competition => ({
  id,
  name: id,
  description: '',
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  ...typed,
});
const shown = (
  competitions: Competition[],
  { events = [], division = '', most = 4 }: { events?: string[]; division?: '' | 'development'; most?: number } = {},
) =>
  optionsOf({ competitions, mostCompetitions: most }, { events, division }, NOW).map(({ hint, isDisabled }) => [
    hint,
    isDisabled,
  ]);

describe('a competition in the entry form', () => {
  it('of the shipped set-up can always be chosen', () => {
    const ids = SHIPPED_SETUP.competitions.map(({ id }) => id);
    expect(optionsOf(SHIPPED_SETUP, { events: ids, division: 'development' }, NOW)).toEqual(
      SHIPPED_SETUP.competitions.map(({ id, name, description }) => ({
        id,
        name,
        hint: description,
        isDisabled: false,
      })),
    );
  });

  it('says why it cannot be added', () => {
    const others = [competition('poetry', { excludes: ['debate'] }), competition('speech', { isClosed: true })];
    expect(shown([competition('debate', { division: 'professional' }), ...others])).toEqual([
      ['For the Professional division only.', false],
      [undefined, false],
      ['Registration for speech has closed.', true],
    ]);
    expect(shown([competition('debate'), ...others], { events: ['debate'] })[1]).toEqual([
      'Not together with debate.',
      true,
    ]);
    expect(shown([competition('debate', { division: 'professional' })], { division: 'development' })).toEqual([
      ['For the Professional division only.', true],
    ]);
  });

  it('can be unchosen, but none is added beyond the maximum', () => {
    expect(shown([competition('a'), competition('b')], { events: ['a'], most: 1 })).toEqual([
      [undefined, false],
      [undefined, true],
    ]);
    expect(shown([competition('a', { isClosed: true })], { events: ['a'] })).toEqual([
      ['Registration for a has closed.', false],
    ]);
  });

  it('says until when it can be chosen', () => {
    expect(shown([competition('a', { description: 'Aloud.', deadline: '2026-10-01T12:00:00.000Z' })])).toEqual([
      ['Aloud. Register for it by Oct 1, 2026.', false],
    ]);
  });
});

describe('a full competition or division', () => {
  const setup = { competitions: [competition('poetry'), competition('debate')], mostCompetitions: 2 };
  const places = [
    { of: 'division' as const, id: 'development', placesLeft: 0 },
    { of: 'competition' as const, id: 'poetry', placesLeft: 0 },
    { of: 'competition' as const, id: 'debate', placesLeft: 1 },
  ];

  it('can be chosen: the person joins the waitlist', () => {
    const options = optionsOf(setup, { events: [], division: '' }, NOW, places);
    expect(options.map(({ hint, isDisabled }) => [hint, isDisabled])).toEqual([
      ['Full: you join the waitlist.', false],
      ['1 place left.', false],
    ]);
  });

  it('is named where the entry asks for it', () => {
    expect(fullPartsOf(setup, { events: ['debate'], division: 'professional' }, places)).toEqual([]);
    expect(fullPartsOf(setup, { events: ['poetry', 'debate'], division: 'development' }, places)).toEqual([
      'the Development division',
      'poetry',
    ]);
    expect(fullPartsOf(setup, { events: ['poetry'], division: 'development' })).toEqual([]);
  });
});
