import { changePasswordForm } from '@lectern/contracts/identity/http';
import { MESSAGES } from '@lectern/contracts/fields';
import * as z from 'zod/mini';

const { currentPassword, newPassword } = changePasswordForm.shape;

/** As the route takes it, with the new password typed twice (specification, section 5). */
export const passwordForm = z
  .strictObject({
    currentPassword,
    newPassword,
    confirmPassword: z.string().check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine((form) => form.confirmPassword === '' || form.newPassword === form.confirmPassword, {
      error: MESSAGES.passwordsDiffer,
      path: ['confirmPassword'],
    }),
  );
