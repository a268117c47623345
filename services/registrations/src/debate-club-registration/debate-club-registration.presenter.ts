import type { DebateClubRegistration as DebateClubRegistrationAnswer } from '@lectern/contracts/registrations/model';
import type { DebateClubRegistration } from './debate-club-registration.entity.ts';

export const presentRegistration = (registration: DebateClubRegistration): DebateClubRegistrationAnswer => ({
  id: registration.id,
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  phone: registration.phone,
  division: registration.division,
  billingCycle: registration.billingCycle,
  experienceLevel: registration.experienceLevel,
  goals: registration.goals,
  referralSource: registration.referralSource,
  referralCode: registration.referralCode,
  status: registration.status,
  billingStartDate: registration.billingStartDate?.toISOString() ?? null,
  stripeCustomerId: registration.stripeCustomerId,
  stripeSubscriptionId: registration.stripeSubscriptionId,
  registeredAt: registration.registeredAt.toISOString(),
});
