import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { formatCentsShort } from '@lectern/contracts/money';
import { Section } from '../../../components/page/section.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { BOOTCAMP, MONTHLY, TOURNAMENT_ENTRY } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { cx } from '../../../lib/cx.ts';
import styles from './programs.module.css';

/** The club, the bootcamp and the tournaments, as their words have them. */
const PROGRAMS = [
  { side: 'aff', price: MONTHLY, action: { label: 'Subscribe', to: pathTo('subscribe') } },
  { side: 'neg', price: BOOTCAMP, action: { label: 'Explore Classes', to: pathTo('classes') } },
  { side: 'ink', price: TOURNAMENT_ENTRY, action: { label: 'See the Tournaments', to: pathTo('tournaments') } },
] as const;

/** The three programs, side by side so that they can be compared line by line. */
export const Programs = ({ title, lead, programs }: PublicSiteTexts['howItWorksPage']['programs']) => (
  <Section title={title} anchor="programs" lead={lead}>
    <div className={styles['programs']}>
      {PROGRAMS.map(({ side, price, action }, index) => (
        <article key={side} className={cx(styles['program'], styles[side])}>
          <h3>{programs[index]?.name}</h3>
          <p className={styles['price']}>
            {formatCentsShort(price)} <span>{programs[index]?.priceNote}</span>
          </p>
          <p className={styles['text']}>{programs[index]?.text}</p>
          <dl className={styles['details']}>
            <div>
              <dt>When</dt>
              <dd>{programs[index]?.when}</dd>
            </div>
            <div>
              <dt>How long</dt>
              <dd>{programs[index]?.length}</dd>
            </div>
            <div>
              <dt>For</dt>
              <dd>{programs[index]?.audience}</dd>
            </div>
          </dl>
          <LinkButton to={action.to} variant={side === 'aff' ? 'primary' : 'secondary'} size="large" wide>
            {action.label}
          </LinkButton>
        </article>
      ))}
    </div>
  </Section>
);
