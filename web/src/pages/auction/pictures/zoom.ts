/** The maximum zoom; 1 is the whole picture. */
export const MAX_ZOOM = 5;

/** The zoom of a double press or the button. */
export const NEAR_ZOOM = 2.5;

/** A smaller zoom snaps to the whole picture. */
const NEARLY_WHOLE = 1.05;

/** Limits a zoom to the allowed range. */
export function clampZoom(zoom: number): number {
  return zoom < NEARLY_WHOLE ? 1 : Math.min(zoom, MAX_ZOOM);
}

/**
 * The scroll position, along one axis, that keeps the point at `at` pixels into the view fixed when the zoom changes.
 */
export function scrollFor(scroll: number, at: number, from: number, to: number): number {
  return ((scroll + at) / from) * to - at;
}

/** The zoom after a wheel event. A trackpad's pinch is a wheel event with Ctrl, in smaller steps. */
export function zoomByWheel(zoom: number, event: { deltaY: number; ctrlKey: boolean }): number {
  return clampZoom(zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)));
}
