import Stripe from 'stripe';
import type { Sandbox } from '../sandbox.ts';

/** The real SDK, talking to the emulator. */
export const stripeClient = (sandbox: Sandbox, options: { key?: string; maxNetworkRetries?: number } = {}): Stripe => {
  return new Stripe(options.key ?? 'sk_test_sandbox', {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: options.maxNetworkRetries ?? 0,
    telemetry: false,
  });
};

/** Presses a button of the checkout page; answers where it leads. */
export const press = async (
  session: { id: string },
  sandbox: Sandbox,
  button: 'pay' | 'decline' | 'cancel',
  form: Record<string, string> = {},
): Promise<string> => {
  const answer = await fetch(`${sandbox.url}/stripe/checkout/${session.id}/${button}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`${button} answered ${answer.status}`);
  return answer.headers.get('location') ?? '';
};
