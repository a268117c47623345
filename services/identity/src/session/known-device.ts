import type { KnownDevice } from '@lectern/contracts/identity/rpc';

/** The id under which a browser signed in to this account before; undefined where it did not, or the account's sessions ended since. */
export const deviceOf = (
  devices: readonly KnownDevice[] | undefined,
  account: { readonly id: string; readonly sessionVersion: number } | null,
): string | undefined =>
  devices?.find(({ subject, sessionVersion }) => subject === account?.id && sessionVersion === account.sessionVersion)
    ?.deviceId;
