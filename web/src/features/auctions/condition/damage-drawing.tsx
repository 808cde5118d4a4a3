import type { PanelDamage } from '@restvarde/contract/auctions/condition';
import { SEVERITIES } from '@restvarde/contract/auctions/condition-words';
import { PANEL_NAMES, type Panel } from '@restvarde/contract/auctions/panels';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { byPanel, panelText } from './condition-text.ts';
import styles from './damage-drawing.module.css';

type Severity = PanelDamage['severity'];

const LEVELS = [1, 2, 3] as const satisfies Severity[];

/** The labels within the drawing. */
const LABELS = [
  { text: 'Fram', x: 34, y: 44 },
  { text: 'Bak', x: 34, y: 628 },
  { text: 'Motorrum', x: 66, y: 704 },
  { text: 'Underrede', x: 200, y: 704 },
  { text: 'Interiör', x: 334, y: 704 },
];

export interface DamageDrawingProps {
  damages: readonly PanelDamage[];
  /** The panel whose damages are shown beside the drawing. */
  chosen: Panel | null;
  onChoose: (panel: Panel) => void;
}

/**
 * The damaged panels of a car, seen from five sides (DMG-4). Each has the worst severity as a pattern and a number, and
 * is a button. The list beside it says the same.
 */
export default function DamageDrawing({ damages, chosen, onChoose }: DamageDrawingProps) {
  const id = useId();
  const damaged = new Map(byPanel(damages));
  const worst = (panel: Panel) =>
    damaged
      .get(panel)
      ?.reduce<Severity>((most, { severity }) => (severity > most ? severity : most), 1);
  return (
    <div className={`stack gap-3 ${styles.drawing}`}>
      <div className={styles.car}>
        <svg viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`} aria-hidden="true">
          <defs>
            {LEVELS.map((level) => (
              <Pattern key={level} level={level} id={`${id}${level}`} />
            ))}
          </defs>
          {LABELS.map(({ text, x, y }) => (
            <text key={text} x={x} y={y} className={styles.label}>
              {text}
            </text>
          ))}
          {PANEL_NAMES.map((panel) => {
            const severity = worst(panel);
            return (
              <g key={panel} data-panel={panel} data-severity={severity}>
                <Shape area={AREAS[panel]} className={styles.area} />
                {severity !== undefined && (
                  <>
                    <Shape area={AREAS[panel]} fill={`url(#${id}${severity})`} />
                    <Level area={AREAS[panel]} severity={severity} />
                  </>
                )}
              </g>
            );
          })}
        </svg>
        {PANEL_NAMES.map((panel) => {
          const own = damaged.get(panel);
          if (own === undefined) return null;
          return (
            <Button
              key={panel}
              className={styles.button ?? ''}
              style={placeOf(AREAS[panel])}
              aria-label={panelText(panel, own)}
              aria-pressed={panel === chosen}
              onPress={() => onChoose(panel)}
            />
          );
        })}
      </div>
      <ul className={styles.legend} aria-label="Hur svår skadan är">
        {LEVELS.map((level) => (
          <li key={level}>
            <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
              <rect width={24} height={24} rx={4} className={styles.area} data-severity={level} />
              <rect width={24} height={24} rx={4} fill={`url(#${id}${level})`} />
            </svg>
            <span>{`${level} ${SEVERITIES[level]}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Dots, lines, and crossed lines, which differ without colour. */
function Pattern({ level, id }: { level: Severity; id: string }) {
  return (
    <pattern id={id} width={10} height={10} patternUnits="userSpaceOnUse">
      {level === 1 ? (
        <circle cx={5} cy={5} r={1.5} className={styles.dot} />
      ) : (
        <path
          d={level === 2 ? 'M0 10 10 0' : 'M0 10 10 0M0 0 10 10'}
          className={level === 2 ? styles.line : styles.cross}
        />
      )}
    </pattern>
  );
}

function Shape({ area, ...rest }: { area: Area; className?: string | undefined; fill?: string }) {
  const { x, y, width, height, shape } = area;
  if (shape === 'circle') {
    const radius = Math.min(width, height) / 2;
    return <circle cx={x + width / 2} cy={y + height / 2} r={radius} {...rest} />;
  }
  if (shape === 'rect') return <rect {...{ x, y, width, height }} rx={10} {...rest} />;
  if (shape === 'windscreen' || shape === 'rear_window') {
    // Narrower towards the roof.
    const [top, bottom] = shape === 'windscreen' ? [0, 12] : [12, 0];
    const points = [
      [x + top, y],
      [x + width - top, y],
      [x + width - bottom, y + height],
      [x + bottom, y + height],
    ];
    return <polygon points={points.join(' ')} {...rest} />;
  }
  const [flat, round] = shape === 'front' ? [y + height, y] : [y, y + height];
  const curve = (flat - round) * 0.75;
  return (
    <path
      d={`M${x} ${flat}V${round + curve}Q${x} ${round} ${x + 48} ${round}H${x + width - 48}Q${x + width} ${round} ${x + width} ${round + curve}V${flat}Z`}
      {...rest}
    />
  );
}

/** The number on a disc, so that it is legible over the pattern. */
function Level({ area, severity }: { area: Area; severity: Severity }) {
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return (
    <>
      <circle cx={x} cy={y} r={15} className={styles.disc} />
      <text x={x} y={y} className={styles.number}>
        {severity}
      </text>
    </>
  );
}

/** The place of a button over its area, in percent of the drawing. */
const placeOf = ({ x, y, width, height }: Area) => ({
  left: `${(x / DRAWING.width) * 100}%`,
  top: `${(y / DRAWING.height) * 100}%`,
  width: `${(width / DRAWING.width) * 100}%`,
  height: `${(height / DRAWING.height) * 100}%`,
});

/** The rectangle of an area, in units of the drawing. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The shape within it. */
  shape: 'rect' | 'circle' | 'front' | 'back' | 'windscreen' | 'rear_window';
}

/** The size of the drawing. No area is narrower or lower than 60, which is 44 px on the narrowest phone. */
const DRAWING = { width: 400, height: 800 } as const;

const areaAt = (
  [x, y, width, height]: readonly [number, number, number, number],
  shape: Area['shape'] = 'rect',
): Area => ({ x, y, width, height, shape });

/** The areas of one side, from its outer edge; `mirrored` for the right side. */
function side(mirrored: boolean) {
  const at = (x: number, y: number, width: number, height: number, shape?: Area['shape']) =>
    areaAt([mirrored ? DRAWING.width - x - width : x, y, width, height], shape);
  return {
    headlight: at(68, 72, 62, 60),
    front_wheel: at(2, 136, 62, 76, 'circle'),
    front_wing: at(68, 136, 62, 76),
    mirror: at(68, 216, 62, 60),
    sill: at(2, 216, 62, 212),
    front_door: at(68, 280, 62, 72),
    rear_door: at(68, 356, 62, 72),
    rear_wing: at(68, 432, 62, 92),
    rear_wheel: at(2, 432, 62, 92, 'circle'),
    taillight: at(68, 528, 62, 60),
  };
}

const sided = (name: 'left' | 'right', mirrored: boolean) =>
  Object.fromEntries(
    Object.entries(side(mirrored)).map(([panel, where]) => [`${name}_${panel}`, where]),
  );

/**
 * Where each of the 31 panels is drawn: the front, the left side, the top, the right side and the back of a car,
 * unfolded with the front up, and below them what lies inside (DMG-4).
 */
const AREAS = {
  front_bumper: areaAt([84, 8, 232, 60], 'front'),
  grille: areaAt([134, 72, 132, 60]),
  bonnet: areaAt([134, 136, 132, 76]),
  windscreen: areaAt([134, 216, 132, 60], 'windscreen'),
  roof: areaAt([146, 280, 108, 148]),
  rear_window: areaAt([134, 432, 132, 60], 'rear_window'),
  boot_lid: areaAt([134, 496, 132, 92]),
  rear_bumper: areaAt([84, 592, 232, 60], 'back'),
  engine_bay: areaAt([2, 716, 128, 64]),
  underbody: areaAt([136, 716, 128, 64]),
  interior: areaAt([270, 716, 128, 64]),
  ...sided('left', false),
  ...sided('right', true),
} as Record<Panel, Area>;
