import { Section } from '../../../components/page/section.tsx';
import { useSiteText } from '../../../components/site-texts/use-site-text.ts';
import { weeklyWords } from '../../../components/weekly-session/weekly-words.ts';
import { useAssociation } from '../../../lib/association.ts';
import { sessionParts } from '../../../config/schedule.ts';
import styles from './session-anatomy.module.css';

export const SessionAnatomy = () => {
  const association = useAssociation();
  const { text: weekly } = useSiteText('weeklySession');
  const { rhythm } = weeklyWords(weekly, association.timeZone);
  return (
    <Section title="How a session works" lead={`${rhythm}. Everybody speaks, every time; that is the whole method.`}>
      <ol className={styles['parts']}>
        {sessionParts.map((part) => (
          <li key={part.name} className={styles['part']}>
            {weekly !== undefined && (
              <span className={styles['minutes']}>
                {weekly[part.minutes]} <small>min</small>
              </span>
            )}
            <h3>{part.name}</h3>
            <p>{part.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
};
