import { randomUUID } from 'node:crypto';
import type { RunFile } from '@lectern/tools/local/run-file';

const PASSWORD = 'measured twice';

export const postJson = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** The response's JSON; throws any other response. */
export const json = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
};

/** A person who has registered and paid. */
export const newMember = async ({ siteUrl }: RunFile): Promise<{ email: string; password: string }> => {
  const email = `bench-${randomUUID()}@example.com`;
  const form = {
    email,
    firstName: 'Bench',
    lastName: 'Mark',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    plan: 'monthly',
  };
  const { checkoutUrl } = await json<{ checkoutUrl: string }>(
    await postJson(`${siteUrl}/api/register-and-subscribe`, JSON.stringify(form)),
  );
  await fetch(`${checkoutUrl}/pay`, { method: 'POST', redirect: 'manual' });
  return { email, password: PASSWORD };
};
