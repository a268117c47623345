/** A stopping process waits for its jobs, and other jobs need their turn, so no job continues for as long as there is work. */
const TURN_MS = 1_000;

/** Repeats `batch` until it answers that nothing is left, or a turn is over. Returns whether there may be more to do. */
export const takeTurn = async (batch: () => Promise<boolean>): Promise<boolean> => {
  const ends = performance.now() + TURN_MS;
  while (performance.now() < ends) {
    if (!(await batch())) return false;
  }
  return true;
};
