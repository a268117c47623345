import type { Testimonial } from '@lectern/contracts/content/model';
import { pictureSource } from '@lectern/contracts/content/picture';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from '../../lib/snapshot.ts';
import { cx } from '../../lib/cx.ts';
import { Section } from '../page/section.tsx';
import { Monogram } from '../ui/monogram.tsx';
import { testimonialsQuery } from './list-testimonials.ts';
import styles from './testimonials.module.css';

const SHOWN = 6;
const STROKES = ['M5 3 4 21', 'M11 3l-.5 18', 'M17 3l-.6 18', 'M23 3l-.8 18', 'M1 17 26 7'];

/** A rating of five as debate judges keep score: four strokes, and the fifth across. */
const Tally = ({ rating }: { rating: number }) => (
  <span className={styles['tally']}>
    <span className="visually-hidden">Rated {rating} out of 5</span>
    <svg viewBox="0 0 27 24" fill="none" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      {STROKES.map((stroke, index) => (
        <path key={stroke} d={stroke} className={cx(index < rating ? styles['inked'] : styles['blank'])} />
      ))}
    </svg>
  </span>
);

/** Shows the initials when the picture fails to load or the security policy refuses it. */
const Portrait = ({ name, avatarUrl }: Pick<Testimonial, 'name' | 'avatarUrl'>) => {
  const [isMissing, setMissing] = useState(false);
  if (avatarUrl === null || isMissing) return <Monogram name={name} />;
  return (
    <img src={pictureSource(avatarUrl)} alt="" width="44" height="44" loading="lazy" onError={() => setMissing(true)} />
  );
};

const Voice = ({ name, role, avatarUrl, quote, rating }: Testimonial) => (
  <figure className={styles['voice']}>
    <blockquote>
      <p>{quote}</p>
    </blockquote>
    <figcaption>
      <Portrait key={avatarUrl} name={name} avatarUrl={avatarUrl} />
      <span className={styles['who']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['role']}>{role}</span>
      </span>
      <Tally rating={rating} />
    </figcaption>
  </figure>
);

/** The published testimonials. Renders nothing while there is none. */
export const Testimonials = ({ title = 'Heard from members' }: { title?: string }) => {
  const { testimonials: known } = useSnapshot();
  const { data = [] } = useQuery(testimonialsQuery(known));
  if (data.length === 0) return null;
  return (
    <Section title={title}>
      <div className={styles['voices']}>
        {data.slice(0, SHOWN).map((testimonial) => (
          <Voice key={testimonial.id} {...testimonial} />
        ))}
      </div>
    </Section>
  );
};
