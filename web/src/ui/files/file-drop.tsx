import { CircleAlert, ImageUp, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { announce } from '../announce.ts';
import { Button } from '../button/button.tsx';
import { PLACE_TYPE } from './file-drag.ts';
import styles from './file-drop.module.css';
import type { FilePreview } from './file-preview.ts';
import { type FileActs, FileList } from './file-row.tsx';

// Nothing can be dragged before there are two. Should it not come, the buttons of each row do the same.
const FileOrder = lazy(() => import('./file-order.tsx').catch(() => ({ default: FileList })));

export interface FileDropProps extends FileActs {
  label: string;
  /** Which kinds, how many, how big. */
  hint?: string;
  /** «Bifoga fil» unless said: two on a page need a name each. */
  buttonLabel?: string;
  /** Over the button, 28 px; a picture unless said. */
  icon?: ReactNode;
  /** MIME types or endings for the file dialog; what is dropped is for `onAdd` to judge. */
  accept?: readonly string[];
  isMultiple?: boolean;
  /** Is what is pasted anywhere on the page for this list? For one of a page. */
  takesPaste?: boolean;
  files: readonly FilePreview[];
  onAdd: (files: File[]) => void;
  error?: string | undefined;
}

/**
 * Files to be sent: dropped, pasted, or chosen by «Bifoga fil», each with its preview and its state
 * (FORM-4).
 */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, isMultiple = true, files, onAdd, onMove, error } = props;
  const { onRemove, onRetry, onCancel, firstLabel, takesPaste = false } = props;
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  const moved = useRef<{ id: string; tool: string | undefined } | null>(null);
  // What stands elsewhere in the list lost focus on its way, and at its end a button is of no more use.
  useEffect(() => {
    if (moved.current === null) return;
    const { id: movedId, tool } = moved.current;
    moved.current = null;
    const index = files.findIndex((file) => file.id === movedId);
    announce(`${files[index]?.name} har plats ${index + 1} av ${files.length}.`);
    if (tool === undefined) return;
    // The rows of a list that can be dragged are drawn a moment later.
    const frame = requestAnimationFrame(() => {
      const usable = part.current?.querySelectorAll<HTMLElement>(
        `[data-file="${CSS.escape(movedId)}"] [data-tool]:not([data-tool="remove"], [disabled])`,
      );
      const buttons = [...(usable ?? [])];
      (buttons.find((button) => button.dataset.tool === tool) ?? buttons.at(-1))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [files]);

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    // Where the zone itself has focus, it has taken them.
    if (pasted.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    onAdd(pasted);
  });
  useEffect(() => {
    if (!takesPaste) return;
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [takesPaste]);

  const list = {
    label,
    look: onMove === undefined ? ('rows' as const) : ('tiles' as const),
    files,
    ...{ onRemove, onRetry, onCancel, firstLabel },
    onMove:
      onMove &&
      ((file: string, to: number) => {
        // By a button, unless it was dragged.
        const tool = (document.activeElement as HTMLElement | null)?.dataset.tool;
        moved.current = { id: file, tool };
        onMove(file, to);
      }),
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read out before each button
    <div
      ref={part}
      className={styles.part}
      role="group"
      aria-labelledby={id}
      data-invalid={error && true}
    >
      <p id={id} className={styles.label}>
        {label}
      </p>
      <DropZone
        aria-label="Släpp filer här"
        aria-labelledby={id}
        className={styles.zone ?? ''}
        getDropOperation={(types) => (types.has(PLACE_TYPE) ? 'cancel' : 'copy')}
        onDrop={async (drop) => {
          const dropped = drop.items.filter((item) => item.kind === 'file');
          onAdd(await Promise.all(dropped.map((item) => item.getFile())));
        }}
      >
        {props.icon ?? <ImageUp aria-hidden="true" size={28} strokeWidth={1.5} />}
        <FileTrigger
          allowsMultiple={isMultiple}
          {...(accept && { acceptedFileTypes: accept })}
          onSelect={(chosen) => chosen && onAdd([...chosen])}
        >
          <Button icon={<Upload aria-hidden="true" size={20} />}>
            {props.buttonLabel ?? 'Bifoga fil'}
          </Button>
        </FileTrigger>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </DropZone>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          <CircleAlert aria-hidden="true" size={18} />
          <span>{error}</span>
        </p>
      )}
      {files.length > 0 &&
        (onMove && files.length > 1 ? (
          <Suspense fallback={<FileList {...list} />}>
            <FileOrder {...list} />
          </Suspense>
        ) : (
          <FileList {...list} />
        ))}
    </div>
  );
}
