import { handOver } from '@restvarde/contract/sale-calls/collections';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { readsCodes } from './barcode-detector.ts';
import styles from './hand-over.module.css';
import { useCollectionAct } from './use-collection-act.ts';

const CodeCamera = lazy(() => import('./code-camera.tsx'));

export interface HandOverProps {
  object: {
    id: number;
    manufacturer: string;
    model: string;
    registration_number: string;
    number: string;
  };
  /** Staff may hand over without the code if they state a reason. */
  mayOmitCode?: boolean;
  onClose: () => void;
}

/** Hands the object over against the code, typed or scanned; for staff also without it, for a reason (PICK-5). */
export default function HandOverDialog({ object, mayOmitCode = false, onClose }: HandOverProps) {
  const [code, setCode] = useState('');
  const [isWithoutCode, setWithoutCode] = useState(false);
  const [reason, setReason] = useState('');
  const [collectedBy, setCollectedBy] = useState('');
  const who = useRef<HTMLInputElement>(null);
  const { mutate, isPending, refused, failure } = useCollectionAct(object.id, {
    act: () =>
      call(handOver, {
        params: { id: object.id },
        body: {
          collected_by: collectedBy,
          ...(isWithoutCode ? { reason } : { release_code: code }),
        },
      }),
    done: 'Objektet är utlämnat.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Lämna ut"
      submitLabel="Lämna ut"
      failureTitle="Objektet lämnades inte ut."
      onClose={onClose}
      checked={{
        onSubmit(event) {
          event.preventDefault();
          if (!isPending) mutate();
        },
        isPending,
        failure: failure === null ? null : [failure],
      }}
    >
      <p>{`${object.manufacturer} ${object.model}, ${object.registration_number || object.number}. Det går inte att ångra.`}</p>
      {isWithoutCode ? (
        <TextField
          label="Varför utan kod?"
          value={reason}
          onChange={setReason}
          error={refused.reason?.[0]}
          isRequired
        />
      ) : (
        <>
          <TextField
            label="Köparens kod"
            description="Till exempel K7M-2QX."
            value={code}
            onChange={setCode}
            error={refused.release_code?.[0]}
            autoComplete="off"
            spellCheck="false"
            enterKeyHint="next"
            inputClassName={styles.code}
            autoFocus
            isRequired
          />
          {readsCodes && (
            <Suspense fallback={null}>
              <CodeCamera
                onRead={(read) => {
                  setCode(read);
                  who.current?.focus();
                }}
              />
            </Suspense>
          )}
        </>
      )}
      {mayOmitCode && (
        <Checkbox isSelected={isWithoutCode} onChange={setWithoutCode}>
          Lämna ut utan kod
        </Checkbox>
      )}
      <TextField
        label="Vem hämtar?"
        value={collectedBy}
        onChange={setCollectedBy}
        error={refused.collected_by?.[0]}
        autoComplete="off"
        maxLength={100}
        inputRef={who}
        isRequired
      />
    </FormDialog>
  );
}
