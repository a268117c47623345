import * as z from 'zod/mini';
import { line, list } from './text-fields.ts';

/** Groups of three topics of like weight, of which a member strikes two. */
export const practiceTopics = z.strictObject({
  groups: list(
    z.strictObject({
      firstTopic: line('Enter the first topic'),
      secondTopic: line('Enter the second topic'),
      thirdTopic: line('Enter the third topic'),
    }),
    ['group', 'groups'],
    60,
  ),
});
