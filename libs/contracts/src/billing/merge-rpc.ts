import * as z from 'zod/mini';
import { actor } from '../identity/model.ts';
import { mergePreview, mergedPeople } from '../person-merge.ts';
import { rpc } from '../rpc.ts';

/** The records that billing would move in a merge of two people, and the reasons that forbid it. */
export const previewMerge = rpc({
  name: 'billing.preview-merge.v1',
  permission: 'people:write',
  input: z.extend(mergedPeople, { by: actor }),
  output: mergePreview,
});
