import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import styles from './steps.module.css';
import { Choose, Compete, Sit, Speak } from './vignettes.tsx';

const PICTURES = [Choose, Sit, Speak, Compete] as const;

/** The four steps, from left to right as the columns of a flow. */
export const Steps = ({ title, lead, steps }: PublicSiteTexts['howItWorksPage']['steps']) => (
  <Section title={title} lead={lead}>
    <ol className={styles['steps']}>
      {PICTURES.map((Picture, index) => (
        <li key={index} className={styles['step']}>
          <div className={styles['picture']}>
            <Picture />
          </div>
          <span className={styles['number']} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{steps[index]?.name}</h3>
          <p>{steps[index]?.text}</p>
        </li>
      ))}
    </ol>
  </Section>
);
