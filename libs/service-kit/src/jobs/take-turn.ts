/** A process that stops waits for its jobs, and other jobs want their turn: none of them goes on for as long as there is work. */
const TURN_MS = 1_000;

/** Does `batch` again and again until it says that nothing is left, or a turn is over. Answers whether there may be more to do. */
export const takeTurn = async (batch: () => Promise<boolean>): Promise<boolean> => {
  const ends = performance.now() + TURN_MS;
  while (performance.now() < ends) {
    if (!(await batch())) return false;
  }
  return true;
};
