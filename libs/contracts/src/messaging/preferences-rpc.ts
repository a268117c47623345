import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { listChoices, mailPreferences } from './preferences-model.ts';

/* Requests behind the routes of `preferences-http.ts`; their errors are documented there. */

const link = { email: z.string(), key: z.string() };

export const readPreferences = rpc({
  name: 'messaging.read-preferences.v1',
  input: z.object(link),
  output: mailPreferences,
});

export const choosePreferences = rpc({
  name: 'messaging.choose-preferences.v1',
  input: z.object({ ...link, lists: listChoices }),
  output: mailPreferences,
});
