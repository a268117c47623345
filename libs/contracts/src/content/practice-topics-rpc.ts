import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { practiceTopics } from './practice-topics.ts';

export const readPracticeTopics = rpc({
  name: 'content.read-practice-topics.v1',
  input: z.object({}),
  output: practiceTopics,
});
