import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '@lectern/contracts/identity/passkey-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';
import { makePasskey } from '../../../lib/passkey.ts';

/** The passkeys of the signed-in administrator. */
export const passkeysQuery = queryOptions({
  queryKey: ['admin', 'passkeys'],
  queryFn: ({ signal }) => callAdmin(listPasskeys, { signal }),
  staleTime: 0,
});

/** Creates a passkey in the browser and stores it on the server. `confirmed` has the administrator's password and a code. */
export const add = async (name: string, confirmed: BodyOf<typeof beginPasskey>) => {
  const options = await callAdmin(beginPasskey, { body: confirmed });
  const credential = await makePasskey(options);
  return callAdmin(addPasskey, { body: { name, credential } });
};

export const remove = (id: string, body: BodyOf<typeof removePasskey>) =>
  callAdmin(removePasskey, { params: { id }, body });
