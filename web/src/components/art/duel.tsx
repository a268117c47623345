import styles from './art.module.css';

const Lectern = ({ top, ink, post }: { top: string; ink: string; post: string }) => (
  <g strokeWidth="9" strokeLinecap="round">
    <path d={post} stroke="var(--ink)" />
    <path d={top} stroke={ink} />
  </g>
);

const ARCS = [
  { word: 'claim', ink: 'var(--aff)', y: 108, d: 'M122 266C190 55 366 55 432 238', head: 'm419 228 14 13 5-19' },
  { word: 'answer', ink: 'var(--neg)', y: 160, d: 'M426 264C360 125 196 125 132 280', head: 'm128 262 4 20 17-10' },
  { word: 'reply', ink: 'var(--aff)', y: 211, d: 'M146 286C216 186 342 186 412 280', head: 'm396 275 18 7 1-19' },
  { word: 'and yet', ink: 'var(--neg)', y: 258, d: 'M400 296C342 244 222 244 160 300', head: 'm163 281-4 20 19-3' },
] as const;

/** Two lecterns, with arrows going back and forth between them over the columns of a flow sheet. */
export const Duel = () => (
  <svg
    viewBox="0 34 560 396"
    fill="none"
    role="img"
    aria-label="Two speakers facing each other: a claim, an answer, a reply, and yet another answer."
  >
    <rect x="22" y="54" width="528" height="370" rx="5" fill="var(--paper)" stroke="var(--rule-strong)" />
    <rect x="12" y="44" width="528" height="370" rx="5" fill="var(--sheet)" stroke="var(--rule-strong)" />
    <path d="M144 44v370M276 44v370M408 44v370" stroke="var(--rule)" />
    <path d="M12 352h528" stroke="var(--rule-strong)" />
    {ARCS.map(({ word, ink, y, d, head }) => (
      <g key={word}>
        <path d={d} stroke={ink} strokeWidth="3.2" strokeLinecap="round" />
        <path d={head} stroke={ink} strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round" />
        <text x="276" y={y + 8} textAnchor="middle" className={styles['spoken']} fill={ink}>
          {word}
        </text>
      </g>
    ))}
    <Lectern top="M58 322 136 304" ink="var(--aff)" post="M101 318 95 392M72 392h50" />
    <Lectern top="M416 304 494 322" ink="var(--neg)" post="M451 318l6 74M430 392h50" />
  </svg>
);
