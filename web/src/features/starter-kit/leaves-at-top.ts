interface Leaving {
  readonly clientY: number;
  readonly relatedTarget: EventTarget | null;
}

/** On screens up to this width, in pixels, there is no offer on leaving (specification, section 9, "Limits"). */
const NARROW = 768;

/** Whether the mouse has just left a wide window over its upper edge: on the way to the tabs, the URL or the close button. */
export const leavesAtTop = ({ clientY, relatedTarget }: Leaving, width: number): boolean =>
  relatedTarget === null && clientY <= 0 && width > NARROW;
