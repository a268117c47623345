import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './practice-topics-http.ts';

export const practiceTopicsDocs = {
  readPracticeTopics: {
    summary: 'Reads the topics to practice with, in groups of three.',
    response: {
      groups: [
        {
          firstTopic: 'Breakfast is a better meal to share with friends than dinner.',
          secondTopic: 'The book is almost always better than the film.',
          thirdTopic: 'A new city is better explored without a map.',
        },
      ],
    },
  },
} satisfies DocsOf<typeof http>;
