import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RequestLink } from '../link-request/request-link.use-case.ts';
import { IssueLink } from './issue-link.use-case.ts';

@Controller()
export class AccountLinkRpc {
  constructor(
    private readonly issueLink: IssueLink,
    private readonly requestLink: RequestLink,
  ) {}

  @HandlesRpc(contracts.issueLink)
  async issue(input: RpcInput<typeof contracts.issueLink>): Promise<RpcOutput<typeof contracts.issueLink>> {
    return this.issueLink.execute(input);
  }

  @HandlesRpc(contracts.requestLink)
  async request(input: RpcInput<typeof contracts.requestLink>): Promise<RpcOutput<typeof contracts.requestLink>> {
    await this.requestLink.execute(input);
    return {};
  }
}
