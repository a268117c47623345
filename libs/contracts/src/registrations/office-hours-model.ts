import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { officeHoursRequest } from './model.ts';

/** A member's session, for staff. */
export const memberOfficeHours = z.extend(officeHoursRequest, {
  userId: uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** False where the office hours have changed since, and no longer offer this time. */
  isInSchedule: z.boolean(),
});
export type MemberOfficeHours = z.output<typeof memberOfficeHours>;
