import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { DIVISIONS, SHIPPED_SETUP } from '@lectern/contracts/registrations/competition-rules';
import { COMPETITION_ID_MAX, type EventSetup, type Question } from '@lectern/contracts/registrations/event-setup';
import { formatCents } from '@lectern/contracts/money';
import { isTimeZone } from '@lectern/contracts/time-zone';
import { centsOf, typedDollars } from '../../components/console/typed-dollars.ts';
import { instantOf, wallClock } from '../../components/console/wall-clock.ts';
import { randomKey } from '../../lib/form-submission.ts';
import { formatDateTime } from '../../lib/format.ts';

export interface TypedCompetition {
  /** Of a competition that is not saved yet: begins with {@link NEW}. */
  id: string;
  name: string;
  description: string;
  division: 'development' | 'professional' | '';
  deadline: string;
  isClosed: boolean;
  excludes: readonly string[];
  capacity: string;
}

export interface TypedPrice {
  from: string;
  price: string;
}

export interface TypedRefund {
  until: string;
  percent: string;
}

export interface TypedQuestion {
  /** As that of a competition. */
  id: string;
  question: string;
  kind: Question['kind'];
  /** As typed, one in a line. */
  options: readonly string[];
  isRequired: boolean;
  isHidden: boolean;
}

export interface TypedSetup {
  competitions: readonly TypedCompetition[];
  mostCompetitions: string;
  divisionCapacities: { development: string; professional: string };
  laterPrices: readonly TypedPrice[];
  questions: readonly TypedQuestion[];
}

/** The values in the form of an event. Times are in the event's own zone, in the format of the browser's date field. */
export interface EventValues {
  title: string;
  description: string;
  type: ShownEvent['type'];
  division: 'development' | 'professional' | '';
  datetime: string;
  endsAt: string;
  timezone: string;
  location: string;
  zoomLink: string;
  capacity: string;
  registrationDeadline: string;
  price: string;
  isActive: boolean;
  /** Null where the server does not say it. */
  setup: TypedSetup | null;
  /** Null where the server does not say them. */
  refundSteps: readonly TypedRefund[] | null;
}

export type EventField = keyof EventValues;

export const EVENT_LABELS: Readonly<Record<EventField, string>> = {
  title: 'Title',
  type: 'Kind',
  description: 'Description',
  division: 'Division',
  timezone: 'Time zone',
  datetime: 'Begins',
  endsAt: 'Ends',
  registrationDeadline: 'Registration deadline',
  location: 'Location',
  zoomLink: 'Zoom link',
  capacity: 'Number of places',
  price: 'Price',
  isActive: 'Shown on the site',
  setup: 'Set-up',
  refundSteps: 'Refunds',
};

export const EVENT_FIELDS = Object.keys(EVENT_LABELS) as EventField[];

const NEW = 'new_';

/** A competition without a name. */
export const newCompetition = (): TypedCompetition => ({
  id: `${NEW}${randomKey()}`,
  name: '',
  description: '',
  division: '',
  deadline: '',
  isClosed: false,
  excludes: [],
  capacity: '',
});

/** A question without words. */
export const newQuestion = (): TypedQuestion => ({
  id: `${NEW}${randomKey()}`,
  question: '',
  kind: 'text',
  options: [],
  isRequired: false,
  isHidden: false,
});

const typedNumber = (value: number | null | undefined): string => (value == null ? '' : String(value));
/** Null where nothing is typed. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const typedSetupOf = (
  { competitions, mostCompetitions, divisionCapacities, laterPrices = [], questions = [] }: EventSetup,
  timezone: string,
): TypedSetup => ({
  competitions: competitions.map((competition) => ({
    ...competition,
    division: competition.division ?? '',
    deadline: competition.deadline === null ? '' : wallClock(timezone, competition.deadline),
    capacity: typedNumber(competition.capacity),
  })),
  mostCompetitions: String(mostCompetitions),
  divisionCapacities: {
    development: typedNumber(divisionCapacities?.development),
    professional: typedNumber(divisionCapacities?.professional),
  },
  laterPrices: laterPrices.map(({ from, price }) => ({ from: wallClock(timezone, from), price: typedDollars(price) })),
  questions,
});

/** The id of a new competition or question: its words, and a number where another one has them. */
const idFrom = (name: string, taken: ReadonlySet<string>, otherwise: string): string => {
  const words = name.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const plain = words.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  const short = plain.slice(0, COMPETITION_ID_MAX - 3).replace(/_$/, '') || otherwise;
  let [id, number] = [short, 2];
  for (; taken.has(id); number += 1) id = `${short}_${number}`;
  return id;
};

/** The lasting id of each item. */
const idsOf = (items: readonly { readonly id: string; readonly words: string }[], otherwise: string) => {
  const ids = new Map<string, string>();
  const taken = new Set(items.map(({ id }) => id));
  for (const { id, words } of items) {
    const lasting = id.startsWith(NEW) ? idFrom(words, taken, otherwise) : id;
    taken.add(lasting);
    ids.set(id, lasting);
  }
  return ids;
};

/** Without the blank lines. */
const linesOf = (typed: readonly string[]): string[] => typed.map((line) => line.trim()).filter((line) => line !== '');

/** The set-up as it is sent. New competitions and questions get their ids, and rules about removed ones end. */
const setupOf = (
  { competitions, mostCompetitions, divisionCapacities, laterPrices, questions }: TypedSetup,
  zone: string,
): EventSetup => {
  const ids = idsOf(
    competitions.map(({ id, name }) => ({ id, words: name })),
    'competition',
  );
  const questionIds = idsOf(
    questions.map(({ id, question }) => ({ id, words: question })),
    'question',
  );
  return {
    competitions: competitions.map((competition) => ({
      ...competition,
      id: ids.get(competition.id)!,
      division: competition.division === '' ? null : competition.division,
      deadline: competition.deadline === '' ? null : instantOf(zone, competition.deadline),
      excludes: competition.excludes.flatMap((id) => ids.get(id) ?? []),
      capacity: numberOf(competition.capacity),
    })),
    mostCompetitions: numberOf(mostCompetitions) ?? Number.NaN,
    divisionCapacities: {
      development: numberOf(divisionCapacities.development),
      professional: numberOf(divisionCapacities.professional),
    },
    laterPrices: laterPrices.map(({ from, price }) => ({
      from: instantOf(zone, from),
      price: centsOf(price) as number,
    })),
    questions: questions.map((question) => ({
      ...question,
      id: questionIds.get(question.id)!,
      options: question.kind === 'choice' ? linesOf(question.options) : [],
    })),
  };
};

const placesInWords = (typed: string): string => (typed === '1' ? '1 place' : `${typed} places`);

/** "Prepared Speech; Debate (closed). At most 4 a person." */
export const setupInWords = ({
  competitions,
  mostCompetitions,
  divisionCapacities,
}: Omit<TypedSetup, 'laterPrices' | 'questions'>): string => {
  const named = competitions.map(({ id, name, division, deadline, isClosed, excludes, capacity }) => {
    const others = competitions.filter((other) => other.id !== id && excludes.includes(other.id));
    const notes = [
      isClosed && 'closed',
      capacity !== '' && placesInWords(capacity),
      division !== '' && `${division} only`,
      deadline !== '' && `until ${deadline.replace('T', ' ')}`,
      others.length > 0 && `not with ${others.map((other) => other.name).join(', ')}`,
    ].filter((note) => note !== false);
    return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
  });
  const limits = (['development', 'professional'] as const)
    .filter((id) => divisionCapacities[id] !== '')
    .map((id) => ` ${DIVISIONS[id]} division: ${placesInWords(divisionCapacities[id])}.`);
  return `${named.join('; ')}. At most ${mostCompetitions} a person.${limits.join('')}`;
};

/** "From 2026-11-01 00:00 $50.00." */
const pricesInWords = (prices: readonly TypedPrice[]): string =>
  prices.map(({ from, price }) => ` From ${from.replace('T', ' ')} $${price.replace(/^\$/, '')}.`).join('');

/** " Asks: Shirt size (S, M, L; required); Lunch (checkbox, hidden)." */
const questionsInWords = (questions: readonly TypedQuestion[]): string => {
  const named = questions.map(({ question, kind, options, isRequired, isHidden }) => {
    const notes = [
      kind === 'choice' ? linesOf(options).join(', ') : kind,
      isRequired && 'required',
      isHidden && 'hidden',
    ];
    return `${question} (${notes.filter((note) => note !== false).join('; ')})`;
  });
  return named.length === 0 ? '' : ` Asks: ${named.join(', ')}.`;
};

export const noEvent = (timezone: string): EventValues => ({
  title: '',
  description: '',
  type: 'tournament',
  division: '',
  datetime: '',
  endsAt: '',
  timezone,
  location: 'Zoom',
  zoomLink: '',
  capacity: '',
  registrationDeadline: '',
  price: '',
  isActive: true,
  setup: typedSetupOf(SHIPPED_SETUP, timezone),
  refundSteps: [],
});

export const valuesOf = (event: ShownEvent): EventValues => ({
  title: event.title,
  description: event.description,
  type: event.type,
  division: event.division ?? '',
  datetime: wallClock(event.timezone, event.datetime),
  endsAt: wallClock(event.timezone, event.endsAt),
  timezone: event.timezone,
  location: event.location,
  zoomLink: event.zoomLink ?? '',
  capacity: event.capacity === null ? '' : String(event.capacity),
  registrationDeadline: wallClock(event.timezone, event.registrationDeadline),
  price: typedDollars(event.price),
  isActive: event.isActive,
  setup: event.setup == null ? null : typedSetupOf(event.setup, event.timezone),
  refundSteps:
    event.refundSteps?.map(({ until, percent }) => ({
      until: wallClock(event.timezone, until),
      percent: String(percent),
    })) ?? null,
});

/** "New York", from "America/New_York"; empty if it is not a time zone. */
export const cityOf = (timezone: string): string =>
  isTimeZone(timezone.trim()) ? timezone.trim().split('/').at(-1)!.replaceAll('_', ' ') : '';

/** The time zone of most events of a kind; null without any. */
export const usualZone = (
  events: readonly Pick<ShownEvent, 'type' | 'timezone'>[],
  type: ShownEvent['type'],
): string | null => {
  const counts = new Map<string, number>();
  for (const event of events)
    if (event.type === type) counts.set(event.timezone, (counts.get(event.timezone) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
};

/** The form as a request body, before its schema checks it. */
export const bodyOf = (values: EventValues) => {
  // An invalid time zone is one error, at its own field: the times beside it are still read.
  const zone = isTimeZone(values.timezone.trim()) ? values.timezone : 'UTC';
  return {
    title: values.title,
    description: values.description,
    type: values.type,
    // A workshop is for both, and part of the annual plan.
    division: values.division === '' || values.type === 'workshop' ? null : values.division,
    datetime: instantOf(zone, values.datetime),
    endsAt: instantOf(zone, values.endsAt),
    timezone: values.timezone,
    location: values.location,
    zoomLink: values.zoomLink.trim() === '' ? null : values.zoomLink.trim(),
    capacity: values.capacity === '' ? null : Number(values.capacity),
    registrationDeadline: instantOf(zone, values.registrationDeadline),
    price: values.type === 'workshop' ? 0 : (centsOf(values.price) as number),
    isActive: values.isActive,
    setup: values.setup === null || values.type !== 'tournament' ? undefined : setupOf(values.setup, zone),
    refundSteps:
      values.refundSteps === null || values.type === 'workshop'
        ? undefined
        : values.refundSteps.map(({ until, percent }) => ({
            until: instantOf(zone, until),
            percent: numberOf(percent.replace(/%\s*$/, '')) ?? Number.NaN,
          })),
  };
};

/** A field as text: "Nov 21, 2026, 12:00 PM EST". */
export const shownField = (values: EventValues, field: EventField): string => {
  switch (field) {
    case 'datetime':
    case 'endsAt':
    case 'registrationDeadline': {
      const instant = instantOf(values.timezone, values[field]);
      return instant === '' ? values[field] : formatDateTime(instant, values.timezone);
    }
    case 'setup':
      return values.setup === null
        ? '—'
        : [
            setupInWords(values.setup),
            pricesInWords(values.setup.laterPrices),
            questionsInWords(values.setup.questions),
          ].join('');
    case 'refundSteps':
      return values.refundSteps === null || values.refundSteps.length === 0
        ? '—'
        : values.refundSteps.map(({ until, percent }) => `${percent}% until ${until.replace('T', ' ')}`).join('; ');
    case 'isActive':
      return values.isActive ? 'Yes' : 'No';
    case 'price': {
      const cents = centsOf(values.price) ?? Number.NaN;
      return Number.isNaN(cents) ? values.price : formatCents(cents);
    }
    case 'capacity':
      return values.capacity === '' ? 'Unlimited' : values.capacity;
    case 'division':
      return values.division === '' ? 'Both divisions' : values.division;
    default:
      return values[field] === '' ? '—' : values[field];
  }
};
