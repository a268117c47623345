import { registerForTournament } from '@lectern/contracts/registrations/http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

/** Enters somebody. A signed-in member's token goes with it: the server decides who pays what. */
export const enterTournament = (body: BodyOf<typeof registerForTournament>, idempotencyKey: string) =>
  callAsVisitorOrMember(registerForTournament, { body, idempotencyKey });
