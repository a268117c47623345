import { describe, expect, it } from 'vitest';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { newEventForm } from '@lectern/contracts/registrations/admin-http';
import { fieldErrors } from '@lectern/contracts/errors';
import { SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import {
  bodyOf,
  cityOf,
  newCompetition,
  newQuestion,
  noEvent,
  shownField,
  type TypedCompetition,
  type TypedQuestion,
  usualZone,
  valuesOf,
} from './event-form-values.ts';

const fall: ShownEvent = {
  id: 'fall',
  title: 'Online Fall Classic',
  description: 'Four rounds.',
  type: 'tournament',
  division: null,
  datetime: '2026-11-21T17:00:00.000Z',
  endsAt: '2026-11-22T00:00:00.000Z',
  timezone: 'America/New_York',
  location: 'Zoom',
  zoomLink: null,
  capacity: null,
  registrationDeadline: '2026-11-15T04:59:59.000Z',
  price: 4_000,
  isActive: true,
  closedAt: null,
  state: 'open',
  counts: { entries: 0, waiting: 0, paid: 0, placesLeft: null },
  version: 1,
};

const wrong = (typed: Partial<ReturnType<typeof noEvent>>): string[] => {
  const parsed = newEventForm.safeParse(bodyOf({ ...valuesOf(fall), ...typed }));
  return parsed.success ? [] : Object.keys(fieldErrors(parsed.error));
};

describe('the form of an event', () => {
  it('shows times in the event’s own time zone', () => {
    expect(valuesOf(fall)).toMatchObject({
      datetime: '2026-11-21T12:00',
      endsAt: '2026-11-21T19:00',
      registrationDeadline: '2026-11-14T23:59:59',
    });
  });

  it('returns the same event when nothing is edited', () => {
    const { id: _id, closedAt: _closedAt, state: _state, counts: _counts, version: _version, ...fields } = fall;
    expect(bodyOf(valuesOf(fall))).toEqual(fields);
    expect(wrong({})).toEqual([]);
  });

  it('sends the refunds in the event’s zone, and none where the server says nothing of them', () => {
    const refundSteps = [
      { until: '2026-11-15T04:59:00.000Z', percent: 100 },
      { until: '2026-11-20T17:00:00.000Z', percent: 50 },
    ];
    const values = valuesOf({ ...fall, refundSteps });
    expect(values.refundSteps?.[0]).toEqual({ until: '2026-11-14T23:59', percent: '100' });
    expect(bodyOf(values).refundSteps).toEqual(refundSteps);
    expect(bodyOf(valuesOf(fall)).refundSteps).toBeUndefined();
    expect(shownField(values, 'refundSteps')).toBe('100% until 2026-11-14 23:59; 50% until 2026-11-20 12:00');
    const typed = (percent: string) => wrong({ refundSteps: [{ until: '2026-11-14T23:59', percent }] });
    expect(typed('50%')).toEqual([]);
    expect(typed('half')).toEqual(['refundSteps.0.percent']);
    expect(typed('')).toEqual(['refundSteps.0.percent']);
  });

  it('has neither a price nor a division where it is a workshop, whatever was typed before', () => {
    const typed = { type: 'workshop', price: '40', division: 'development' } as const;
    expect(bodyOf({ ...valuesOf(fall), ...typed })).toMatchObject({ price: 0, division: null });
    expect(wrong(typed)).toEqual([]);
  });

  it('keeps the typed hour when the time zone changes', () => {
    expect(bodyOf({ ...valuesOf(fall), timezone: 'America/Los_Angeles' }).datetime).toBe('2026-11-21T20:00:00.000Z');
    // Daylight saving time ends between the two dates.
    expect(bodyOf({ ...valuesOf(fall), datetime: '2026-10-17T12:00' }).datetime).toBe('2026-10-17T16:00:00.000Z');
  });

  it('reports each required field of an empty form', () => {
    expect(Object.keys(fieldErrors(newEventForm.safeParse(bodyOf(noEvent('America/New_York'))).error!))).toEqual(
      expect.arrayContaining(['title', 'description', 'datetime', 'endsAt', 'registrationDeadline', 'price']),
    );
  });

  it.each([
    ['an end before the beginning', { endsAt: '2026-11-21T11:00' }, 'endsAt'],
    ['a deadline after the beginning', { registrationDeadline: '2026-11-21T12:00' }, 'registrationDeadline'],
    ['an unsupported time zone', { timezone: 'EST' }, 'timezone'],
    ['a capacity of zero', { capacity: '0' }, 'capacity'],
    ['a fractional capacity', { capacity: '2.5' }, 'capacity'],
    ['a price below zero', { price: '-1' }, 'price'],
    ['a price of half a cent', { price: '0.005' }, 'price'],
    ['no price', { price: '' }, 'price'],
    ['a link without HTTPS', { zoomLink: 'http://zoom.us/j/1' }, 'zoomLink'],
    ['an invalid date', { datetime: 'soon' }, 'datetime'],
  ])('refuses %s', (_what, typed, field) => {
    expect(wrong(typed)).toContain(field);
  });

  it.each(['EST', 'Eastern', ''])('reports the time zone “%s” at its own field alone', (timezone) => {
    expect(wrong({ timezone })).toEqual(['timezone']);
  });

  it('names the city of a time zone', () => {
    expect(['America/New_York', ' America/Argentina/Buenos_Aires', 'UTC', 'Eastern'].map(cityOf)).toEqual([
      'New York',
      'Buenos Aires',
      'UTC',
      '',
    ]);
  });

  it('finds the time zone of most events of a kind', () => {
    const events = [{ ...fall, timezone: 'America/Los_Angeles' }, fall, fall];
    expect(usualZone(events, 'tournament')).toBe('America/New_York');
    expect(usualZone(events, 'bootcamp')).toBeNull();
  });

  describe('of a tournament with competitions', () => {
    const saved = { ...fall, setup: SHIPPED_SETUP };
    const typed = (change: Partial<TypedCompetition>): TypedCompetition => ({ ...newCompetition(), ...change });
    const withAdded = (...added: TypedCompetition[]) => {
      const { setup } = valuesOf(saved);
      return { ...valuesOf(saved), setup: { ...setup!, competitions: [...setup!.competitions, ...added] } };
    };

    it('returns the same set-up when nothing is edited', () => {
      expect(bodyOf(valuesOf(saved)).setup).toEqual(SHIPPED_SETUP);
      expect(bodyOf({ ...valuesOf(saved), type: 'bootcamp' }).setup).toBeUndefined();
    });

    it('gives new competitions ids by their names, which none has already', () => {
      const { setup } = bodyOf(
        withAdded(typed({ name: 'Débat à deux!' }), typed({ name: 'Prepared speech' }), typed({ name: '詩' })),
      );
      expect(setup!.competitions.slice(4).map(({ id }) => id)).toEqual([
        'debat_a_deux',
        'prepared_speech_2',
        'competition',
      ]);
    });

    it('keeps rules about a new competition, and ends those about a removed one', () => {
      const added = typed({ name: 'Poetry', excludes: ['prepared_speech', 'removed'] });
      const apart = typed({ name: 'Debate', excludes: [added.id] });
      const { setup } = bodyOf(withAdded(added, apart));
      expect(setup!.competitions.slice(4).map(({ excludes }) => excludes)).toEqual([['prepared_speech'], ['poetry']]);
    });

    it('has deadlines in the event’s own time zone', () => {
      const { setup } = bodyOf(withAdded(typed({ name: 'Poetry', deadline: '2026-10-01T12:00' })));
      expect(setup!.competitions.at(-1)!.deadline).toBe('2026-10-01T16:00:00.000Z');
      expect(valuesOf({ ...fall, setup: setup! }).setup!.competitions.at(-1)!.deadline).toBe('2026-10-01T12:00');
    });

    it('has numbers of places, or none where they are blank', () => {
      const values = withAdded(typed({ name: 'Poetry', capacity: '12' }));
      const divisionCapacities = { development: '1', professional: '' };
      const limited = { ...values, setup: { ...values.setup, divisionCapacities } };
      const { setup } = bodyOf(limited);
      expect(setup!.competitions.map(({ capacity }) => capacity)).toEqual([null, null, null, null, 12]);
      expect(setup!.divisionCapacities).toEqual({ development: 1, professional: null });
      expect(valuesOf({ ...fall, setup: setup! }).setup!.divisionCapacities).toEqual(divisionCapacities);
      expect(shownField(limited, 'setup')).toContain(
        'Poetry (12 places). At most 4 a person. Development division: 1 place.',
      );
    });

    it('has later prices in dollars, from times in the event’s own time zone', () => {
      const values = valuesOf(saved);
      const laterPrices = [
        { from: '2026-10-01T00:00', price: '45' },
        { from: '2026-11-01T00:00', price: '$50.00' },
      ];
      const typedPrices = { ...values, setup: { ...values.setup!, laterPrices } };
      const { setup } = bodyOf(typedPrices);
      expect(setup!.laterPrices).toEqual([
        { from: '2026-10-01T04:00:00.000Z', price: 4_500 },
        { from: '2026-11-01T04:00:00.000Z', price: 5_000 },
      ]);
      expect(valuesOf({ ...fall, setup: setup! }).setup!.laterPrices).toEqual([
        { from: '2026-10-01T00:00', price: '45.00' },
        { from: '2026-11-01T00:00', price: '50.00' },
      ]);
      expect(shownField(typedPrices, 'setup')).toMatch(
        /At most 4 a person\. From 2026-10-01 00:00 \$45\. From 2026-11-01 00:00 \$50\.00\.$/,
      );
    });

    it('has questions, whose ids last while their words change', () => {
      const values = valuesOf(saved);
      const asking = (...questions: Partial<TypedQuestion>[]) => ({
        ...values,
        setup: { ...values.setup!, questions: questions.map((typed) => ({ ...newQuestion(), ...typed })) },
      });
      const shirt = { question: 'Shirt size?', kind: 'choice', options: [' S ', '', 'M'], isRequired: true } as const;
      const typedQuestions = asking(shirt, { question: '¿?', options: ['left over'], isHidden: true });
      const { setup } = bodyOf(typedQuestions);
      expect(setup!.questions).toEqual([
        { ...shirt, id: 'shirt_size', options: ['S', 'M'], isHidden: false },
        { id: 'question', question: '¿?', kind: 'text', options: [], isRequired: false, isHidden: true },
      ]);
      const { questions } = valuesOf({ ...fall, setup: setup! }).setup!;
      const reworded = asking({ ...questions[0], question: 'Size of your shirt' }, { question: 'Shirt size' });
      expect(bodyOf(reworded).setup!.questions!.map(({ id }) => id)).toEqual(['shirt_size', 'shirt_size_2']);
      expect(shownField(typedQuestions, 'setup')).toMatch(
        /At most 4 a person\. Asks: Shirt size\? \(S, M; required\), ¿\? \(text; hidden\)\.$/,
      );
    });

    it('formats its competitions for comparison with another version', () => {
      const values = withAdded(typed({ name: 'Poetry', isClosed: true, excludes: ['prepared_speech'] }));
      expect(shownField(values, 'setup')).toBe(
        'Prepared Speech; Prepared Acting; Spontaneous Speech; Spontaneous Debate; Poetry (closed, not with Prepared Speech). At most 4 a person.',
      );
    });
  });

  it('formats a field for comparison with another version', () => {
    const values = { ...valuesOf(fall), price: '45', capacity: '20', isActive: false };
    expect(
      (['datetime', 'price', 'capacity', 'isActive', 'division', 'zoomLink'] as const).map((field) =>
        shownField(values, field),
      ),
    ).toEqual(['Nov 21, 2026, 12:00 PM EST', '$45.00', '20', 'No', 'Both divisions', '—']);
  });
});
