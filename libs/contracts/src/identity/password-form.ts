import * as z from 'zod/mini';
import { ADMIN_PASSWORD_MIN, always, MESSAGES } from '../fields.ts';

/** The hint at the field for an administrator's new password. */
export const ADMIN_PASSWORD_HINT = `At least ${ADMIN_PASSWORD_MIN} characters.`;

type Password = z.ZodMiniType<string, string>;

/** The form of a password change: its request, with the new password typed twice (specification, section 5). */
export const passwordForm = ({ shape }: { shape: { currentPassword: Password; newPassword: Password } }) =>
  z
    .strictObject({
      ...shape,
      confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
    })
    .check(
      z.refine((form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword, {
        error: MESSAGES.passwordsDiffer,
        path: ['confirmPassword'],
        when: always,
      }),
    );
