import { type Light, parseColour } from './paint.ts';
import { normalise } from './vectors.ts';

export type Hour = 'noon' | 'morning' | 'overcast' | 'dusk' | 'winter' | 'hall';

/** The light of each hour; the sun stands to the left of the camera or right by `turn` degrees. */
export function lightOf(hour: Hour, turn: number): Light {
  const a = (turn * Math.PI) / 180;
  const towards = (height: number) => normalise([Math.cos(a), Math.sin(a), height]);
  const light = (
    zenith: string,
    horizon: string,
    ground: string,
    sun: string,
    height: number,
    strength: number,
    level: number,
  ): Light => ({
    zenith: parseColour(zenith),
    horizon: parseColour(horizon),
    ground: parseColour(ground),
    sun: towards(height),
    sunColour: parseColour(sun),
    strength,
    level,
  });
  switch (hour) {
    case 'noon':
      return light('#4d8ecb', '#dcecf7', '#6f706d', '#fffaf0', 1.1, 1, 1.06);
    case 'morning':
      return light('#7fa6cf', '#fbe7cf', '#75716a', '#ffe9c4', 0.45, 0.95, 1);
    case 'overcast':
      return light('#aab4bb', '#e6eaec', '#66696a', '#ffffff', 1.6, 0.4, 1.12);
    case 'dusk':
      return light('#51618f', '#f4b98b', '#5d5a5c', '#ffc58f', 0.3, 0.75, 0.95);
    case 'winter':
      return light('#8fb0d2', '#f1f3f5', '#c2c9d0', '#fff6e6', 0.4, 0.7, 1.04);
    case 'hall':
      return light('#d9dfe2', '#8b9196', '#5d6265', '#ffffff', 1.4, 0.6, 1.16);
  }
}
