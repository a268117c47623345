import { applyDecorators } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import type { RpcContract, RpcInput, RpcOutput } from '@lectern/contracts/rpc';

type Handler<C extends RpcContract> = (input: RpcInput<C>) => Promise<RpcOutput<C>>;

/**
 * Makes a controller's method the handler of a request. The transport parses the input and strips the answer by the
 * contract, whose types the method must match.
 */
export const HandlesRpc = <C extends RpcContract>(contract: C) =>
  applyDecorators(MessagePattern(contract.name)) as <M extends Handler<C>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ) => void;
