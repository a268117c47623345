import { SetMetadata } from '@nestjs/common';
import type { RpcContract, RpcInput, RpcOutput } from '@lectern/contracts/rpc';

export const RPC_HANDLER = Symbol('request handler');

/** Nothing stands for the empty object. */
type Answer<C extends RpcContract> = RpcOutput<C> | (RpcOutput<C> extends Record<string, never> ? void : never);

/**
 * Makes a provider's method the handler of a request. The transport parses the input and strips the answer by the
 * contract, whose types the method must match.
 */
export const Handles =
  <C extends RpcContract>(contract: C) =>
  <M extends (input: RpcInput<C>) => Promise<Answer<C>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void => {
    SetMetadata(RPC_HANDLER, contract)(target, key, descriptor);
  };
