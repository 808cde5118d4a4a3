import { handOver } from '@restvarde/contract/sale-calls/collections';
import { collectorOf, gateAnswer, type Handover } from '@restvarde/contract/sale-calls/handovers';
import { CarFront, CircleCheck, OctagonX } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { readsCodes } from '../../features/sales/collection/barcode-detector.ts';
import { useCollectionAct } from '../../features/sales/collection/use-collection-act.ts';
import { ConfirmButton } from '../../ui/button/confirm-button.tsx';
import { Failure } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './gate.module.css';

const CodeCamera = lazy(() => import('../../features/sales/collection/code-camera.tsx'));

/** Typing pauses this long before a search. */
const REST_MS = 250;

/** What is typed, once it has rested. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** «Skanna eller skriv kod»: what the list below is searched by (PICK-16). */
export function Gate({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  return (
    <section className={`surface stack gap-4 ${styles.gate}`} aria-label="Lämna ut med kod">
      <TextField
        label="Skanna eller skriv kod"
        description="Köparens kod, till exempel K7M-2QX, eller en del av reg.nr."
        size="lg"
        value={value}
        onChange={onChange}
        name="gate"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck="false"
        enterKeyHint="search"
        maxLength={40}
      />
      {readsCodes && (
        <Suspense fallback={null}>
          <CodeCamera onRead={onChange} />
        </Suspense>
      )}
    </section>
  );
}

/** The object of the code, whether it may leave, and the one button (PICK-16). */
export function GateAnswer({
  row,
  code,
  onDone,
}: {
  row: Handover;
  code: string;
  onDone: () => void;
}) {
  const [collectedBy, setCollectedBy] = useState(() => collectorOf(row));
  const { mutate, isPending, refused, failure } = useCollectionAct(row.auction_id, {
    act: () =>
      call(handOver, {
        params: { id: row.auction_id },
        body: { release_code: code, collected_by: collectedBy },
      }),
    done: `${row.registration_number || row.number} är utlämnad.`,
    onDone() {
      onDone();
      // The button is gone, and the next car comes.
      document.querySelector<HTMLInputElement>('input[name="gate"]')?.focus();
    },
  });
  const mayLeave = row.may_be_released;
  const Icon = mayLeave ? CircleCheck : OctagonX;
  const fault = failure ?? refused.release_code?.[0];
  return (
    <div className={`stack gap-4 ${styles.answer}`} data-may-leave={mayLeave}>
      <div className={styles.object}>
        <div className={styles.picture}>
          {row.thumb === null ? (
            <CarFront size={40} strokeWidth={1.5} />
          ) : (
            <img className="cover" src={row.thumb} alt="" />
          )}
        </div>
        <div>
          <p className={styles.plate}>{row.registration_number || row.chassis_number}</p>
          <p>{`${row.manufacturer} ${row.model}, ${row.number}`}</p>
          <p className="quiet">{row.service_station_name}</p>
        </div>
      </div>
      <p className={`row gap-3 ${styles.verdict}`} role="status">
        <Icon size={28} />
        <span>{gateAnswer(row)}</span>
      </p>
      <Failure message={fault} />
      {mayLeave && (
        <>
          <TextField
            label="Vem hämtar?"
            value={collectedBy}
            onChange={setCollectedBy}
            error={refused.collected_by?.[0]}
            autoComplete="off"
            maxLength={100}
            isRequired
          />
          <ConfirmButton
            variant="primary"
            size="lg"
            isWide
            onPress={() => mutate()}
            isPending={isPending}
            pendingLabel="Lämnar ut …"
          >
            Lämna ut
          </ConfirmButton>
        </>
      )}
    </div>
  );
}
