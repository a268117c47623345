import { confirmReset, resetPassword } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** Requests the email with the link. The answer is the same for every address. */
export const askForReset = (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body });

/** Sets the new password with the link of that email, which works once. */
export const chooseNewPassword = (body: BodyOf<typeof confirmReset>) => call(confirmReset, { body });
