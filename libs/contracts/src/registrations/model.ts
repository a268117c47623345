import * as z from 'zod/mini';
import { division, experienceLevel, instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';

export const debateClubStatus = z.enum(['active', 'pending', 'paused', 'cancelled']);
export type DebateClubStatus = z.output<typeof debateClubStatus>;

export const debateClubRegistration = z.object({
  id: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  division: division(),
  billingCycle: plan(),
  experienceLevel: z.nullable(experienceLevel()),
  goals: z.nullable(z.string()),
  referralSource: z.nullable(z.string()),
  referralCode: z.nullable(z.string()),
  status: debateClubStatus,
  billingStartDate: z.nullable(instant()),
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  registeredAt: z.nullable(instant()),
});
export type DebateClubRegistration = z.output<typeof debateClubRegistration>;

export const registrationPaymentStatus = z.enum(['pending', 'paid', 'failed', 'refunded']);

export const tournamentRegistration = z.object({
  id: uuid(),
  eventId: uuid(),
  userId: z.nullable(uuid()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  division: division(),
  experienceLevel: z.nullable(experienceLevel()),
  specialRequests: z.nullable(z.string()),
  paymentStatus: registrationPaymentStatus,
  paymentAmount: z.nullable(cents),
  registeredAt: instant(),
});
export type TournamentRegistration = z.output<typeof tournamentRegistration>;

export const competition = z.enum(['prepared_speech', 'prepared_acting', 'spontaneous_speech', 'spontaneous_debate']);

/** A dated happening as everybody may read it: a tournament or a bootcamp run. The Zoom link is not part of it. */
export const publicEvent = z.object({
  id: uuid(),
  title: z.string(),
  description: z.string(),
  type: z.enum(['tournament', 'bootcamp']),
  division: z.nullable(division()),
  datetime: instant(),
  timezone: z.string(),
  location: z.string(),
  capacity: z.nullable(z.number()),
  registrationDeadline: instant(),
  price: cents,
});
export type PublicEvent = z.output<typeof publicEvent>;
