import {
  CONDITION_SENTENCE,
  NOTE_MAX,
  PANELS_MAX,
  type PanelDamage,
} from '@restvarde/contract/auctions/condition';
import {
  CONDITION_LABELS,
  PANEL_DAMAGES,
  SEVERITIES,
} from '@restvarde/contract/auctions/condition-words';
import { PANELS, type Panel } from '@restvarde/contract/auctions/panels';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { damageText } from '../../../features/auctions/condition/condition-text.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Select } from '../../../ui/select/select.tsx';
import styles from './condition.module.css';

const choicesOf = (words: object) =>
  Object.entries(words).map(([id, label]) => ({ id, label: String(label) }));

const PANEL_CHOICES = choicesOf(PANELS);
const KIND_CHOICES = choicesOf(PANEL_DAMAGES);
const SEVERITY_CHOICES = choicesOf(SEVERITIES).map(({ id, label }) => ({
  id,
  label: `${id} – ${label}`,
}));

/** A damage that is being added: what has been chosen so far. */
interface Draft {
  panel: string | null;
  kind: string | null;
  severity: string | null;
  note: string;
}

const EMPTY: Draft = { panel: null, kind: null, severity: null, note: '' };

type Faults = Partial<Record<'panel' | 'kind' | 'severity', string>>;

function faultsOf({ panel, kind, severity }: Draft, damages: readonly PanelDamage[]): Faults {
  const isKnown = damages.some((one) => one.panel === panel && one.kind === kind);
  return {
    ...(panel === null && { panel: 'Välj del' }),
    ...(kind === null && { kind: 'Välj skada' }),
    ...(isKnown && { kind: CONDITION_SENTENCE.samePanel(panel as Panel) }),
    ...(severity === null && { severity: 'Välj hur svår skadan är' }),
  };
}

/** The damages of panels: those that were added, and the choices of one more (DMG-3). */
export function PanelDamages(props: {
  damages: readonly PanelDamage[];
  onChange: (damages: PanelDamage[]) => void;
}) {
  const { damages, onChange } = props;
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  const first = useRef<HTMLButtonElement>(null);
  const set = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };

  function add() {
    const found = faultsOf(draft, damages);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      announce(Object.values(found).join('. '));
      return;
    }
    const { panel, kind, severity, note } = draft;
    const added = { panel, kind, severity: Number(severity), note: note.trim() } as PanelDamage;
    onChange([...damages, added]);
    setDraft(EMPTY);
    announce(`${PANELS[added.panel]}, ${damageText(added)} är tillagd.`);
    first.current?.focus();
  }

  function remove(index: number) {
    onChange(damages.toSpliced(index, 1));
    announce('Skadan är borttagen.');
    first.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read before each field.
    <div
      role="group"
      aria-label={CONDITION_LABELS.panels}
      className={`stack gap-4 ${styles.panels}`}
    >
      <h3>{CONDITION_LABELS.panels}</h3>
      {damages.length > 0 && (
        <ol className={styles.added}>
          {damages.map((damage, index) => (
            <li key={`${damage.panel} ${damage.kind}`}>
              <span>
                <strong>{PANELS[damage.panel]}</strong>
                <span>{`, ${damageText(damage)}`}</span>
                {damage.note !== '' && (
                  <span className={`quiet ${styles.note}`}>{damage.note}</span>
                )}
              </span>
              <Button
                variant="quiet"
                size="sm"
                isSquare
                aria-label={`Ta bort ${PANELS[damage.panel].toLowerCase()}, ${damageText(damage)}`}
                onPress={() => remove(index)}
              >
                <Trash2 size={20} />
              </Button>
            </li>
          ))}
        </ol>
      )}
      {damages.length < PANELS_MAX && (
        <div className={styles.adder}>
          <Select
            label="Del"
            choices={PANEL_CHOICES}
            value={draft.panel}
            error={faults.panel}
            buttonRef={first}
            onChange={(panel) => set({ panel })}
          />
          <Select
            label="Skada"
            choices={KIND_CHOICES}
            value={draft.kind}
            error={faults.kind}
            onChange={(kind) => set({ kind })}
          />
          <Select
            label="Hur svår"
            choices={SEVERITY_CHOICES}
            value={draft.severity}
            error={faults.severity}
            onChange={(severity) => set({ severity })}
          />
          <div className={styles.comment}>
            <TextField
              label="Kommentar"
              isOptional
              value={draft.note}
              maxLength={NOTE_MAX}
              autoComplete="off"
              onChange={(note) => set({ note })}
              onKeyDown={(event) => {
                // Enter adds the damage instead of saving the form.
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
          </div>
          <Button icon={<Plus size={20} />} onPress={add}>
            Lägg till skada
          </Button>
        </div>
      )}
    </div>
  );
}
