interface Leaving {
  readonly clientY: number;
  readonly relatedTarget: EventTarget | null;
}

/** Screens up to this many pixels have no mouse that leaves them (specification, section 9, "Limits"). */
const NARROW = 768;

/** Whether the mouse has just left a wide window over its upper edge: on the way to the tabs, the address or the cross. */
export const leavesAtTop = ({ clientY, relatedTarget }: Leaving, width: number): boolean =>
  relatedTarget === null && clientY <= 0 && width > NARROW;
