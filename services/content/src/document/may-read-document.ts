import type { DocumentAccess } from '@lectern/contracts/content/editorial';
import type { DocumentReader } from '@lectern/contracts/content/rpc';
import type { ErrorCode } from '@lectern/contracts/errors';

/** Why a reader is refused a document; undefined when they are not. */
const REFUSALS: Record<DocumentAccess, Record<DocumentReader, ErrorCode | undefined>> = {
  public: { visitor: undefined, inactive_member: undefined, active_member: undefined },
  members: { visitor: 'token_missing', inactive_member: 'membership_required', active_member: undefined },
};

export const refusalOf = (access: DocumentAccess, reader: DocumentReader): ErrorCode | undefined => REFUSALS[access][reader];
