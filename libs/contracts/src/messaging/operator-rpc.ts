import { forgettingVersions } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'messaging.forget-versions.v1', ...forgettingVersions });
