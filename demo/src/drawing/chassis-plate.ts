import { between, makeRandom } from '../random.ts';
import { HEIGHT, WIDTH } from './camera.ts';
import { strokeText } from './plate.ts';

const text = (
  value: string,
  x: number,
  y: number,
  w: number,
  h: number,
  stroke: number,
  colour = '#1c1f21',
) =>
  `<path d="${strokeText(value)
    .map(
      (line) =>
        `M${line.map(([a, b]) => `${(x + a * w).toFixed(1)} ${(y + b * h).toFixed(1)}`).join(' ')}`,
    )
    .join(
      '',
    )}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The maker's plate on the door pillar, with the chassis number. */
export function drawChassisPlate(drawing: {
  chassis_number: string;
  manufacturer: string;
  model_year: number;
  colour: string;
  seed: number;
}): string {
  const random = makeRandom(drawing.seed * 41);
  const tilt = between(random, -3, 3).toFixed(1);
  const scuffs = Array.from({ length: 40 }, () => {
    const [x, y] = [between(random, 0, WIDTH), between(random, 0, HEIGHT)];
    return `M${x.toFixed()} ${y.toFixed()}l${between(random, -60, 60).toFixed()} ${between(random, -8, 8).toFixed()}`;
  });
  const weight = (k: number) => String(Math.round(between(random, k, k * 1.2)));
  const [total, train, front, rear] = [weight(1850), weight(3300), weight(1020), weight(1010)];
  return [
    `<defs><linearGradient id="pillar" x1="0" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".25" stop-color="#fff" stop-opacity=".12"/><stop offset=".7" stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient><linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d9dcde"/><stop offset=".35" stop-color="#b3b8bb"/><stop offset=".5" stop-color="#e6e8e9"/><stop offset="1" stop-color="#9ea4a8"/></linearGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${drawing.colour}"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#pillar)"/>`,
    `<path d="M0 0H190Q240 520 180 ${HEIGHT}H0z" fill="#0d0e0f"/><path d="M190 0Q240 520 180 ${HEIGHT}" stroke="#33373a" stroke-width="26" fill="none"/>`,
    `<path d="${scuffs.join('')}" stroke="#fff" stroke-opacity=".16" stroke-width="2" fill="none"/>`,
    `<g transform="rotate(${tilt} 860 530)"><rect x="372" y="248" width="1000" height="590" rx="22" fill="#000" fill-opacity=".4" filter="url(#close)"/>`,
    `<rect x="360" y="232" width="1000" height="590" rx="20" fill="url(#metal)" stroke="#70767a" stroke-width="3"/>`,
    [400, 1320]
      .map((x) =>
        [272, 782]
          .map(
            (y) =>
              `<circle cx="${x}" cy="${y}" r="17" fill="#8b9195" stroke="#5a6064" stroke-width="4"/><circle cx="${x - 4}" cy="${y - 5}" r="6" fill="#dfe3e5"/>`,
          )
          .join(''),
      )
      .join(''),
    text(
      drawing.manufacturer.toUpperCase().replace(/[^A-Z0-9]/g, ' '),
      470,
      284,
      drawing.manufacturer.length * 34,
      46,
      7,
    ),
    `<path d="M440 366H1280" stroke="#555b5f" stroke-width="3"/>`,
    text(drawing.chassis_number, 440, 404, 840, 72, 8.5),
    `<path d="M440 510H1280M860 510V780M440 600H1280M440 690H1280" stroke="#6a7074" stroke-width="2.5"/>`,
    text(`${total} KG`, 470, 536, 250, 40, 5),
    text(`${train} KG`, 900, 536, 250, 40, 5),
    text(`1 ${front} KG`, 470, 626, 290, 40, 5),
    text(`2 ${rear} KG`, 900, 626, 290, 40, 5),
    text(String(drawing.model_year), 470, 716, 150, 40, 5),
    text('MADE IN EU', 900, 716, 330, 40, 5),
    `<path d="M360 300L900 232H1080L360 520z" fill="#fff" fill-opacity=".2"/></g>`,
  ].join('');
}
