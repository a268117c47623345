import type { KnownDevice } from '@lectern/contracts/identity/rpc';

/** What an account says about which tokens count. */
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
 * Ends every bearer token of an account. Its browsers stay known: what knows one opens nothing, and a stolen session must not leave the
 * holder to strangers' guesses.
 */
export const endTokens = (account: TokenHolder): void => {
  account.devicesSince ??= account.sessionVersion;
  account.sessionVersion += 1;
};

/** Ends every bearer token of an account, and what its browsers are known by: whoever knew the password may have made any number of them. */
export const endTokensAndDevices = (account: TokenHolder): void => {
  account.devicesSince = null;
  account.sessionVersion += 1;
};
