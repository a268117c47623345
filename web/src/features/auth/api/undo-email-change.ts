import { undoEmailChange } from '@lectern/contracts/identity/http';
import { call, type BodyOf } from '../../../lib/api-client.ts';

/** Gives the account its old email back, with a new password, by the link that was emailed there. */
export const takeAccountBack = (body: BodyOf<typeof undoEmailChange>) => call(undoEmailChange, { body });
