import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { division, instant } from '../fields.ts';

/* The competitions of a tournament and their rules: one document of its event (docs/adr/0041). */

/** Stable: entries keep it while the name changes. */
export const COMPETITION_ID = /^[a-z0-9]+(_[a-z0-9]+)*$/;
export const COMPETITION_ID_MAX = 40;
export const COMPETITIONS_MAX = 12;
export const LATER_PRICES_MAX = 5;
export const QUESTIONS_MAX = 10;

export const competition = z.object({
  id: z.string(),
  name: z.string(),
  /** Under its name in the entry form; blank: none. */
  description: z.string(),
  /** For both divisions when null. */
  division: z.nullable(division()),
  /** Until when new entries may choose it; until the tournament's deadline when null. */
  deadline: z.nullable(instant()),
  /** Whether staff closed it to new entries. People who entered it stay. */
  isClosed: z.boolean(),
  /** The competitions that nobody enters together with it, whichever of both lists the other. */
  excludes: z.array(z.string()),
  /** Its places; unlimited when null, and in documents from before there were any. */
  capacity: z.optional(z.nullable(z.number())),
});
export type Competition = z.output<typeof competition>;

/** A price of new entries from an instant. */
const laterPrice = z.object({ from: instant(), price: cents });
export type LaterPrice = z.output<typeof laterPrice>;

export const QUESTION_KINDS = ['text', 'choice', 'checkbox'] as const;

const question = z.object({
  /** Stable, as that of a competition: entries keep it with their answers. */
  id: z.string(),
  question: z.string(),
  kind: z.enum(QUESTION_KINDS),
  /** The answers to choose from; none of another kind. */
  options: z.array(z.string()),
  /** Of a checkbox: it has to be checked. */
  isRequired: z.boolean(),
  /** Whether the entry form no longer asks it. Its answers stay. */
  isHidden: z.boolean(),
});
export type Question = z.output<typeof question>;

/** In the order of the entry form. */
export const eventSetup = z.object({
  competitions: z.array(competition),
  /** Per person. */
  mostCompetitions: z.number(),
  /** The places of each division, as `capacity` of a competition. */
  divisionCapacities: z.optional(
    z.object({ development: z.nullable(z.number()), professional: z.nullable(z.number()) }),
  ),
  /** The prices after that of the event, earliest first; none in documents from before there were any. */
  laterPrices: z.optional(z.array(laterPrice)),
  /** Asked in this order; none in documents from before there were any. */
  questions: z.optional(z.array(question)),
});
export type EventSetup = z.output<typeof eventSetup>;
