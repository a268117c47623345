import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header. `seconds` is wall time. Source: Stripe documentation, "Verify webhook signatures manually". */
export const signatureHeader = (secret: string, seconds: number, body: string): string => {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
};
