import { between, type Random } from '../random.ts';
import { gradient, rect } from './backdrop-shapes.ts';
import { type Camera, HEIGHT, project, WIDTH } from './camera.ts';
import { hexOf, type Light, type Rgb, times } from './paint.ts';
import type { Vec } from './vectors.ts';

/** The inside of a workshop. */
export function drawHall(camera: Camera, light: Light, random: Random): string {
  const y = camera.cy;
  const m = Math.max(40, camera.focal / 13);
  const foot = y + m * 1.35;
  const wall = times([214, 216, 212], light.level * 0.9);
  const paint: Rgb[] = [
    [36, 78, 112],
    [164, 58, 44],
    [74, 98, 78],
  ];
  const band = hexOf(paint[Math.floor(random() * paint.length)]!);
  const parts = [
    `<defs>${gradient('wall', [
      [0, times(wall, 0.62)],
      [0.4, times(wall, 0.95)],
      [1, times(wall, 0.82)],
    ])}${gradient('ground', [
      [0, [122, 126, 128]],
      [0.35, [150, 154, 155]],
      [1, [108, 112, 114]],
    ])}</defs>`,
    rect(0, 0, WIDTH, foot + 1, 'url(#wall)'),
    rect(0, foot - m * 1.5, WIDTH, m * 1.5, band, 'fill-opacity=".82"'),
    rect(0, foot - m * 1.54, WIDTH, m * 0.05, '#fff', 'fill-opacity=".5"'),
  ];
  for (let x = between(random, 0, m * 2); x < WIDTH; x += m * 2.2)
    parts.push(rect(x, 0, 3, foot, '#000', 'fill-opacity=".1"'));
  const gate = between(random, -2, 6) * m;
  parts.push(
    rect(gate - 8, foot - m * 3.9, m * 4.2 + 16, m * 3.9, '#33383b'),
    rect(gate, foot - m * 3.82, m * 4.2, m * 3.82, '#c4cacd'),
  );
  for (let k = 1; k < 6; k++)
    parts.push(rect(gate, foot - (m * 3.82 * k) / 6, m * 4.2, 3, '#000', 'fill-opacity=".22"'));
  for (let k = 0; k < 4; k++)
    parts.push(rect(gate + m * (0.22 + k * 1.0), foot - m * 2.95, m * 0.76, m * 0.42, '#e9f2f7'));
  for (const side of [between(random, 0.02, 0.18), between(random, 0.72, 0.92)]) {
    const x = side * WIDTH;
    parts.push(rect(x, foot - m * 1.3, m * 1.1, m * 1.3, '#8f1f1d'));
    for (let k = 0; k < 5; k++)
      parts.push(
        rect(x + m * 0.08, foot - m * (1.2 - k * 0.24), m * 0.94, m * 0.17, '#b8322d'),
        rect(x + m * 0.4, foot - m * (1.14 - k * 0.24), m * 0.3, m * 0.035, '#e8e8e6'),
      );
    parts.push(
      rect(x + m * 1.3, foot - m * 0.55, m * 0.5, m * 0.55, '#2b2e31'),
      rect(x + m * 1.34, foot - m * 0.5, m * 0.42, m * 0.06, '#5a5f63'),
    );
  }
  for (const x of [0.1, 0.42, 0.74]) {
    parts.push(
      rect(WIDTH * x, y * 0.1, WIDTH * 0.2, 12, '#ffffff'),
      rect(
        WIDTH * x - 20,
        y * 0.1 - 10,
        WIDTH * 0.2 + 40,
        34,
        '#fff',
        'fill-opacity=".22" rx="16"',
      ),
    );
  }
  parts.push(
    rect(0, foot, WIDTH, HEIGHT - foot + 1, 'url(#ground)'),
    rect(0, foot, WIDTH, 6, '#000', 'fill-opacity=".35"'),
  );
  const joints: string[] = [];
  for (const a of [-6, -3, 0, 3, 6]) {
    for (const [p, q] of [
      [
        [-6, a, 0],
        [6, a, 0],
      ],
      [
        [a, -6, 0],
        [a, 6, 0],
      ],
    ] as [Vec, Vec][]) {
      const [u, v] = [project(camera, p), project(camera, q)];
      if ([...u, ...v].every((k) => Math.abs(k) < 5000)) joints.push(`M${u} ${v}`);
    }
  }
  parts.push(
    `<clipPath id="floor"><rect y="${foot.toFixed(1)}" width="${WIDTH}" height="${HEIGHT}"/></clipPath><path clip-path="url(#floor)" d="${joints.join('')}" stroke="#3c4042" stroke-opacity=".35" stroke-width="2"/>`,
  );
  for (let i = 0; i < 3; i++)
    parts.push(
      `<ellipse cx="${(WIDTH * (0.2 + i * 0.32)).toFixed()}" cy="${(foot + (HEIGHT - foot) * 0.4).toFixed()}" rx="170" ry="${((HEIGHT - foot) * 0.3).toFixed()}" fill="url(#glow)" fill-opacity=".3"/>`,
    );
  return parts.join('');
}
