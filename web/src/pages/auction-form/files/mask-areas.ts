/** A rectangle on the upright picture, in fractions of its width and height (GUIDE-4). */
export interface MaskArea {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const MAX_AREAS = 20;
/** The smallest width and height. A smaller area is a slip of the pointer and is removed. */
export const MIN_AREA_SIDE = 0.01;

type Place = Omit<MaskArea, 'id'>;

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The area between two points, in either order, within the picture. */
export function areaBetween(from: { x: number; y: number }, to: { x: number; y: number }): Place {
  const [left, right] = [from.x, to.x].map((x) => clamp(x, 0, 1)).sort((a, b) => a - b);
  const [top, bottom] = [from.y, to.y].map((y) => clamp(y, 0, 1)).sort((a, b) => a - b);
  return { x: left!, y: top!, width: right! - left!, height: bottom! - top! };
}

/** Moves an area within the picture. */
export function moveArea<Area extends Place>(area: Area, by: { x: number; y: number }): Area {
  return {
    ...area,
    x: clamp(area.x + by.x, 0, 1 - area.width),
    y: clamp(area.y + by.y, 0, 1 - area.height),
  };
}

/** Moves the lower right corner of an area within the picture. */
export function resizeArea<Area extends Place>(area: Area, by: { x: number; y: number }): Area {
  return {
    ...area,
    width: clamp(area.width + by.x, MIN_AREA_SIDE, 1 - area.x),
    height: clamp(area.height + by.y, MIN_AREA_SIDE, 1 - area.y),
  };
}

/** The area in whole pixels, rounded outwards. */
export function pixelsOf({ x, y, width, height }: Place, size: { width: number; height: number }) {
  const left = Math.floor(x * size.width);
  const top = Math.floor(y * size.height);
  return {
    left,
    top,
    width: Math.min(size.width, Math.ceil((x + width) * size.width)) - left,
    height: Math.min(size.height, Math.ceil((y + height) * size.height)) - top,
  };
}
