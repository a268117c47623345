import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { acknowledgement, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { cannedReply, cannedReplyFields } from './canned-reply.ts';

const byId = z.strictObject({ id: uuid() });

/** By name. */
export const listCannedReplies = route({
  method: 'GET',
  path: '/api/admin/canned-replies',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  response: z.object({ items: z.array(cannedReply) }),
});

export const addCannedReplyForm = z.strictObject({
  /** Chosen by the client: a repeated request with it adds nothing more. */
  id: uuid(),
  ...cannedReplyFields,
});

export const addCannedReply = route({
  method: 'POST',
  path: '/api/admin/canned-replies',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  body: addCannedReplyForm,
  response: cannedReply,
});

export const editCannedReplyForm = z.strictObject({ ...cannedReplyFields, version: version() });

/** `version_conflict` names the fields that somebody else changed since `version`. */
export const editCannedReply = route({
  method: 'PUT',
  path: '/api/admin/canned-replies/:id',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  body: editCannedReplyForm,
  response: cannedReply,
});

export const deleteCannedReply = route({
  method: 'DELETE',
  path: '/api/admin/canned-replies/:id',
  audience: 'admin',
  permission: 'inbox:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
