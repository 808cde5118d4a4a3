import { between, makeRandom, pick } from '../random.ts';
import { HEIGHT, WIDTH } from './camera.ts';
import { strokeText } from './plate.ts';

/** The driver's place: panel, gauges with the odometer, wheel, middle screen and lever. */
export function drawInterior(drawing: { seed: number; mileage: number; damage: string }): string {
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
    drawVents(),
    drawCluster(sx, drawing.mileage, glow, random),
    drawScreen(glow, random),
    drawConsole(random),
    drawSteering(sx, sy, random),
  ];
  if (drawing.damage === 'water')
    parts.push(
      '<path d="M0 800Q400 770 800 806T1600 786V1064H0z" fill="#6b5a40" fill-opacity=".62"/><path d="M0 800Q400 770 800 806T1600 786" fill="none" stroke="#a8956f" stroke-opacity=".7" stroke-width="7"/>',
    );
  if (drawing.damage === 'front') parts.push(drawAirbag(sx, sy));
  if (drawing.damage === 'fire')
    parts.push(
      '<path d="M700 300Q1100 240 1600 330V760Q1150 700 760 720z" fill="#050505" fill-opacity=".72"/>',
    );
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

function drawCluster(cx: number, mileage: number, glow: string, random: () => number): string {
  const dial = (x: number, y: number, r: number, value: number, marks: number): string => {
    const angle = (k: number) => ((135 + 270 * k) * Math.PI) / 180;
    const ticks = Array.from({ length: marks * 2 + 1 }, (_, i) => {
      const a = angle(i / (marks * 2));
      const inner = i % 2 ? 0.84 : 0.76;
      return `M${(x + r * inner * Math.cos(a)).toFixed(1)} ${(y + r * inner * Math.sin(a)).toFixed(1)}L${(x + r * 0.91 * Math.cos(a)).toFixed(1)} ${(y + r * 0.91 * Math.sin(a)).toFixed(1)}`;
    });
    const a = angle(value);
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#dial)"/><path d="${ticks.join('')}" stroke="${glow}" stroke-width="3"/><path d="M${x} ${y}L${(x + r * 0.78 * Math.cos(a)).toFixed(1)} ${(y + r * 0.78 * Math.sin(a)).toFixed(1)}" stroke="#f0442e" stroke-width="6" stroke-linecap="round"/><circle cx="${x}" cy="${y}" r="${r * 0.16}" fill="#1a1d20" stroke="#43494d" stroke-width="3"/>`;
  };
  const kilometres = String(mileage * 10 + Math.floor(random() * 10));
  const w = kilometres.length * 15;
  return [
    `<path d="M${cx - 300} 560Q${cx - 290} 352 ${cx} 344T${cx + 300} 560z" fill="#0b0c0d"/><path d="M${cx - 300} 560Q${cx - 290} 352 ${cx} 344T${cx + 300} 560" fill="none" stroke="#4b4f53" stroke-width="8"/>`,
    dial(cx - 162, 476, 98, 0, 6),
    dial(cx + 162, 476, 98, 0, 8),
    `<rect x="${cx - 54}" y="404" width="108" height="140" rx="8" fill="#10161b" stroke="#333a3f" stroke-width="2"/>`,
    text(kilometres, cx - w / 2 - 2, 508, w, 18, glow, 2.4),
    text('KM', cx - 10, 484, 22, 12, '#7d8a94', 1.8),
    `<path d="M${cx - 26} 436h38v26h-38zm42 4h8v18h-8z" fill="#f2b233"/>`,
    `<circle cx="${cx - 62}" cy="386" r="9" fill="#f2b233"/><path d="M${cx + 52} 394l10-17 10 17z" fill="#e5392c"/><circle cx="${cx + 92}" cy="392" r="7" fill="#e5392c"/>`,
  ].join('');
}

function drawScreen(glow: string, random: () => number): string {
  const hue = pick(random, ['#16324a', '#1b2a24', '#2a1f2f', '#14202b'] as const);
  return [
    '<rect x="930" y="356" width="212" height="160" rx="12" fill="#08090a" stroke="#3b4044" stroke-width="3"/>',
    `<rect x="942" y="368" width="188" height="136" rx="5" fill="${hue}"/>`,
    `<path d="M942 470q50-50 90-34t98-40v108H942z" fill="#fff" fill-opacity=".08"/><path d="M960 504l40-60 46-18 30-58" stroke="#58b7ff" stroke-width="5" fill="none"/>`,
    text('12 48', 958, 380, 56, 16, glow, 2.2),
    '<path d="M942 368h188l-120 136h-68z" fill="#fff" fill-opacity=".07"/>',
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
