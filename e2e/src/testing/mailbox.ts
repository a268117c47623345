import { patiently } from './person.ts';
import type { RunningSystem } from './start-system.ts';

/** An email as its recipient has it. */
export interface Mail {
  readonly id: string;
  readonly toName: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  readonly headers: Record<string, string>;
}

type Mailboxes = Pick<RunningSystem, 'sandboxUrl'>;

/** All emails to an address, newest first. */
export const emailsTo = async (system: Mailboxes, email: string): Promise<Mail[]> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?to=${encodeURIComponent(email)}`, {
    signal: AbortSignal.timeout(10_000),
  });
  return (await answer.json()) as Mail[];
};

/** The newest email to an address for which this holds, or whose subject includes this, once it arrived. */
export const emailTo = (system: Mailboxes, email: string, which: string | ((mail: Mail) => boolean)): Promise<Mail> =>
  patiently(`an email to ${email}${typeof which === 'string' ? ` about "${which}"` : ''}`, async () => {
    const mail = (await emailsTo(system, email)).find((candidate) =>
      typeof which === 'string' ? candidate.subject.includes(which) : which(candidate),
    );
    if (mail === undefined) throw new Error('not yet');
    return mail;
  });

/** The tokens of the links to a page among the emails to an address, newest first. */
export const tokensTo = async (system: Mailboxes, email: string, page: string): Promise<string[]> =>
  (await emailsTo(system, email)).flatMap(
    ({ text }) => new RegExp(`${page}\\?(?:[^\\s]*&)?token=([\\w-]+)`).exec(text)?.[1] ?? [],
  );

/** The token of the newest link to a page among the emails to an address, once one that is not in `seen` arrived. */
export const tokenTo = (
  system: Mailboxes,
  email: string,
  page: string,
  seen: readonly string[] = [],
): Promise<string> =>
  patiently(`an email to ${email} with a link to ${page}`, async () => {
    const token = (await tokensTo(system, email, page)).find((candidate) => !seen.includes(candidate));
    if (token === undefined) throw new Error('not yet');
    return token;
  });
