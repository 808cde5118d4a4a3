import { between, makeRandom, pick } from '../random.ts';
import { HEIGHT, WIDTH } from './camera.ts';
import { strokeText } from './plate.ts';

/** The driver's place: panel, gauges with the odometer, wheel, middle screen and lever. */
export type Cabin = {
  seed: number;
  mileage: number;
  damage: string;
  airbag: boolean;
  dash: 'dials' | 'digital' | 'screen' | 'van';
};

export function drawInterior(drawing: Cabin): string {
  if (drawing.damage === 'fire') return drawBurntCabin(drawing.seed);
  const random = makeRandom(drawing.seed * 17 + 4);
  const trim = pick(random, ['#2a2c2f', '#33302c', '#23272c', '#3a3733'] as const);
  const inlay = pick(random, ['#8b8f93', '#6d5136', '#1c1e20', '#a9abaa'] as const);
  const glow = pick(random, ['#eaf3ff', '#ffd9a0', '#cfe8ff', '#ffffff'] as const);
  const outside = pick(random, [
    ['#b9cfe2', '#e9f0f4'],
    ['#e9c9a4', '#f6e8d6'],
    ['#bcc4c8', '#e4e8ea'],
  ] as const);
  const [sx, sy] = [between(random, 500, 560), between(random, 690, 730)];
  const defs = `<defs>
<linearGradient id="out" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${outside[0]}"/><stop offset="1" stop-color="${outside[1]}"/></linearGradient>
<linearGradient id="dash" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#53575b"/><stop offset=".16" stop-color="${trim}"/><stop offset="1" stop-color="#101113"/></linearGradient>
<linearGradient id="lowdash" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1b1c1e"/><stop offset=".3" stop-color="${trim}"/><stop offset="1" stop-color="#0b0c0d"/></linearGradient>
<linearGradient id="inlay" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>
<radialGradient id="dial"><stop offset=".2" stop-color="#23282d"/><stop offset=".9" stop-color="#0b0d0f"/><stop offset="1" stop-color="#5b6166"/></radialGradient>
<linearGradient id="rimwheel" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5a5d60"/><stop offset=".3" stop-color="#2a2c2e"/><stop offset="1" stop-color="#141516"/></linearGradient>
<radialGradient id="shade" cx=".5" cy=".45" r=".75"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></radialGradient></defs>`;
  const parts = [
    defs,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0c0d0e"/>`,
    `<path d="M0 0H${WIDTH}V400H0z" fill="url(#out)"/>`,
    drawOutside(random),
    '<path d="M0 0H150L40 420H0z" fill="#1d1f21"/><path d="M1600 0H1490L1572 400H1600z" fill="#17191a"/>',
    '<path d="M150 0L40 420" stroke="#3a3d40" stroke-width="6"/>',
    '<path d="M690 0h300q14 0 12 16l-8 58q-3 20-24 20H716q-21 0-24-20l-10-58q-2-16 8-16z" fill="#1a1c1e"/><path d="M706 8h270l-8 56q-2 14-16 14H730q-14 0-16-14z" fill="#9db0bd"/>',
    `<path d="M0 420Q260 316 560 322T1100 338Q1420 342 1600 400V560H0z" fill="url(#dash)"/>`,
    '<path d="M0 428Q260 326 560 331T1100 347Q1420 351 1600 409" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="4"/>',
    `<path d="M0 520Q700 470 1600 512V1064H0z" fill="url(#lowdash)"/>`,
    `<path d="M760 512Q1200 492 1600 522V588Q1200 560 760 588z" fill="${inlay}"/><path d="M760 512Q1200 492 1600 522V588Q1200 560 760 588z" fill="url(#inlay)"/>`,
    drawing.dash === 'screen' ? '' : drawVents(),
    drawing.dash === 'screen' ? '' : drawCluster(sx, drawing, glow),
    drawScreen(drawing, glow, random),
    drawing.dash === 'screen' ? drawTunnel() : drawConsole(random),
    drawSteering(sx, sy, random),
  ];
  if (drawing.damage === 'water')
    parts.push(
      '<path d="M0 800Q400 770 800 806T1600 786V1064H0z" fill="#6b5a40" fill-opacity=".62"/><path d="M0 800Q400 770 800 806T1600 786" fill="none" stroke="#a8956f" stroke-opacity=".7" stroke-width="7"/>',
    );
  if (drawing.airbag) parts.push(drawAirbag(sx, sy));
  parts.push(`<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`);
  return parts.join('');
}

function drawOutside(random: () => number): string {
  const trees: string[] = [];
  for (let x = 0; x <= WIDTH; x += 24)
    trees.push(`${x} ${(268 + Math.sin(x * 0.011 + random()) * 22 + random() * 26).toFixed(1)}`);
  return `<path d="M0 420 ${trees.join(' ')} ${WIDTH} 420z" fill="#5f7166" fill-opacity=".75"/><path d="M0 330H1600V420H0z" fill="#8b8d8b"/><path d="M240 400Q700 280 1330 376L1600 420H0z" fill="#6d7173"/>`;
}

function drawVents(): string {
  const vent = (x: number, y: number, w: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="76" rx="14" fill="#0a0b0c" stroke="#6f7579" stroke-width="3"/>${[0, 1, 2, 3].map((i) => `<rect x="${x + 10}" y="${y + 10 + i * 16}" width="${w - 20}" height="6" rx="3" fill="#34383b"/>`).join('')}<rect x="${x + w / 2 - 5}" y="${y + 6}" width="10" height="64" rx="4" fill="#24272a"/>`;
  return vent(60, 470, 150) + vent(790, 414, 130) + vent(1150, 414, 130) + vent(1440, 430, 140);
}

const text = (
  value: string,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  stroke: number,
): string =>
  `<path d="${strokeText(value)
    .map(
      (line) =>
        `M${line.map(([a, b]) => `${(x + a * w).toFixed(1)} ${(y + b * h).toFixed(1)}`).join(' ')}`,
    )
    .join(
      '',
    )}" fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The odometer's figures, in kilometres as cars count. */
const kilometresOf = ({ mileage, seed }: Cabin) => String(mileage * 10 + (seed % 10));

function drawCluster(cx: number, cabin: Cabin, glow: string): string {
  const hood = `<path d="M${cx - 300} 560Q${cx - 290} 352 ${cx} 344T${cx + 300} 560z" fill="#0b0c0d"/><path d="M${cx - 300} 560Q${cx - 290} 352 ${cx} 344T${cx + 300} 560" fill="none" stroke="#4b4f53" stroke-width="8"/>`;
  // A car that stood in water or hit something has a dead or a warning panel; never a lit one that says nothing.
  const isDead = cabin.damage === 'water';
  return (
    hood +
    (cabin.dash === 'digital'
      ? drawDigital(cx, cabin, glow, isDead)
      : drawDials(cx, cabin, glow, isDead))
  );
}

function drawDials(cx: number, cabin: Cabin, glow: string, isDead: boolean): string {
  const mark = isDead ? '#5d6468' : glow;
  const dial = (x: number, y: number, r: number, marks: number, step: number): string => {
    const angle = (k: number) => ((135 + 270 * k) * Math.PI) / 180;
    const ticks = Array.from({ length: marks * 2 + 1 }, (_, i) => {
      const a = angle(i / (marks * 2));
      const inner = i % 2 ? 0.84 : 0.76;
      return `M${(x + r * inner * Math.cos(a)).toFixed(1)} ${(y + r * inner * Math.sin(a)).toFixed(1)}L${(x + r * 0.91 * Math.cos(a)).toFixed(1)} ${(y + r * 0.91 * Math.sin(a)).toFixed(1)}`;
    });
    const figures = Array.from({ length: marks + 1 }, (_, i) => {
      const a = angle(i / marks);
      const value = String(i * step);
      const w = value.length * 8;
      return text(
        value,
        x + r * 0.6 * Math.cos(a) - w / 2,
        y + r * 0.6 * Math.sin(a) - 5,
        w,
        10,
        mark,
        1.6,
      );
    });
    const a = angle(0);
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#dial)"/><path d="${ticks.join('')}" stroke="${mark}" stroke-width="3"/>${figures.join('')}<path d="M${x} ${y}L${(x + r * 0.78 * Math.cos(a)).toFixed(1)} ${(y + r * 0.78 * Math.sin(a)).toFixed(1)}" stroke="#f0442e" stroke-width="6" stroke-linecap="round"/><circle cx="${x}" cy="${y}" r="${r * 0.16}" fill="#1a1d20" stroke="#43494d" stroke-width="3"/>`;
  };
  const kilometres = kilometresOf(cabin);
  const w = kilometres.length * 15;
  const lit = isDead
    ? ''
    : text(kilometres, cx - w / 2, 508, w, 18, glow, 2.4) +
      text('KM', cx - 11, 484, 22, 12, '#9fb0bb', 1.8) +
      `<path d="M${cx - 26} 436h38v26h-38zm42 4h8v18h-8z" fill="#f2b233"/><circle cx="${cx - 62}" cy="386" r="9" fill="#f2b233"/><path d="M${cx + 52} 394l10-17 10 17z" fill="#e5392c"/><circle cx="${cx + 92}" cy="392" r="7" fill="#e5392c"/>`;
  return [
    dial(cx - 162, 476, 98, 6, 1),
    dial(cx + 162, 476, 98, 8, 30),
    `<rect x="${cx - 54}" y="404" width="108" height="140" rx="8" fill="#10161b" stroke="#333a3f" stroke-width="2"/>`,
    lit,
  ].join('');
}

/** One wide screen in place of dials. */
function drawDigital(cx: number, cabin: Cabin, glow: string, isDead: boolean): string {
  const frame = `<rect x="${cx - 258}" y="380" width="516" height="172" rx="16" fill="#05070a" stroke="#3a4045" stroke-width="4"/>`;
  if (isDead) return frame;
  const kilometres = kilometresOf(cabin);
  const w = kilometres.length * 17;
  const ring = (x: number, colour: string) =>
    `<circle cx="${x}" cy="466" r="66" fill="none" stroke="#1d2a35" stroke-width="12"/><path d="M${x - 47} 513A66 66 0 0 1 ${x - 62} 443" fill="none" stroke="${colour}" stroke-width="12"/>`;
  return [
    frame,
    ring(cx - 168, '#3aa0ff'),
    ring(cx + 168, '#f0a52e'),
    text('0', cx - 178, 446, 22, 34, glow, 4),
    text('P', cx + 158, 446, 22, 34, glow, 4),
    `<path d="M${cx - 70} 396h140v84h-140z" fill="#0d1b26"/><path d="M${cx - 30} 404h26v20h-26zm30 3h6v14h-6z" fill="#f2b233"/><path d="M${cx + 20} 424l12-20 12 20z" fill="#e5392c"/>`,
    text('KM', cx - 12, 492, 24, 13, '#9fb0bb', 2),
    text(kilometres, cx - w / 2, 516, w, 20, glow, 2.8),
  ].join('');
}

/** The odometer as somebody holds a telephone to it. */
export function drawOdometer(cabin: Cabin): string {
  const random = makeRandom(cabin.seed * 19 + 4);
  const turn = between(random, -2.5, 2.5).toFixed(1);
  const glow = '#eaf3ff';
  return [
    `<defs><radialGradient id="dial"><stop offset=".2" stop-color="#23282d"/><stop offset=".9" stop-color="#0b0d0f"/><stop offset="1" stop-color="#5b6166"/></radialGradient><linearGradient id="hoodlight" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3a3e42"/><stop offset="1" stop-color="#0c0d0e"/></linearGradient><radialGradient id="shade" cx=".5" cy=".45" r=".75"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></radialGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#hoodlight)"/>`,
    `<g transform="translate(800 540) rotate(${turn}) scale(2.75) translate(-530 -474)">${drawCluster(530, cabin, glow)}<path d="M330 400L520 360 700 372 520 420z" fill="#fff" fill-opacity=".07"/></g>`,
    `<path d="M0 1064Q800 860 1600 1064z" fill="#17191b"/><path d="M0 1050Q800 846 1600 1050" fill="none" stroke="#50555a" stroke-width="8"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`,
  ].join('');
}

function drawScreen({ dash, damage }: Cabin, glow: string, random: () => number): string {
  const hue =
    damage === 'water'
      ? '#07090a'
      : pick(random, ['#16324a', '#1b2a24', '#2a1f2f', '#14202b'] as const);
  const [x, y, w, h] =
    dash === 'screen'
      ? [800, 366, 470, 300]
      : dash === 'digital'
        ? [900, 340, 300, 196]
        : [930, 356, 212, 160];
  const frame = `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="12" fill="#08090a" stroke="#3b4044" stroke-width="3"/><rect x="${x + 12}" y="${y + 12}" width="${w - 24}" height="${h - 24}" rx="5" fill="${hue}"/>`;
  if (damage === 'water') return frame;
  const odometer =
    dash === 'screen'
      ? text('P   0 KM H', x + 34, y + 34, 210, 24, glow, 3)
      : text('12 48', x + 28, y + 24, 56, 16, glow, 2.2);
  return [
    frame,
    `<path d="M${x + 12} ${y + h * 0.72}q${w * 0.24}-${h * 0.32} ${w * 0.44}-${h * 0.2}t${w - 24 - w * 0.44}-${h * 0.24}v${h * 0.72 - 12 - h * 0.0}H${x + 12}z" fill="#fff" fill-opacity=".08"/>`,
    `<path d="M${x + w * 0.16} ${y + h - 12}l${w * 0.18}-${h * 0.36} ${w * 0.22}-${h * 0.12} ${w * 0.16}-${h * 0.3}" stroke="#58b7ff" stroke-width="5" fill="none"/>`,
    odometer,
    `<path d="M${x + 12} ${y + 12}h${w - 24}l-${w * 0.55} ${h - 24}h-${w * 0.3}z" fill="#fff" fill-opacity=".06"/>`,
  ].join('');
}

/** What stands between the seats where there is neither lever nor knob. */
function drawTunnel(): string {
  return [
    '<path d="M880 700Q1036 690 1196 700L1240 1064H820z" fill="#17191b"/><path d="M880 700L820 1064M1196 700L1240 1064" stroke="#3f4347" stroke-width="4"/>',
    '<rect x="920" y="730" width="236" height="150" rx="22" fill="#0b0c0d" stroke="#33373a" stroke-width="3"/><circle cx="980" cy="960" r="56" fill="#0a0b0c" stroke="#3c4043" stroke-width="5"/><circle cx="1104" cy="960" r="56" fill="#0a0b0c" stroke="#3c4043" stroke-width="5"/>',
    '<path d="M1300 1064Q1290 860 1400 800T1600 760V1064z" fill="#26292c"/><path d="M1330 1064Q1330 890 1420 836T1600 792" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="4"/>',
  ].join('');
}

/** The driver's place after a fire: bare metal, sagging plastic, soot, nothing that shines. */
function drawBurntCabin(seed: number): string {
  const random = makeRandom(seed * 23);
  const blotches = (
    count: number,
    y0: number,
    y1: number,
    colours: readonly string[],
    most: number,
  ) =>
    Array.from({ length: count }, () => {
      const [x, y] = [between(random, -40, WIDTH + 40), between(random, y0, y1)];
      const rx = between(random, most * 0.2, most);
      return `<ellipse cx="${x.toFixed()}" cy="${y.toFixed()}" rx="${rx.toFixed()}" ry="${(rx * between(random, 0.25, 0.7)).toFixed()}" fill="${pick(random, colours)}" fill-opacity="${between(random, 0.12, 0.4).toFixed(2)}"/>`;
    }).join('');
  const ragged = (y: number, wild: number) => {
    const points: string[] = [];
    for (let x = 0; x <= WIDTH; x += 18)
      points.push(
        `${x} ${(y + between(random, -wild, wild) + 26 * Math.sin(x * 0.006 + seed)).toFixed(1)}`,
      );
    return points.join(' ');
  };
  const drips = Array.from({ length: 46 }, () => {
    const x = between(random, 0, WIDTH);
    const y = between(random, 460, 600);
    const long = between(random, 20, 150);
    const w = between(random, 4, 15);
    return `<path d="M${(x - w).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${(y + long * 1.4).toFixed(1)} ${(x + w).toFixed(1)} ${y.toFixed(1)}z" fill="#0b0a0a"/><path d="M${(x - w * 0.4).toFixed(1)} ${y.toFixed(1)}Q${x.toFixed(1)} ${(y + long).toFixed(1)} ${(x - w * 0.1).toFixed(1)} ${(y + long * 0.5).toFixed(1)}" stroke="#55504c" stroke-opacity=".5" stroke-width="2" fill="none"/>`;
  });
  const cracks = Array.from({ length: 34 }, () => {
    let [x, y] = [between(random, 560, 800), between(random, 90, 190)];
    const a = between(random, 0, Math.PI * 2);
    let d = `M${x.toFixed()} ${y.toFixed()}`;
    for (let k = 0; k < 7; k++) {
      x += Math.cos(a + between(random, -0.5, 0.5)) * 110;
      y += Math.sin(a + between(random, -0.5, 0.5)) * 60;
      d += `L${x.toFixed()} ${y.toFixed()}`;
    }
    return d;
  });
  const wires = Array.from({ length: 22 }, () => {
    const x = between(random, 330, 1250);
    const y = between(random, 480, 640);
    return `<path d="M${x.toFixed()} ${y.toFixed()}q${between(random, -80, 80).toFixed()} ${between(random, 50, 150).toFixed()} ${between(random, -60, 60).toFixed()} ${between(random, 120, 260).toFixed()}" fill="none" stroke="${pick(random, ['#8a5a3a', '#2a2624', '#6b6763', '#a8713f'])}" stroke-width="${between(random, 2, 5).toFixed(1)}"/>`;
  });
  const springs = (x: number) =>
    Array.from(
      { length: 6 },
      (_, row) =>
        `<path d="M${x} ${770 + row * 52}${Array.from({ length: 14 }, (_, k) => `q10 ${k % 2 ? 26 : -26} 20 0`).join('')}" fill="none" stroke="#6e5f54" stroke-width="4"/>`,
    ).join('');
  return [
    `<defs><filter id="soot"><feGaussianBlur stdDeviation="14"/></filter><linearGradient id="glassy" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a2623"/><stop offset=".5" stop-color="#857a6d"/><stop offset="1" stop-color="#4b453f"/></linearGradient><linearGradient id="char" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4a4541"/><stop offset=".2" stop-color="#211e1c"/><stop offset="1" stop-color="#080707"/></linearGradient><radialGradient id="shade" cx=".5" cy=".45" r=".75"><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></radialGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a0908"/><path d="M150 0H1490L1572 400H40z" fill="url(#glassy)"/>`,
    `<g filter="url(#soot)">${blotches(26, 0, 330, ['#0d0b0a', '#1a1614', '#3a322b'], 260)}</g>`,
    `<path d="${cracks.join('')}" fill="none" stroke="#e4ddd2" stroke-opacity=".4" stroke-width="2.4"/>`,
    '<path d="M0 0H150L40 420H0z" fill="#100f0e"/><path d="M1600 0H1490L1572 400H1600z" fill="#0d0c0b"/><path d="M150 0L40 420" stroke="#5c5048" stroke-width="7"/>',
    `<path d="M0 ${HEIGHT} ${ragged(392, 12)} ${WIDTH} ${HEIGHT}z" fill="url(#char)"/>`,
    '<path d="M120 470Q800 420 1500 478V560Q800 512 120 560z" fill="#6d6259"/><path d="M120 470Q800 420 1500 478" fill="none" stroke="#a09284" stroke-opacity=".6" stroke-width="5"/>',
    Array.from(
      { length: 12 },
      (_, k) =>
        `<ellipse cx="${190 + k * 112}" cy="${500 + 14 * Math.sin(k)}" rx="24" ry="15" fill="#0b0a09"/>`,
    ).join(''),
    `<g filter="url(#soot)">${blotches(34, 430, 760, ['#050505', '#2a2522', '#8c8177', '#5d3d29'], 150)}</g>`,
    '<path d="M300 560Q310 408 520 402T760 560z" fill="#060505"/><path d="M300 560Q310 408 520 402T760 560" fill="none" stroke="#4a423c" stroke-width="9"/><circle cx="430" cy="506" r="62" fill="#0d0c0b" stroke="#57504a" stroke-width="5"/><circle cx="610" cy="512" r="62" fill="#0d0c0b" stroke="#57504a" stroke-width="5"/>',
    '<path d="M900 470l230-14 18 130-266 12z" fill="#050505" stroke="#3d3732" stroke-width="6"/><path d="M930 486l190 60M1090 476l-150 100" stroke="#3b3530" stroke-width="3"/>',
    drips.join(''),
    wires.join(''),
    `<path d="M840 620Q1036 600 1226 620L1270 1064H790z" fill="#171412"/><g filter="url(#soot)">${blotches(20, 640, 1064, ['#000', '#39312b', '#7a6f65'], 120)}</g>`,
    springs(60),
    springs(1290),
    '<path d="M30 1064Q20 820 120 742T350 760" fill="none" stroke="#6a5c51" stroke-width="9"/><path d="M1270 1064Q1262 820 1380 742T1600 730" fill="none" stroke="#6a5c51" stroke-width="9"/>',
    '<g transform="translate(534 716) rotate(9)"><circle r="278" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="34" cy="12"/><circle r="278" fill="none" stroke="#5d5148" stroke-width="15"/><circle r="278" fill="none" stroke="#a48c78" stroke-opacity=".5" stroke-width="4" cy="-3"/><path d="M-272 40L-60 4M272 40L60 4M-20 60L-36 272M20 60L36 272" stroke="#51463e" stroke-width="17"/><path d="M-80-44H80L64 62H-64z" fill="#2b2521" stroke="#6e6056" stroke-width="5"/><path d="M-240 150Q-230 250-214 190M-120 250Q-110 340-96 270M150 236Q160 330 172 232" fill="#0a0909"/></g>',
    `<g filter="url(#soot)">${blotches(16, 0, HEIGHT, ['#000'], 300)}</g>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`,
  ].join('');
}

function drawConsole(random: () => number): string {
  const knobs = [960, 1036, 1112].map(
    (x) =>
      `<circle cx="${x}" cy="640" r="31" fill="#141618" stroke="#7b8186" stroke-width="4"/><circle cx="${x}" cy="640" r="20" fill="#24272a"/><path d="M${x} 640l${(between(random, -13, 13)).toFixed(1)}-15" stroke="#e8eef2" stroke-width="4" stroke-linecap="round"/>`,
  );
  return [
    '<path d="M860 590Q1036 574 1214 590L1260 1064H800z" fill="#191b1d"/><path d="M860 590L800 1064M1214 590L1260 1064" stroke="#45494d" stroke-width="4"/>',
    knobs.join(''),
    '<rect x="910" y="690" width="252" height="34" rx="8" fill="#0e1011"/>',
    [0, 1, 2, 3, 4]
      .map(
        (i) => `<rect x="${918 + i * 49}" y="696" width="42" height="22" rx="4" fill="#2b2f32"/>`,
      )
      .join(''),
    '<path d="M946 800h176l22 180H922z" fill="#0d0e0f" stroke="#3c4043" stroke-width="3"/>',
    '<path d="M1000 960Q1010 880 1020 842h28q10 40 20 118z" fill="#1e2022"/><path d="M996 800q0-48 38-48t38 48q0 44-38 44t-38-44z" fill="#2c2f32" stroke="#8d9398" stroke-width="3"/><path d="M1008 780q10-16 28-16" stroke="#fff" stroke-opacity=".5" stroke-width="5" fill="none" stroke-linecap="round"/>',
    '<path d="M1300 1064Q1290 860 1400 800T1600 760V1064z" fill="#26292c"/><path d="M1330 1064Q1330 890 1420 836T1600 792" fill="none" stroke="#fff" stroke-opacity=".12" stroke-width="4"/>',
    '<path d="M1236 600H1560q20 0 22 20l10 120q2 20-18 20H1272q-20 0-22-20z" fill="#000" fill-opacity=".22" stroke="#000" stroke-opacity=".5" stroke-width="3"/>',
  ].join('');
}

function drawSteering(cx: number, cy: number, random: () => number): string {
  const turn = between(random, -14, 14).toFixed(1);
  return `<g transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(${turn}) scale(1 .96)">
<circle r="292" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="60" cy="14"/>
<circle r="292" fill="none" stroke="url(#rimwheel)" stroke-width="50"/>
<path d="M-262-140A297 297 0 0 1 262-140" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="6"/>
<path d="M-276-34Q-150-44-110-70L110-70Q150-44 276-34L276 36Q170 40 120 84L60 128 44 286-44 286-60 128-120 84Q-170 40-276 36z" fill="#1c1e20"/>
<path d="M-266-24Q-160-30-120-56" fill="none" stroke="#8e9498" stroke-width="7"/><path d="M266-24Q160-30 120-56" fill="none" stroke="#8e9498" stroke-width="7"/>
<path d="M-112-84Q0-120 112-84Q132 10 84 92Q0 140-84 92Q-132 10-112-84z" fill="#26292b" stroke="#0b0c0d" stroke-width="4"/>
<path d="M-96-76Q0-104 96-76" stroke="#fff" stroke-opacity=".2" stroke-width="5" fill="none"/>
<circle r="27" cy="6" fill="#15171a" stroke="#c9cfd3" stroke-width="5"/>
<g fill="#34383b"><rect x="-232" y="-18" width="30" height="18" rx="5"/><rect x="-194" y="-20" width="30" height="18" rx="5"/><rect x="-216" y="8" width="44" height="18" rx="5"/><rect x="202" y="-18" width="30" height="18" rx="5"/><rect x="164" y="-20" width="30" height="18" rx="5"/><rect x="172" y="8" width="44" height="18" rx="5"/></g></g>`;
}

/** An airbag that has done its work hangs from the wheel. */
function drawAirbag(cx: number, cy: number): string {
  const [x, y] = [cx.toFixed(1), cy];
  return `<defs><radialGradient id="bag" cx=".4" cy=".3" r=".8"><stop offset="0" stop-color="#f7f5f0"/><stop offset=".6" stop-color="#d9d6ce"/><stop offset="1" stop-color="#96938b"/></radialGradient></defs><path d="M${cx - 110} ${y - 70}Q${x} ${y - 130} ${cx + 110} ${y - 70}Q${cx + 190} ${y + 60} ${cx + 150} ${y + 210}Q${cx + 90} ${y + 320} ${cx - 20} ${y + 290}Q${cx - 180} ${y + 310} ${cx - 170} ${y + 130}Q${cx - 176} ${y + 20} ${cx - 110} ${y - 70}z" fill="url(#bag)"/><path d="M${cx - 60} ${y - 70}Q${cx - 20} ${y + 80} ${cx - 70} ${y + 240}M${cx + 50} ${y - 76}Q${cx + 10} ${y + 60} ${cx + 70} ${y + 240}M${cx - 140} ${y + 90}Q${x} ${y + 130} ${cx + 140} ${y + 80}" fill="none" stroke="#8b887f" stroke-opacity=".6" stroke-width="6" stroke-linecap="round"/>`;
}
