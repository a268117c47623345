import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/** An administrator, as the others see them. */
export const administrator = z.object({
  id: uuid(),
  email: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: instant(),
  /** Null for an administrator who was invited and has not signed in yet. */
  lastLoginAt: z.nullable(instant()),
});
export type Administrator = z.output<typeof administrator>;
