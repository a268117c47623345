/** A name and an address, as an email's header shows them. */
export interface Mailbox {
  readonly email: string;
  readonly name?: string;
}

/** Who emails come from where nobody was told: in a local system. */
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

/** Text that may stand in a header: on one line, without control characters. */
export const headerText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

/** A header's name beyond this is nobody's. */
const NAME_MAX = 100;

/** A mailbox whose name somebody typed, fit for a header; without the name where nothing is left of it. */
export const safeMailbox = ({ email, name = '' }: Mailbox): Mailbox => {
  const safe = headerText(name).slice(0, NAME_MAX);
  return safe === '' ? { email } : { email, name: safe };
};
