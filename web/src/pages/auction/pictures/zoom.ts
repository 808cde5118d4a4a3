/** Magnified at most so many times; 1 is the whole picture. */
export const MOST_ZOOM = 5;

/** What a double press or the button magnifies to. */
export const NEAR_ZOOM = 2.5;

/** Below this it is the whole picture that is meant. */
const NEARLY_WHOLE = 1.05;

/** A zoom as it can be. */
export function clampZoom(zoom: number): number {
  return zoom < NEARLY_WHOLE ? 1 : Math.min(zoom, MOST_ZOOM);
}

/**
 * How far to scroll along one axis, so that what is under the point at `at` pixels into the view stays under
 * it when the picture goes from one zoom to another.
 */
export function scrollFor(scroll: number, at: number, from: number, to: number): number {
  return ((scroll + at) / from) * to - at;
}

/** The zoom after a turn of the wheel; a trackpad's pinch comes as a wheel with Ctrl, in smaller steps. */
export function zoomByWheel(zoom: number, event: { deltaY: number; ctrlKey: boolean }): number {
  return clampZoom(zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)));
}
