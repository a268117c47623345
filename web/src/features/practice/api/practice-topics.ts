import { readPracticeTopics } from '@lectern/contracts/content/practice-topics-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

export const practiceTopicsQuery = queryOptions({
  queryKey: ['member', 'practice-topics'],
  queryFn: ({ signal }) => callMember(readPracticeTopics, { signal }),
});
