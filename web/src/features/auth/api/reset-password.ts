import { confirmReset, resetPassword } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** Asks for the email with the link. The answer is the same for every address. */
export const askForReset = (body: BodyOf<typeof resetPassword>) => call(resetPassword, { body });

/** Takes the new password by the link of that email, once. */
export const chooseNewPassword = (body: BodyOf<typeof confirmReset>) => call(confirmReset, { body });
