import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { cannedReply } from './canned-reply.ts';

/** By name. */
export const listCannedReplies = rpc({
  name: 'messaging.list-canned-replies.v1',
  input: z.object({}),
  output: z.array(cannedReply),
});

const typed = { id: uuid(), name: z.string(), reply: z.string(), by: actor };

/** Idempotent by id. Throws `idempotency_conflict`, and `invalid_request` for a name that another one has. */
export const addCannedReply = rpc({
  name: 'messaging.add-canned-reply.v1',
  permission: 'inbox:write',
  input: z.object(typed),
  output: cannedReply,
});

/** Throws `not_found`, `version_conflict`, and `invalid_request` for a name that another one has. */
export const editCannedReply = rpc({
  name: 'messaging.edit-canned-reply.v1',
  permission: 'inbox:write',
  input: z.object({ ...typed, version: z.number() }),
  output: cannedReply,
});

/** Throws `not_found`. */
export const deleteCannedReply = rpc({
  name: 'messaging.delete-canned-reply.v1',
  permission: 'inbox:write',
  input: z.object({ id: uuid(), by: actor }),
  output: z.object({}),
});
