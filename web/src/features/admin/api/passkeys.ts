import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '@lectern/contracts/identity/passkey-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';
import { makePasskey } from '../../../lib/passkey.ts';

/** Passkeys of the signed-in administrator. */
export const passkeysQuery = queryOptions({
  queryKey: ['admin', 'passkeys'],
  queryFn: ({ signal }) => callAdmin(listPasskeys, { signal }),
  staleTime: 0,
});

/** Has the browser make a passkey, for who knows the password and has a code, and keeps it. */
export const add = async (name: string, confirmed: BodyOf<typeof beginPasskey>) => {
  const options = await callAdmin(beginPasskey, { body: confirmed });
  const credential = await makePasskey(options);
  return callAdmin(addPasskey, { body: { name, credential } });
};

export const remove = (id: string, body: BodyOf<typeof removePasskey>) =>
  callAdmin(removePasskey, { params: { id }, body });
