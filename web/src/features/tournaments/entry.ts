import type { Division } from '@lectern/contracts/fields';
import { choiceProblem } from '@lectern/contracts/registrations/competition-rules';
import { type Answers, readAnswers } from '@lectern/contracts/registrations/event-questions';
import type { PublicEvent } from '@lectern/contracts/registrations/model';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import { registerForTournament } from '@lectern/contracts/registrations/http';
import type { BodyOf } from '../../lib/api-client.ts';
import { type Complaint, complaintAbout } from '../../lib/form-complaint.ts';

/** The values of the registration form. */
export interface Entry {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Ids of competitions. */
  events: readonly string[];
  division: Division | '';
  experience: 'beginner' | 'intermediate' | 'advanced' | '';
  accommodations: string;
  promoCode: string;
  /** To the questions of the tournament, by the id of the question. */
  answers: Answers;
  waiver: boolean;
}

export const EMPTY_ENTRY: Entry = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  events: [],
  division: '',
  experience: '',
  accommodations: '',
  promoCode: '',
  answers: {},
  waiver: false,
};

export type EntryBody = BodyOf<typeof registerForTournament>;

/** The request; not valid until it is checked. */
export const bodyOf = (entry: Entry, event?: Pick<PublicEvent, 'id' | 'price'>) =>
  ({
    ...entry,
    events: [...entry.events],
    answers: Object.keys(entry.answers).length === 0 ? undefined : entry.answers,
    experience: entry.experience === '' ? undefined : entry.experience,
    eventId: event?.id,
    shownPrice: event?.price,
  }) as EntryBody;

/** The titles are the specification's (section 5, "Tournament registration"). */
export const checkEntry = (body: EntryBody) =>
  complaintAbout(
    registerForTournament,
    body,
    {
      email: 'Invalid email',
      events: 'No events selected',
      division: 'Division required',
      waiver: 'Waiver required',
    },
    'Registration failed',
  );

/** Checks a valid form by the set-up of its tournament; null when it fits. */
export const checkChoice = (
  setup: EventSetup,
  { events, division, answers }: EntryBody,
  now: Date,
): Complaint | null => {
  const problem = choiceProblem(setup, { competitions: events, division }, now);
  const wrong = Object.entries(problem === null ? readAnswers(setup, answers).wrong : { events: problem });
  const [first] = wrong;
  if (first === undefined) return null;
  const title = problem === null ? 'Check your answers' : 'Check your events';
  const toast = { title, description: first[1], variant: 'destructive' as const };
  return { field: first[0], fields: Object.fromEntries(wrong), toast };
};
