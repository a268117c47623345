import { setTimeout as delay } from 'node:timers/promises';

export interface Member {
  email: string;
  password: string;
}

interface CurrentUser {
  email: string;
  subscriptionStatus?: string;
}

/** Lectern as a program sees it from outside. */
export class SiteClient {
  constructor(
    readonly siteUrl: string,
    readonly sandboxUrl: string,
  ) {}

  async get(path: string, token?: string): Promise<Response> {
    return fetch(this.siteUrl + path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(15_000),
    });
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.siteUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  }

  /** The answer's JSON to what was posted. */
  async json<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<T> {
    return read<T>(await this.post(path, body, headers));
  }

  /** Registers a person, pays on the provider's page, and waits until the membership is active. */
  async join(member: Member): Promise<void> {
    const { checkoutUrl } = await this.json<{ checkoutUrl: string }>('/api/register-and-subscribe', {
      ...member,
      confirmPassword: member.password,
      firstName: 'Ada',
      lastName: 'Okafor',
      plan: 'monthly',
    });
    const paid = await fetch(`${checkoutUrl}/pay`, { method: 'POST', redirect: 'manual' });
    if (paid.status !== 303) throw new Error(`The checkout answered ${paid.status} to Pay`);
    const token = await this.signIn(member);
    const deadline = Date.now() + 30_000;
    while (!(await this.isActive(token))) {
      if (Date.now() > deadline) throw new Error('Half a minute after the payment the membership is not active');
      await delay(200);
    }
  }

  async signIn(member: Member): Promise<string> {
    return (await this.json<{ token: string }>('/api/auth/login', member)).token;
  }

  async isActive(token: string): Promise<boolean> {
    return (await read<CurrentUser>(await this.get('/api/auth/user', token))).subscriptionStatus === 'active';
  }
}

const read = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
};
