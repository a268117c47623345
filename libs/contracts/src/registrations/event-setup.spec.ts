import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../errors.ts';
import { newEventForm } from './admin-http.ts';
import { brokenRule, choiceProblem, competitionName, fullWords, SHIPPED_SETUP } from './competition-rules.ts';
import type { Competition } from './event-setup.ts';
import { tournamentForm } from './http.ts';

const competition = (id: string, typed: Partial<Competition> = {}): Competition => ({
  id,
  name: id.toUpperCase(),
  description: '',
  division: null,
  deadline: null,
  isClosed: false,
  excludes: [],
  ...typed,
});
const form = {
  title: 'Fall Open',
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
};
const wrong = (setup: unknown, typed: object = {}) => {
  const { error } = newEventForm.safeParse({ ...form, ...typed, setup });
  return error === undefined ? {} : fieldErrors(error);
};

describe('the set-up of a tournament in the form of an event', () => {
  it('may be the shipped one, another one, or left out', () => {
    expect(wrong(SHIPPED_SETUP)).toEqual({});
    expect(wrong(undefined)).toEqual({});
    expect(
      wrong({ competitions: [competition('a'), competition('b', { excludes: ['a'] })], mostCompetitions: 1 }),
    ).toEqual({});
  });

  it('names the field of each mistake', () => {
    expect(wrong({ competitions: [], mostCompetitions: 4 })).toEqual({
      'setup.competitions': 'Add at least one competition',
    });
    const many = Array.from({ length: 13 }, (_, index) => competition(`c${index}`));
    expect(wrong({ competitions: many, mostCompetitions: 13 })).toEqual({
      'setup.competitions': 'There can be at most 12 competitions',
      'setup.mostCompetitions': 'Enter how many competitions a person may enter at most, from 1 to 12',
    });
    expect(
      wrong({
        competitions: [
          competition('a', { name: '' }),
          competition('B!', { deadline: 'soon' }),
          competition('c', { name: 'Poetry at poetry.example' }),
        ],
        mostCompetitions: 1,
      }),
    ).toEqual({
      'setup.competitions.0.name': 'Enter the name of the competition',
      'setup.competitions.1.id': 'An id has lower-case letters, digits and underscores, such as prepared_speech',
      'setup.competitions.1.deadline': 'Enter until when people can enter the competition, or leave it blank',
      'setup.competitions.2.name': 'Enter a name without a link',
    });
  });

  it('has no two competitions of one name or id, and rules about its own competitions only', () => {
    expect(
      wrong({
        competitions: [
          competition('a', { name: 'Debate', excludes: ['a'] }),
          competition('b', { name: 'debate ' }),
          competition('a', { excludes: ['gone'] }),
        ],
        mostCompetitions: 1,
      }),
    ).toEqual({
      'setup.competitions.0.excludes': 'Choose other competitions of this tournament',
      'setup.competitions.1.name': 'Another competition has this name already',
      'setup.competitions.2.id': 'Another competition has this id already',
      'setup.competitions.2.excludes': 'Choose other competitions of this tournament',
    });
  });

  it('has numbers of places, or none', () => {
    const competitions = [competition('a', { capacity: 3 }), competition('b')];
    const setup = { competitions, mostCompetitions: 1, divisionCapacities: { development: 20, professional: null } };
    expect(newEventForm.parse({ ...form, setup }).setup).toEqual({
      ...setup,
      competitions: [competitions[0], { ...competitions[1], capacity: null }],
      laterPrices: [],
      questions: [],
    });
    expect(newEventForm.parse({ ...form, setup: { competitions, mostCompetitions: 1 } }).setup).toMatchObject({
      divisionCapacities: { development: null, professional: null },
    });
    expect(
      wrong({
        competitions: [competition('a', { capacity: 0 }), competition('b', { capacity: 1.5 })],
        mostCompetitions: 1,
        divisionCapacities: { development: 1_000_000, professional: Number.NaN },
      }),
    ).toEqual({
      'setup.competitions.0.capacity': 'Number of places must be at least 1',
      'setup.competitions.1.capacity': 'Number of places must be a whole number',
      'setup.divisionCapacities.development': 'Number of places must be 100,000 or less',
      'setup.divisionCapacities.professional': 'Enter the number of places, or leave it blank',
    });
  });

  it('has later prices that begin one after another before the deadline, and change something', () => {
    const withPrices = (...laterPrices: unknown[]) => wrong({ ...SHIPPED_SETUP, laterPrices });
    const from = (date: string, price: unknown = 5_000) => ({ from: `2026-${date}T04:00:00.000Z`, price });
    expect(withPrices(from('10-01', 4_500), from('11-01'))).toEqual({});
    expect(withPrices({ from: 'soon', price: 30 }, from('11-01', Number.NaN))).toEqual({
      'setup.laterPrices.0.from': 'Enter when the price begins',
      'setup.laterPrices.0.price': 'Price must be 0, or at least $0.50',
      'setup.laterPrices.1.price': 'Enter the price',
    });
    expect(withPrices(from('10-01'), from('10-01', 6_000), from('09-01', 7_000))).toEqual({
      'setup.laterPrices.1.from': 'It must be after the price above it begins',
      'setup.laterPrices.2.from': 'It must be after the price above it begins',
    });
    expect(withPrices({ from: form.registrationDeadline, price: 5_000 })).toEqual({
      'setup.laterPrices.0.from': 'It must be before the registration deadline',
    });
    expect(withPrices(from('10-01', form.price), from('11-01', form.price))).toEqual({
      'setup.laterPrices.0.price': 'The price before it is the same',
      'setup.laterPrices.1.price': 'The price before it is the same',
    });
    expect(withPrices(...[1, 2, 3, 4, 5, 6].map((day) => from(`10-0${day}`, 5_000 + day)))).toEqual({
      'setup.laterPrices': 'There can be at most 5 later prices',
    });
  });

  it('has competitions that close with the tournament at the latest', () => {
    const closing = (deadline: string) =>
      wrong({ competitions: [competition('a', { deadline })], mostCompetitions: 1 });
    expect(closing(form.registrationDeadline)).toEqual({});
    expect(closing(form.endsAt)).toEqual({
      'setup.competitions.0.deadline': 'It must not be after the registration deadline',
    });
  });

  it('has refunds that end one after another before the event begins, and give back less', () => {
    const withRefunds = (refundSteps: unknown[], typed: object = {}) => wrong(undefined, { refundSteps, ...typed });
    const until = (date: string, percent: unknown) => ({ until: `2026-${date}T04:00:00.000Z`, percent });
    expect(withRefunds([])).toEqual({});
    expect(withRefunds([until('11-15', 100), { until: form.datetime, percent: 50 }])).toEqual({});
    expect(withRefunds([{ until: 'soon', percent: 0 }, until('11-15', 100.5), until('11-16', 101)])).toEqual({
      'refundSteps.0.until': 'Enter until when this part is refunded',
      'refundSteps.0.percent': 'Enter a whole number from 1 to 100',
      'refundSteps.1.percent': 'Enter a whole number from 1 to 100',
      'refundSteps.2.percent': 'Enter a whole number from 1 to 100',
    });
    expect(withRefunds([until('11-15', 50), until('11-15', 40), until('11-16', 40), until('11-22', 10)])).toEqual({
      'refundSteps.1.until': 'It must be after the step above it ends',
      'refundSteps.2.percent': 'It must be lower than in the step above it',
      'refundSteps.3.until': 'It must be before the event begins',
    });
    expect(withRefunds([1, 2, 3, 4, 5, 6].map((day) => until(`11-0${day}`, 60 - day)))).toEqual({
      refundSteps: 'There can be at most 5 steps',
    });
    const workshop = { type: 'workshop', price: 0 };
    expect(withRefunds([until('11-15', 50)], workshop)).toEqual({
      refundSteps: 'A workshop is part of the annual plan: there is nothing to refund',
    });
  });

  it('has questions that can be answered, each once', () => {
    const question = (id: string, typed: object = {}) => ({
      ...{ id, question: id.toUpperCase(), kind: 'text', options: [], isRequired: false, isHidden: false },
      ...typed,
    });
    const withQuestions = (...questions: unknown[]) => wrong({ ...SHIPPED_SETUP, questions });
    const shirt = question('shirt', { kind: 'choice', options: ['S', 'M'] });
    expect(withQuestions(shirt, question('adult', { kind: 'checkbox', isRequired: true }))).toEqual({});
    expect(
      withQuestions(
        question('a', { question: ' ', kind: 'date' }),
        question('b', { kind: 'choice', options: ['Only one'] }),
        question('c', { options: ['S', 'M'] }),
        question('d', { kind: 'choice', options: ['S', 'S'] }),
        question('B', { kind: 'choice', options: ['S', ''] }),
        question('f', { question: 'a'.repeat(201) }),
      ),
    ).toEqual({
      'setup.questions.0.question': 'Enter the question',
      'setup.questions.0.kind': 'Choose how it is answered',
      'setup.questions.4.id': 'An id has lower-case letters, digits and underscores, such as shirt_size',
      'setup.questions.4.options.1': 'Enter an answer, or remove its line',
      'setup.questions.5.question': 'Question must be 200 characters or less',
    });
    expect(
      withQuestions(
        question('b', { kind: 'choice', options: ['Only one'] }),
        question('c', { options: ['S', 'M'] }),
        question('d', { kind: 'choice', options: ['S', 'S'] }),
        question('d', { question: 'Other' }),
        question('e', { question: 'b' }),
      ),
    ).toEqual({
      'setup.questions.0.options': 'Enter at least two answers to choose from',
      'setup.questions.1.options': 'Only a choice has answers to choose from',
      'setup.questions.2.options': 'Enter each answer once',
      'setup.questions.3.id': 'Another question has this id already',
      'setup.questions.4.question': 'Another question has these words already',
    });
    expect(withQuestions(...Array.from({ length: 11 }, (_, index) => question(`q${index}`)))).toEqual({
      'setup.questions': 'There can be at most 10 questions',
    });
  });

  it('is only for a tournament, and leaves its division something to enter', () => {
    expect(wrong(SHIPPED_SETUP, { type: 'bootcamp' })).toEqual({ setup: 'Only a tournament has competitions' });
    const professional = { competitions: [competition('a', { division: 'professional' })], mostCompetitions: 1 };
    expect(wrong(professional, { division: 'professional' })).toEqual({});
    expect(Object.keys(wrong(professional, { division: 'development' }))).toEqual(['setup']);
  });
});

describe('a choice of competitions', () => {
  const NOW = new Date('2026-09-01T12:00:00Z');
  const setup = {
    competitions: [
      competition('open'),
      competition('closed', { isClosed: true }),
      competition('late', { deadline: '2026-09-01T12:00:00.000Z' }),
      competition('pro', { division: 'professional' }),
      competition('apart', { excludes: ['open'] }),
      competition('third'),
    ],
    mostCompetitions: 2,
  };
  const problem = (competitions: string[]) => choiceProblem(setup, { competitions, division: 'development' }, NOW);

  it('is refused with the reason in words', () => {
    expect(problem(['open', 'third'])).toBeNull();
    expect(problem(['gone_by'])).toBe('This tournament has no event “Gone By”. Reload the page to see its events.');
    expect(problem(['closed'])).toBe('Registration for CLOSED has closed.');
    expect(problem(['late'])).toBe('Registration for LATE has closed.');
    expect(problem(['pro'])).toBe('PRO is for the Professional division only.');
    expect(problem(['open', 'apart'])).toBe('OPEN and APART cannot be combined. Please select one of them.');
    expect(problem(['apart', 'open'])).toBe('APART and OPEN cannot be combined. Please select one of them.');
    expect(
      choiceProblem(
        { ...setup, mostCompetitions: 1 },
        { competitions: ['open', 'third'], division: 'development' },
        NOW,
      ),
    ).toBe('Please select at most 1 event.');
  });

  it('of an entry that waits or has a place breaks fewer rules, named without advice', () => {
    const rule = (competitions: string[], at: 'waiting' | 'placed') =>
      brokenRule(setup, { competitions, division: 'development' }, at);
    expect(rule(['late'], 'waiting')).toBeNull();
    expect(rule(['closed'], 'waiting')).toBe('Registration for CLOSED has closed.');
    expect(rule(['closed', 'late'], 'placed')).toBeNull();
    expect(rule(['pro'], 'placed')).toBe('PRO is for the Professional division only.');
    expect(rule(['open', 'apart'], 'placed')).toBe('OPEN and APART cannot be combined.');
    expect(rule(['open', 'third', 'late'], 'placed')).toBe('A person may enter at most 2 events.');
  });

  it('of a form names each competition once', () => {
    const eventsOf = (events: string[]) => fieldErrors(tournamentForm.safeParse({ events }).error!)['events'];
    expect(eventsOf(['a', 'a'])).toBe('Select each event once.');
    expect(eventsOf([])).toBe('Please select at least one event to compete in.');
    expect(eventsOf(['a', 'b', 'c', 'd', 'e'])).toBeUndefined();
  });

  it('names what is full', () => {
    expect(fullWords(['Oratory'])).toBe('Oratory is full');
    expect(fullWords(['the Development division', 'Oratory', 'Poetry'])).toBe(
      'The Development division, Oratory and Poetry are full',
    );
  });

  it('is readable where the set-up no longer has it', () => {
    expect(competitionName(setup, 'open')).toBe('OPEN');
    expect(competitionName(SHIPPED_SETUP, 'lincoln_douglas_2')).toBe('Lincoln Douglas 2');
  });
});
