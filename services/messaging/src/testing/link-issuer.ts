import { randomBytes } from 'node:crypto';
import { issueLink } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { TEST_IDENTITY_SEAL } from '@lectern/service-kit/testing/test-caller';
import { answerRequests } from './answer-requests.ts';

export interface LinkIssuer {
  /** Its requests and answers, oldest first. */
  readonly issued: { readonly asked: RpcInput<typeof issueLink>; readonly token: string | null }[];
  /** Makes it refuse all links from now on, or issue them again. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

/** Emulates `identity.issue-link.v1`. */
export const startLinkIssuer = async (redisUrl: string): Promise<LinkIssuer> => {
  const issued: LinkIssuer['issued'] = [];
  let isRefused = false;
  const server = await answerRequests(
    redisUrl,
    { service: 'identity', seal: TEST_IDENTITY_SEAL, contract: issueLink },
    (asked) => {
      const token = isRefused ? null : randomBytes(32).toString('base64url');
      issued.push({ asked, token });
      return { token };
    },
  );
  return {
    issued,
    refuse: (refused) => {
      isRefused = refused;
    },
    close: () => server.close(),
  };
};
