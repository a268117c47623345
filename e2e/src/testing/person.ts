import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningSystem } from './start-system.ts';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

/** Where a system is; a journey's is as good as a suite's own. */
type Site = Pick<RunningSystem, 'siteUrl'>;

/** Calls the API as the web application does. */
export const callApi = async <T = Record<string, unknown>>(
  system: Site,
  method: string,
  path: string,
  options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer<T>> => {
  const answer = await fetch(system.siteUrl + path, {
    method,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
    signal: AbortSignal.timeout(40_000),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T, headers: answer.headers };
};

export const newRegistration = () => ({
  email: `person+${randomUUID().slice(0, 8)}@example.com`,
  firstName: 'Ada',
  lastName: 'Okafor',
  password: 'a long enough password',
  confirmPassword: 'a long enough password',
  plan: 'monthly' as 'monthly' | 'annual',
});

/** Tries until it works, as a patient person does; the last failure after `forMs`. */
export const patiently = async <T>(what: string, attempt: () => Promise<T>, forMs = 200_000): Promise<T> => {
  const until = Date.now() + forMs;
  // Most things come soon; a busy machine is asked less often.
  for (let waitMs = 25; ; waitMs = Math.min(1.5 * waitMs, 150)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw new Error(`${what} never worked`, { cause: error });
      await pause(waitMs);
    }
  }
};

interface Sold {
  readonly type: string;
  readonly stripePriceIdMonthly: string | null;
  readonly stripePriceIdAnnual: string | null;
  readonly stripePriceIdOnce: string | null;
}

/** The membership's price ids, once the provider knows every price: until then a checkout of a fresh system answers 503. */
export const pricesOf = (system: Pick<RunningSystem, 'siteUrl'>): Promise<{ monthly: string; annual: string }> =>
  patiently('selling', async () => {
    const { body: programs } = await callApi<Sold[]>(system, 'GET', '/api/programs');
    const club = programs.find(({ type }) => type === 'debate_club');
    const isSold = programs.every(
      ({ stripePriceIdMonthly, stripePriceIdOnce }) => (stripePriceIdMonthly ?? stripePriceIdOnce) !== null,
    );
    if (!isSold || club?.stripePriceIdMonthly == null || club.stripePriceIdAnnual === null)
      throw new Error('no prices yet');
    return { monthly: club.stripePriceIdMonthly, annual: club.stripePriceIdAnnual };
  });

/** Registers, once memberships are sold, and answers the checkout page; anything but a success is thrown. */
export const registerPerson = async (
  system: Site,
  registration: ReturnType<typeof newRegistration>,
): Promise<string> => {
  await pricesOf(system);
  const answer = await callApi<{ checkoutUrl: string }>(system, 'POST', '/api/register-and-subscribe', {
    body: registration,
  });
  if (answer.status !== 200) throw new Error(`Registering answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.checkoutUrl;
};

/** Presses Pay on the provider's page. */
export const payAt = async (checkoutUrl: string): Promise<void> => {
  const answer = await fetch(`${checkoutUrl}/pay`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  });
  if (answer.status !== 303) throw new Error(`Paying answered ${answer.status}`);
};

export const logInPerson = async (system: Site, registration: { email: string; password: string }): Promise<string> => {
  const { email, password } = registration;
  const answer = await callApi<{ token: string }>(system, 'POST', '/api/auth/login', { body: { email, password } });
  if (answer.status !== 200) throw new Error(`Logging in answered ${answer.status}`);
  return answer.body.token;
};

/** Signs the system's first administrator in. */
export const adminTokenOf = async (system: Pick<RunningSystem, 'siteUrl' | 'run'>): Promise<string> => {
  const answer = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
    body: (await system.run()).admin,
  });
  if (answer.status !== 200) throw new Error(`Logging in as the administrator answered ${answer.status}`);
  return answer.body.token;
};

export const membershipOf = async (system: Site, token: string): Promise<string> => {
  const answer = await callApi<{ subscriptionStatus: string }>(system, 'GET', '/api/auth/user', { token });
  if (answer.status !== 200) throw new Error(`Asking for the user answered ${answer.status}`);
  return answer.body.subscriptionStatus;
};

export const isActive = (system: Site, token: string): Promise<void> =>
  patiently('becoming a member', async () => {
    if ((await membershipOf(system, token)) !== 'active') throw new Error('Not active yet');
  });

/** Registers, pays and answers the token, once the membership is open. */
export const joinAs = async (system: Site, registration: ReturnType<typeof newRegistration>): Promise<string> => {
  await payAt(await registerPerson(system, registration));
  const token = await logInPerson(system, registration);
  await isActive(system, token);
  return token;
};

/** Tokens of two people: one who has paid and whose membership is open, and one who has registered only. */
export const twoMembers = async (system: Site): Promise<{ activeToken: string; inactiveToken: string }> => {
  const inactive = newRegistration();
  await registerPerson(system, inactive);
  return { activeToken: await joinAs(system, newRegistration()), inactiveToken: await logInPerson(system, inactive) };
};

/** The link in an email that leads to the page on which something is paid. */
export const payLinkIn = (text: string): string | undefined => /http\S+\/pay\?token=[\w-]+/.exec(text)?.[0];

/** Presses the button of the page that a payment link leads to, as an account or signed out; answers where the provider's page is. */
export const checkoutOf = async (system: Site, link: string, account?: string): Promise<string> => {
  const token = new URL(link).searchParams.get('token');
  const answer = await callApi<{ url: string }>(system, 'POST', '/api/payment-links/checkout', {
    body: { token },
    ...(account === undefined ? {} : { token: account }),
  });
  if (answer.status !== 200)
    throw new Error(`Opening the payment page answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body.url;
};
