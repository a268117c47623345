import { emailKey } from '@lectern/contracts/fields';
import * as z from 'zod/mini';

/** The typed address must be the person's, so that nothing that cannot be undone happens by a habit. */
export const typedEmail = (email: string) =>
  z.object({
    email: z
      .string()
      .check(z.refine((typed) => emailKey(typed) === emailKey(email), { error: `Type the email address ${email}` })),
  });
