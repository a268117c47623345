import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { Stack } from '../../../components/ui/layout.tsx';

/** The groups with their numbers and topics. */
export const PracticeTopicsPreview = ({ groups }: SiteTextValue<'practiceTopics'>) => (
  <Stack gap={5}>
    {groups.map(({ firstTopic, secondTopic, thirdTopic }, index) => (
      <Stack key={index} as="section" gap={1} aria-label={`Group ${index + 1}`}>
        <h3>{index + 1}</h3>
        <ul>
          {[firstTopic, secondTopic, thirdTopic].map((topic, place) => (
            <li key={place}>{topic}</li>
          ))}
        </ul>
      </Stack>
    ))}
  </Stack>
);
