/** A name and an email address, as in an email's header. */
export interface Mailbox {
  readonly email: string;
  readonly name?: string;
}

/** The default sender of a local system. */
export const LOCAL_SENDER = 'Lectern <hello@lectern.test>';

const NAMED = /^([^<>]*)<([^<>]+)>$/;
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

/** Reads `Name <address>` or a bare address; null when it is neither. */
export const parseMailbox = (text: string): Mailbox | null => {
  const named = NAMED.exec(text.trim());
  const email = (named?.[2] ?? text).trim();
  if (!ADDRESS.test(email)) return null;
  const name = headerText((named?.[1] ?? '').replaceAll('"', ''));
  return name === '' ? { email } : { email, name };
};

/** Text that is safe in a header: on one line, without control characters. */
export const headerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Longer names are cut. */
const NAME_MAX = 100;

/** A mailbox with a typed name, made safe for a header; without the name where nothing is left of it. */
export const safeMailbox = ({ email, name = '' }: Mailbox): Mailbox => {
  const safe = headerText(name).slice(0, NAME_MAX);
  return safe === '' ? { email } : { email, name: safe };
};
