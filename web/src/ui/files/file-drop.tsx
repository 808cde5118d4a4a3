import { CircleAlert, ImageUp, Upload } from 'lucide-react';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { announce } from '../announce.ts';
import { Button } from '../button/button.tsx';
import styles from './file-drop.module.css';
import type { FilePreview } from './file-preview.ts';
import { type FileActs, FileList, PLACE_TYPE } from './file-row.tsx';

// Dragging needs two files. If this script fails to load, the buttons of each row do the same.
const FileOrder = lazy(() => import('./file-order.tsx').catch(() => ({ default: FileList })));

export interface FileDropProps extends FileActs {
  label: string;
  /** The allowed types, number and size. */
  hint?: string;
  /** Defaults to «Bifoga fil». Two on a page need different labels. */
  buttonLabel?: string;
  /** Beside the button: another way to add files. */
  beside?: ReactElement;
  /** Shown over the button, 28 px. Defaults to a picture. */
  icon?: ReactNode;
  /** MIME types or extensions for the file dialog. `onAdd` checks dropped files. */
  accept?: readonly string[];
  isMultiple?: boolean;
  /** Also accepts files pasted anywhere on the page. For at most one list per page. */
  takesPaste?: boolean;
  files: readonly FilePreview[];
  onAdd: (files: File[]) => void;
  error?: string | undefined;
}

/** Files to upload: dropped, pasted, or chosen by «Bifoga fil», each with its preview and state (FORM-4). */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, isMultiple = true, files, onAdd, onMove, error } = props;
  const { onRemove, onRetry, onCancel, choiceOf, firstLabel, takesPaste = false } = props;
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  const moved = useRef<{ id: string; tool: string | undefined } | null>(null);
  // A moved row loses focus, and at the end of the list its button may be disabled.
  useEffect(() => {
    if (moved.current === null) return;
    const { id: movedId, tool } = moved.current;
    moved.current = null;
    const index = files.findIndex((file) => file.id === movedId);
    announce(`${files[index]?.name} har plats ${index + 1} av ${files.length}.`);
    if (tool === undefined) return;
    // Sortable rows render a moment later.
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
    // The zone itself handles a paste if it has focus.
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
    ...{ onRemove, onRetry, onCancel, choiceOf, firstLabel },
    onMove:
      onMove &&
      ((file: string, to: number) => {
        // Set if the file was moved by a button, not by dragging.
        const tool = (document.activeElement as HTMLElement | null)?.dataset.tool;
        moved.current = { id: file, tool };
        onMove(file, to);
      }),
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read before each button.
    <div
      ref={part}
      className={`stack gap-3 ${styles.part}`}
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
        {props.icon ?? <ImageUp size={28} strokeWidth={1.5} />}
        <div className={styles.ways}>
          <FileTrigger
            allowsMultiple={isMultiple}
            {...(accept && { acceptedFileTypes: accept })}
            onSelect={(chosen) => chosen && onAdd([...chosen])}
          >
            <Button icon={<Upload size={20} />}>{props.buttonLabel ?? 'Bifoga fil'}</Button>
          </FileTrigger>
          {props.beside}
        </div>
        {hint !== undefined && <p className="quiet">{hint}</p>}
      </DropZone>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          <CircleAlert size={18} />
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
