import { correctEntryEmail, registerForTournament } from '@lectern/contracts/registrations/http';
import type { RouteResponse } from '@lectern/contracts/route';
import { call, type BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

export type EntryAnswer = RouteResponse<typeof registerForTournament>;

/** Enters somebody. A signed-in member's token goes with it: the server decides who pays what. */
export const enterTournament = (body: BodyOf<typeof registerForTournament>, idempotencyKey: string) =>
  callAsVisitorOrMember(registerForTournament, { body, idempotencyKey });

/** Gives an entry that is not paid another email address. */
export const correctEmail = (token: string, email: string): Promise<EntryAnswer> =>
  call(correctEntryEmail, { body: { token, email } });
