import * as z from 'zod/mini';
import { listQuery, pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { debateClubRegistration, publicEvent, tournamentRegistration } from './model.ts';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const listEvents = rpc({
  name: 'registrations.list-events.v1',
  input: z.object({}),
  output: z.array(publicEvent),
});

/** Newest first. `total` counts what the filter matches. */
export const listDebateClubRegistrations = rpc({
  name: 'registrations.list-debate-club-registrations.v1',
  input: listQuery,
  output: pageOf(debateClubRegistration),
});

export const listTournamentRegistrations = rpc({
  name: 'registrations.list-tournament-registrations.v1',
  input: listQuery,
  output: pageOf(tournamentRegistration),
});

export const countRegistrations = rpc({
  name: 'registrations.count-registrations.v1',
  input: z.object({}),
  output: z.object({ activeDebateClubMembers: z.number(), totalTournamentRegistrations: z.number() }),
});
