import { route } from '../route.ts';
import { practiceTopics } from './practice-topics.ts';

/** For every member. */
export const readPracticeTopics = route({
  method: 'GET',
  path: '/api/practice-topics',
  audience: 'member',
  rateLimit: 'none',
  response: practiceTopics,
});
