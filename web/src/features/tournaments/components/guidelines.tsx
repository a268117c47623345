import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { Section } from '../../../components/page/section.tsx';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { RULES_ADDRESS } from '../rules.ts';
import styles from './guidelines.module.css';

export const DownloadRules = ({ size }: { size?: 'large' }) => (
  <a href={RULES_ADDRESS} download className={buttonClass({ size })}>
    <DownloadIcon />
    Download Rules
  </a>
);

/** The rules in a few sentences, and the full rules as a download. */
export const Guidelines = ({ title, lead, rules }: PublicSiteTexts['tournamentsPage']['guidelines']) => (
  <Section title={title} lead={lead}>
    <dl className={styles['guidelines']}>
      {rules.map(({ name, text }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className={styles['download']}>
      <DownloadRules />
    </p>
  </Section>
);
