import type { KnownDevice } from '@lectern/contracts/identity/rpc';

/** The values by which an account decides which tokens count. */
interface TokenHolder {
  readonly id: string;
  sessionVersion: number;
  devicesSince: number | null;
}

/** The id under which a browser signed in to this account before; undefined where it did not, or the account has had a new password since. */
export const deviceOf = (
  devices: readonly KnownDevice[] | undefined,
  account: Readonly<TokenHolder> | null,
): string | undefined =>
  devices?.find(
    ({ subject, sessionVersion }) =>
      account?.id === subject &&
      sessionVersion >= (account.devicesSince ?? account.sessionVersion) &&
      sessionVersion <= account.sessionVersion,
  )?.deviceId;

/**
 * Ends every bearer token of an account. Its browsers stay known: being known opens nothing, and a stolen session must not leave the holder
 * to strangers' guesses.
 */
export const endTokens = (account: TokenHolder): void => {
  account.devicesSince ??= account.sessionVersion;
  account.sessionVersion += 1;
};

/** Ends every bearer token of an account and forgets its browsers: a thief of the password may have signed in with any number of them. */
export const endTokensAndDevices = (account: TokenHolder): void => {
  account.devicesSince = null;
  account.sessionVersion += 1;
};
