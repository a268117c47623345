import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';

/**
 * Verifies SendGrid's signature over the raw form, and adds the email to its conversation before it answers. `form` is base64.
 * `signature_invalid`, `malformed_body`.
 */
export const receiveInboundEmail = rpc({
  name: 'messaging.receive-inbound-email.v1',
  input: z.object({ form: z.string(), contentType: z.string(), signature: z.string(), timestamp: z.string() }),
  output: z.object({ received: z.boolean() }),
});
