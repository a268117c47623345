import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { association } from '../../../config/association.ts';
import { Closing } from '../../../features/home/components/closing.tsx';
import { Divisions } from '../../../features/home/components/divisions.tsx';
import { Faq } from '../../../features/home/components/faq.tsx';
import { Hero } from '../../../features/home/components/hero.tsx';
import { Pricing } from '../../../features/home/components/pricing.tsx';
import { SessionAnatomy } from '../../../features/home/components/session-anatomy.tsx';
import { useHashTarget } from '../../../lib/use-hash-target.ts';
import styles from './home.module.css';

export default function Home() {
  useHashTarget();
  return (
    <div className={styles['home']}>
      <PageMeta
        title="Debate club for adults"
        description={`${association.fullName}: a weekly live debate club on Zoom for adults, with coaching, recordings and tournaments. $95 a month or $950 a year.`}
      />
      <Hero />
      <SessionAnatomy />
      <Pricing />
      <Divisions />
      <Faq />
      <Closing />
    </div>
  );
}
