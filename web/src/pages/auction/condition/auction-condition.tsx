import type { Auction } from '@restvarde/contract/auctions/auction';
import { CONDITION_LABEL, CONDITION_LABELS } from '@restvarde/contract/auctions/condition-words';
import { PANELS, type Panel } from '@restvarde/contract/auctions/panels';
import { lazy, Suspense, useState } from 'react';
import {
  byPanel,
  conditionRows,
  damageText,
} from '../../../features/auctions/condition/condition-text.ts';
import { announce } from '../../../ui/announce.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import styles from './auction-condition.module.css';

const DamageDrawing = lazy(() => import('../../../features/auctions/condition/damage-drawing.tsx'));

/** «Skada och skick»: what was given, the damages as a list, and where they are on the car (DMG-4). */
export default function AuctionCondition({ condition }: Pick<Auction, 'condition'>) {
  const [chosen, setChosen] = useState<Panel | null>(null);
  const rows = conditionRows(condition).map(({ label, text }): [string, string] => [label, text]);
  const panels = byPanel(condition.panels);
  if (rows.length === 0 && panels.length === 0) return null;
  const half = Math.ceil(rows.length / 2);

  function choose(panel: Panel) {
    setChosen(panel);
    const notes = condition.panels.flatMap((one) =>
      one.panel === panel && one.note !== '' ? one.note : [],
    );
    announce([PANELS[panel], ...notes].join('. '), 'damage');
    document.getElementById(idOf(panel))?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }

  return (
    <Card title={CONDITION_LABEL}>
      {rows.length > 0 && (
        <div className={styles.values}>
          <ValueList rows={rows.slice(0, half)} />
          <ValueList rows={rows.slice(half)} />
        </div>
      )}
      {condition.run_checked_on !== null && (
        <p className="quiet">
          {`Kontrollerat ${condition.run_checked_on}. Uppgiften gäller den dagen och är ingen garanti.`}
        </p>
      )}
      {panels.length > 0 && (
        <div className={styles.damages}>
          <div className={styles.car}>
            <Suspense>
              <DamageDrawing damages={condition.panels} chosen={chosen} onChoose={choose} />
            </Suspense>
          </div>
          <div className={styles.list}>
            <h3>{CONDITION_LABELS.panels}</h3>
            <ul>
              {panels.map(([panel, damages]) => (
                <li key={panel} id={idOf(panel)} data-chosen={panel === chosen || undefined}>
                  <strong>{PANELS[panel]}</strong>
                  {damages.map((damage) => (
                    <span key={damage.kind}>
                      <span>{damageText(damage)}</span>
                      {damage.note !== '' && (
                        <span className={`quiet ${styles.note}`}>{damage.note}</span>
                      )}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Card>
  );
}

const idOf = (panel: Panel) => `skada-${panel}`;
