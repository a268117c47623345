/** A scribble of nerves that finds its way into one straight line, and to the lectern. */
export const Untangling = () => (
  <svg
    viewBox="0 0 560 400"
    fill="none"
    role="img"
    aria-label="A tangled line that straightens out on its way to a lectern."
  >
    <path d="M12 24h528v352H12zM144 24v352M276 24v352M408 24v352" stroke="var(--rule)" />
    <path d="M12 24h528M12 376h528" stroke="var(--rule-strong)" />
    <path
      d="M40 262C22 170 92 98 138 148S116 280 70 252 60 110 150 110s86 160 26 174-92-94-26-134 112 40 90 110-90 30-64-64 114-86 124-6-64 100-74 36 64-96 106-50-2 74-32 64 20-34 80-33h54"
      stroke="var(--neg)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <path
      d="M434 207h4m-15-15 17 15-17 15"
      stroke="var(--aff)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <g strokeWidth="9" strokeLinecap="round">
      <path d="M488 250l-6 96M458 346h50" stroke="var(--ink)" />
      <path d="M452 238l74-17" stroke="var(--aff)" />
    </g>
  </svg>
);
