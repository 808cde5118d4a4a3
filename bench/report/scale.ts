/** How high a figure stands in a graph. */
export interface Scale {
  /** 0 at the bottom, 1 at the top. */
  place(figure: number): number;
  /** Figures that a line is drawn for. */
  steps: number[];
}

/** A scale on which all figures have room: from zero, or by powers of ten, for which all have to be above zero. */
export function makeScale(kind: 'log' | 'zero', figures: number[]): Scale {
  return kind === 'log' ? byPowers(figures) : fromZero(figures);
}

const MOST_STEPS = 4;

function fromZero(figures: number[]): Scale {
  const most = Math.max(...figures, 0) || 1;
  const power = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const step = [1, 2, 2.5, 5, 10]
    .map((times) => times * power)
    .find((one) => one * MOST_STEPS >= most)!;
  const count = Math.ceil(most / step - 1e-9);
  return {
    place: (figure) => figure / (count * step),
    steps: Array.from({ length: count + 1 }, (_, nth) => Number((nth * step).toPrecision(12))),
  };
}

function byPowers(figures: number[]): Scale {
  const above = figures.filter((figure) => figure > 0);
  const lowest = Math.floor(Math.log10(Math.min(...above)));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...above)) - 1e-9));
  const place = (figure: number) => (Math.log10(figure) - lowest) / (highest - lowest);
  return {
    place: (figure) => (figure > 0 ? Math.max(0, place(figure)) : 0),
    steps: Array.from({ length: highest - lowest + 1 }, (_, nth) =>
      Number((10 ** (lowest + nth)).toPrecision(6)),
    ),
  };
}
