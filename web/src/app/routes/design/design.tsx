import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Controls } from './controls.tsx';
import styles from './design.module.css';
import { Display } from './display.tsx';
import { Foundations } from './foundations.tsx';

/** Every token and primitive in every state, to look at while working on them. Not part of the site: see the router. */
export default function Design() {
  return (
    <div className="page">
      <PageMeta title="Design system" description="Tokens and primitives." isPrivate />
      <PageHeader title="Design system" lead="Two sides on one page: hairline columns, two inks, arrows that answer." />
      <div className={styles['stack']}>
        <Foundations />
        <Controls />
        <Display />
      </div>
    </div>
  );
}
