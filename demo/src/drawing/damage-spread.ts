import { between, type Random } from '../random.ts';
import { pixelsPerMetre, project } from './camera.ts';
import type { CarForm } from './car-form.ts';
import type { Blow } from './damage.ts';
import { isSeen, type Scene, surfacePoint, traceOn } from './shell.ts';
import { add, scale, type Vec } from './vectors.ts';

const at = (p: readonly number[]): string => `${p[0]!.toFixed(1)} ${p[1]!.toFixed(1)}`;

/** Dimples the size of a coin: a shadow on one side, a glint on the other. */
export function drawHail(scene: Scene, form: CarForm, random: Random): string {
  const half = form.shape.width / 2;
  const darks: string[] = [];
  const glints: string[] = [];
  const dimple = (shell: typeof form.lower, place: Vec, along: Vec, across: Vec) => {
    if (!isSeen(scene, shell, place)) return;
    const r = between(random, 0.011, 0.024);
    const ring = (size: number, shift: number) => {
      const points: string[] = [];
      for (let i = 0; i < 10; i++) {
        const a = (i * Math.PI) / 5;
        const p = add(
          place,
          add(
            scale(along, r * size * Math.cos(a)),
            scale(across, r * (size * Math.sin(a) + shift)),
          ),
        );
        points.push(at(project(scene.camera, surfacePoint(shell, p))));
      }
      return `M${points.join(' ')}z`;
    };
    darks.push(ring(1.25, 0));
    glints.push(ring(0.7, 0.5));
  };
  for (let i = 0; i < 150; i++) {
    const x = form.front - between(random, 0.14, form.shape.cowl + 0.1);
    dimple(form.lower, [x, between(random, -half + 0.14, half - 0.14), 1], [1, 0, 0], [0, 1, 0]);
  }
  for (let i = 0; i < 150; i++) {
    const w = form.upper.width / 2 - 0.18;
    dimple(
      form.upper,
      [between(random, 0.04, 0.96), between(random, -w, w), 1],
      [0.45, 0, 0],
      [0, 1, 0],
    );
  }
  for (const side of [1, -1] as const) {
    for (let i = 0; i < 46; i++) {
      const x = between(random, form.rear + 0.4, form.front - 0.5);
      const p = form.onSide(side, x, form.topAt(x) - between(random, 0.03, 0.3));
      dimple(form.lower, p, [1, 0, 0], [0, 0, 1.4]);
    }
  }
  return `<path d="${darks.join('')}" fill="#000" fill-opacity=".3"/><path d="${glints.join('')}" fill="#fff" fill-opacity=".36"/>`;
}

/** A blow to the windscreen: rays and rings. */
export function drawCracks(scene: Scene, form: CarForm, blow: Blow, random: Random): string {
  const w = form.upper.width / 2;
  const top = form.shape.tumble > 0.85 ? 0.62 : 0.84;
  const centre: readonly [number, number] = [blow.side * w * 0.36, top * 0.52];
  if (!isSeen(scene, form.upper, [1, centre[0], centre[1]])) return '';
  const lines: string[] = [];
  const place = (y: number, g: number): Vec => [
    1,
    Math.max(-w * 0.9, Math.min(w * 0.9, y)),
    Math.max(0.05, Math.min(top, g)),
  ];
  const rays = 22;
  const ends: [number, number][][] = [];
  for (let i = 0; i < rays; i++) {
    const a = (i * 2 * Math.PI) / rays + between(random, -0.1, 0.1);
    const reach = between(random, 0.25, 1) * (i % 4 === 0 ? 1.5 : 0.75);
    const ray: [number, number][] = [[centre[0], centre[1]]];
    for (let k = 1; k <= 5; k++) {
      const r = (reach * k) / 5;
      ray.push([
        centre[0] + Math.cos(a + between(random, -0.07, 0.07)) * r * w * 0.9,
        centre[1] + Math.sin(a + between(random, -0.07, 0.07)) * r * top * 0.62,
      ]);
    }
    ends.push(ray);
    lines.push(
      traceOn(
        scene,
        form.upper,
        ray.map(([y, g]) => place(y, g)),
        false,
      ),
    );
  }
  for (const k of [1, 2, 3]) {
    for (let i = 0; i < rays; i++) {
      if (random() < 0.25 + k * 0.12) continue;
      const [p, q] = [ends[i]![k]!, ends[(i + 1) % rays]![k]!];
      if (Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.35)
        lines.push(traceOn(scene, form.upper, [place(...p), place(...q)], false));
    }
  }
  const [x, y] = project(scene.camera, surfacePoint(form.upper, place(...centre)));
  const r = pixelsPerMetre(scene.camera, surfacePoint(form.upper, place(...centre)));
  return `<g fill="none" stroke-linejoin="round"><path d="${lines.join('')}" stroke="#0d1012" stroke-opacity=".5" stroke-width="${Math.max(1.6, r * 0.009).toFixed(1)}"/><path d="${lines.join('')}" stroke="#f2f7fa" stroke-opacity=".85" stroke-width="${Math.max(0.9, r * 0.004).toFixed(1)}"/></g><ellipse cx="${x}" cy="${y}" rx="${r * 0.13}" ry="${r * 0.1}" fill="#eef4f8" fill-opacity=".4"/><ellipse cx="${x}" cy="${y}" rx="${r * 0.05}" ry="${r * 0.04}" fill="#0b0d0f" fill-opacity=".75"/>`;
}

/** Burnt flakes and the run of soot over the screen. */
export function drawBurnt(scene: Scene, form: CarForm, random: Random): string {
  const half = form.shape.width / 2;
  const flakes: string[] = [];
  const rust: string[] = [];
  for (let i = 0; i < 90; i++) {
    const p: Vec = [
      form.front - between(random, 0.15, form.shape.cowl),
      between(random, -half + 0.2, half - 0.2),
      1,
    ];
    if (!isSeen(scene, form.lower, p)) continue;
    const r = between(random, 0.012, 0.05);
    const ring = [0, 1, 2, 3, 4].map((k) =>
      add(p, [r * Math.cos(k * 1.257) * between(random, 0.5, 1.3), r * Math.sin(k * 1.257), 0]),
    );
    (i % 2 ? flakes : rust).push(
      `M${ring.map((q) => at(project(scene.camera, surfacePoint(form.lower, q)))).join(' ')}z`,
    );
  }
  return `<path d="${flakes.join('')}" fill="#0b0a0a" fill-opacity=".7"/><path d="${rust.join('')}" fill="#8a6a52" fill-opacity=".45"/>`;
}
