import styles from './chamber.module.css';

const ROWS = [
  { radius: 74, seats: 10 },
  { radius: 98, seats: 14 },
  { radius: 122, seats: 18 },
  { radius: 146, seats: 22 },
] as const;

const SEAT = 9;
// The benches leave an aisle in the middle and end above the floor.
const FROM = 0.07;
const GANGWAY = 0.045;

const round = (value: number): string => value.toFixed(1);

/** A seat as a stroke that points at the lectern. `turn` is 0 at the left end of a row and 1 at its right. */
const seatAt = (radius: number, turn: number): string => {
  const angle = Math.PI * (1 - turn);
  const at = (distance: number) =>
    `${round(160 + distance * Math.cos(angle))} ${round(168 - distance * Math.sin(angle))}`;
  return `M${at(radius)}L${at(radius + SEAT)}`;
};

const bench = (side: 0 | 1): string =>
  ROWS.flatMap(({ radius, seats }) =>
    Array.from({ length: seats / 2 }, (_seat, index) => {
      const share = index / (seats / 2 - 1);
      const turn = FROM + share * (0.5 - GANGWAY - FROM);
      return seatAt(radius, side === 0 ? turn : 1 - turn);
    }),
  ).join('');

/** Two benches around one lectern: everybody has a seat on a side, and everybody can see who speaks. */
export const Chamber = () => (
  <svg className={styles['chamber']} viewBox="0 0 320 186" fill="none" strokeLinecap="round" aria-hidden="true">
    <path d="M4 176h312" stroke="var(--rule-strong)" strokeWidth="1" />
    <path d={bench(0)} stroke="var(--neg)" strokeWidth="4" />
    <path d={bench(1)} stroke="var(--aff)" strokeWidth="4" />
    <path d="M140 140 178 130.5" stroke="var(--aff)" strokeWidth="5.5" />
    <path d="M161 138.5 157 170M145 170h24" stroke="var(--ink)" strokeWidth="5.5" />
  </svg>
);
