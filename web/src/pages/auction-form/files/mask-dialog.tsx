import { Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Modal } from '../../../ui/modal/modal.tsx';
import {
  areaBetween,
  MAX_AREAS,
  type MaskArea,
  MIN_AREA_SIDE,
  moveArea,
  resizeArea,
} from './mask-areas.ts';
import styles from './mask-dialog.module.css';
import { paintMask } from './paint-mask.ts';

/** What an arrow key moves an area by, in fractions of the picture. */
const STEP = 0.01;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

const NONE = 'Markera minst en yta';
const TOO_MANY = `Högst ${MAX_AREAS} ytor.`;
const FAILED = 'Bilden kunde inte läsas. Ladda om sidan och försök igen.';
const KEPT = 'Den gamla bilden finns kvar i mejl som redan har skickats och i bolagets arkiv.';
const KEYS = 'Pilarna flyttar ytan, Skift och pilarna ändrar storleken, Delete tar bort den.';

export interface MaskDialogProps {
  name: string;
  /** Whether the picture is already saved on the auction. */
  isStored: boolean;
  /** The picture. Rejects if it cannot be fetched. */
  read: () => Promise<Blob>;
  /** Receives the masked copy. */
  onMasked: (file: File) => void;
  onClose: () => void;
}

type Drag = { from: { x: number; y: number }; moved: MaskArea | null; id: string };

/** Marks areas of a picture by pointer or keys, and paints them grey in a copy (GUIDE-4). */
export default function MaskDialog({ name, isStored, read, onMasked, onClose }: MaskDialogProps) {
  const [picture, setPicture] = useState<{ blob: Blob; url: string } | null>(null);
  const [areas, setAreas] = useState<MaskArea[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isPainting, setPainting] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const keys = useId();

  const [readOnce] = useState(() => read);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    readOnce().then(
      (blob) => {
        if (isOver) return;
        url = URL.createObjectURL(blob);
        setPicture({ blob, url });
      },
      () => setFault(FAILED),
    );
    return () => {
      isOver = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [readOnce]);

  const change = (id: string, next: (area: MaskArea) => MaskArea) =>
    setAreas((all) => all.map((area) => (area.id === id ? next(area) : area)));

  function add(area: MaskArea): boolean {
    if (areas.length >= MAX_AREAS) {
      setFault(TOO_MANY);
      return false;
    }
    setFault(null);
    setAreas([...areas, area]);
    setChosen(area.id);
    return true;
  }

  function remove(id: string) {
    const index = areas.findIndex((area) => area.id === id);
    const left = areas.filter((area) => area.id !== id);
    const next = left[Math.min(index, left.length - 1)]?.id ?? null;
    setAreas(left);
    setChosen(next);
    announce(`Yta ${index + 1} är borttagen.`);
    focusOn(next);
  }

  /** After the next render. */
  const focusOn = (id: string | null) =>
    requestAnimationFrame(() =>
      stage.current?.parentElement
        ?.querySelector<HTMLElement>(id === null ? '[data-add]' : `[data-area="${id}"]`)
        ?.focus(),
    );

  function pointAt(event: PointerEvent) {
    const box = stage.current!.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || picture === null) return;
    const from = pointAt(event);
    const id = (event.target as HTMLElement).dataset.area;
    const moved = areas.find((area) => area.id === id) ?? null;
    const drawn = { id: crypto.randomUUID(), ...areaBetween(from, from) };
    if (moved === null && !add(drawn)) return;
    if (moved !== null) setChosen(moved.id);
    drag.current = { from, moved, id: (moved ?? drawn).id };
    stage.current?.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent) {
    const current = drag.current;
    if (current === null) return;
    const { from, moved, id } = current;
    const to = pointAt(event);
    change(id, (area) =>
      moved === null
        ? { ...area, ...areaBetween(from, to) }
        : moveArea(moved, { x: to.x - from.x, y: to.y - from.y }),
    );
  }

  function onPointerEnd() {
    const current = drag.current;
    drag.current = null;
    if (current === null) return;
    setAreas((all) =>
      all.filter(
        ({ id, width, height }) =>
          id !== current.id || (width >= MIN_AREA_SIDE && height >= MIN_AREA_SIDE),
      ),
    );
    focusOn(current.id);
  }

  function onKeyDown(event: KeyboardEvent, area: MaskArea) {
    const by = ARROWS[event.key];
    if (by !== undefined) {
      event.preventDefault();
      change(area.id, (one) => (event.shiftKey ? resizeArea(one, by) : moveArea(one, by)));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(area.id);
    }
  }

  function addByButton() {
    const id = crypto.randomUUID();
    if (!add({ id, x: 0.4, y: 0.4, width: 0.2, height: 0.2 })) return;
    announce(`Yta ${areas.length + 1} är tillagd. ${KEYS}`);
    focusOn(id);
  }

  async function mask() {
    if (picture === null) return;
    if (areas.length === 0) {
      setFault(NONE);
      return;
    }
    setPainting(true);
    try {
      onMasked(await paintMask(picture.blob, name, areas));
      announce(`${name} är maskerad.`);
      onClose();
    } catch {
      setFault(FAILED);
      setPainting(false);
    }
  }

  return (
    <Modal
      title={`Maskera ${name}`}
      onOpenChange={onClose}
      size="wide"
      isDismissable={false}
      footer={
        <>
          <Button
            variant="primary"
            isPending={isPainting}
            isDisabled={picture === null}
            onPress={mask}
          >
            Maskera
          </Button>
          <Button onPress={onClose}>Avbryt</Button>
        </>
      }
    >
      <div className="stack gap-3">
        <p>
          Dra över det som ska döljas, till exempel registreringsskyltar och ansikten. Du kan också
          lägga till en yta och flytta den med pilarna.
        </p>
        {isStored && <p className="quiet">{KEPT}</p>}
        <div
          ref={stage}
          className={styles.stage}
          role="application"
          aria-label="Bilden med de markerade ytorna"
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
        >
          {picture !== null && <img src={picture.url} alt="" draggable={false} />}
          {areas.map((area, index) => (
            <button
              key={area.id}
              type="button"
              data-area={area.id}
              className={styles.area}
              aria-label={`Yta ${index + 1}`}
              aria-describedby={keys}
              aria-pressed={area.id === chosen}
              style={{
                left: `${area.x * 100}%`,
                top: `${area.y * 100}%`,
                width: `${area.width * 100}%`,
                height: `${area.height * 100}%`,
              }}
              onFocus={() => setChosen(area.id)}
              onKeyDown={(event) => onKeyDown(event, area)}
            >
              {index + 1}
            </button>
          ))}
        </div>
        <div className={styles.tools}>
          <Button
            data-add
            icon={<Plus size={20} />}
            isDisabled={picture === null}
            onPress={addByButton}
          >
            Lägg till yta
          </Button>
          <Button
            icon={<Trash2 size={20} />}
            isDisabled={!areas.some(({ id }) => id === chosen)}
            onPress={() => chosen !== null && remove(chosen)}
          >
            Ta bort ytan
          </Button>
        </div>
        <p id={keys} className="quiet">
          {KEYS}
        </p>
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </Modal>
  );
}
