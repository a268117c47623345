import styles from './art.module.css';

/** A prepared sheet, written full, against an empty one with a clock: their arrows meet. */
export const Clash = () => (
  <svg
    viewBox="0 0 560 404"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    role="img"
    aria-label="A prepared speech of seven minutes against a spontaneous one with two minutes to think."
  >
    <g transform="rotate(-3 150 205)">
      <rect x="24" y="44" width="236" height="316" rx="5" fill="var(--sheet)" stroke="var(--rule-strong)" />
      <path d="M24 108h236" stroke="var(--neg)" strokeWidth="2.5" />
      <text x="46" y="88" className={styles['title']} fill="var(--neg)">
        Prepared
      </text>
      <path
        d="M46 138h178M46 164h150M46 190h186M46 216h120M46 268h170M46 294h186M46 320h96"
        stroke="var(--rule-strong)"
        strokeWidth="3"
      />
      <path d="M46 194c30-3 60 3 92-1" stroke="var(--neg)" strokeWidth="3" />
    </g>
    <g transform="rotate(2.6 414 210)">
      <rect x="300" y="44" width="236" height="316" rx="5" fill="var(--sheet)" stroke="var(--rule-strong)" />
      <path d="M300 108h236" stroke="var(--aff)" strokeWidth="2.5" />
      <text x="322" y="88" className={styles['title']} fill="var(--aff)">
        Spontaneous
      </text>
      <path d="M342 292h150M342 320h84" stroke="var(--rule-strong)" strokeWidth="3" />
      <text x="426" y="190" textAnchor="middle" className={styles['clock']} fill="var(--aff)">
        2:00
      </text>
      <text x="426" y="138" textAnchor="middle" className={styles['label']} fill="var(--ink-2)">
        to think
      </text>
    </g>
    <g strokeWidth="5">
      <path d="M150 240c36-16 74-16 112-4" stroke="var(--neg)" />
      <path d="m244 219 20 17-25 10" stroke="var(--neg)" />
      <path d="M410 240c-36-16-74-16-112-4" stroke="var(--aff)" />
      <path d="m316 219-20 17 25 10" stroke="var(--aff)" />
    </g>
    <path
      d="M280 202v-26M280 268v26M266 206l-10-18M294 206l10-18M266 264l-10 18M294 264l10 18"
      stroke="var(--brass)"
      strokeWidth="3.5"
    />
    <g transform="rotate(-3 150 205)">
      <text x="212" y="346" textAnchor="middle" className={styles['label']} fill="var(--ink-2)">
        7 minutes
      </text>
    </g>
  </svg>
);
