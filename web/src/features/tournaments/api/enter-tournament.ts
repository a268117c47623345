import { correctEntryEmail, registerForTournament } from '@lectern/contracts/registrations/http';
import type { RouteResponse } from '@lectern/contracts/route';
import { call } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';
import type { EntryBody } from '../entry.ts';

export type EntryAnswer = RouteResponse<typeof registerForTournament>;

/** Enters a person. Sends the token of a signed-in member, because the server decides the price. */
export const enterTournament = (body: EntryBody, idempotencyKey: string) =>
  callAsVisitorOrMember(registerForTournament, { body, idempotencyKey });

/** Gives an entry that is not paid another email address. */
export const correctEmail = (token: string, email: string): Promise<EntryAnswer> =>
  call(correctEntryEmail, { body: { token, email } });
