import {
  ArrowDown,
  ArrowUp,
  FileText,
  ImageUp,
  RotateCw,
  Star,
  Trash2,
  Upload,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { announce } from './announce.ts';
import { Button } from './button.tsx';
import styles from './file-drop.module.css';
import type { FilePreview } from './file-preview.ts';

export interface FileDropProps {
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
  files: readonly FilePreview[];
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  /** Given, the files have an order: one is moved to a place in the list, the first is 0. */
  onMove?: (id: string, to: number) => void;
  onRetry?: (id: string) => void;
  /** Breaks off what is uploading. */
  onCancel?: (id: string) => void;
  /** Shown on the first file, such as «Omslag». */
  firstLabel?: string;
  error?: string | undefined;
}

/** Files to be sent: dropped, or chosen by «Bifoga fil», each with its preview and its state (FORM-4). */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, isMultiple = true, files, onAdd, onRemove, onMove, error } = props;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ id: string; tool: string } | null>(null);
  // What stands elsewhere in the list lost focus on its way, and at its end a button is of no more use.
  useEffect(() => {
    if (moved.current === null) return;
    const { id, tool } = moved.current;
    moved.current = null;
    const index = files.findIndex((file) => file.id === id);
    announce(`${files[index]?.name} har plats ${index + 1} av ${files.length}.`);
    const buttons = list.current?.children[index]?.querySelectorAll<HTMLElement>('[data-move]');
    const usable = [...(buttons ?? [])].filter((button) => !button.hasAttribute('disabled'));
    (usable.find((button) => button.dataset.move === tool) ?? usable.at(-1))?.focus();
  }, [files]);

  function move(file: string, to: number, tool: string) {
    moved.current = { id: file, tool };
    onMove?.(file, to);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read out before each button
    <div className={styles.part} role="group" aria-labelledby={id} data-invalid={error && true}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <DropZone
        aria-label="Släpp filer här"
        className={styles.zone ?? ''}
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
          {error}
        </p>
      )}
      {files.length > 0 && (
        <ol ref={list} className={styles.list}>
          {files.map((file, index) => (
            <li key={file.id} className={styles.file}>
              <Picture file={file} label={index === 0 ? props.firstLabel : undefined} />
              <div className={styles.about}>
                <p className={styles.name}>{file.name}</p>
                <FileStatus file={file} />
              </div>
              <div className={styles.tools}>
                {file.status === 'uploading' && file.can_cancel && props.onCancel && (
                  <Tool label={`Avbryt ${file.name}`} onPress={() => props.onCancel?.(file.id)}>
                    <X aria-hidden="true" size={20} />
                  </Tool>
                )}
                {file.status === 'failed' && props.onRetry && (
                  <Tool
                    label={`Försök igen med ${file.name}`}
                    onPress={() => props.onRetry?.(file.id)}
                  >
                    <RotateCw aria-hidden="true" size={20} />
                  </Tool>
                )}
                {onMove && files.length > 1 && file.status !== 'uploading' && (
                  <>
                    {props.firstLabel !== undefined && index > 0 && (
                      <Tool
                        move="first"
                        label={`Gör ${file.name} till omslag`}
                        onPress={() => move(file.id, 0, 'first')}
                      >
                        <Star aria-hidden="true" size={20} />
                      </Tool>
                    )}
                    <Tool
                      move="up"
                      label={`Flytta ${file.name} uppåt`}
                      isDisabled={index === 0}
                      onPress={() => move(file.id, index - 1, 'up')}
                    >
                      <ArrowUp aria-hidden="true" size={20} />
                    </Tool>
                    <Tool
                      move="down"
                      label={`Flytta ${file.name} nedåt`}
                      isDisabled={index === files.length - 1}
                      onPress={() => move(file.id, index + 1, 'down')}
                    >
                      <ArrowDown aria-hidden="true" size={20} />
                    </Tool>
                  </>
                )}
                {file.status !== 'uploading' && (
                  <Tool label={`Ta bort ${file.name}`} onPress={() => onRemove(file.id)}>
                    <Trash2 aria-hidden="true" size={20} />
                  </Tool>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Picture({ file, label }: { file: FilePreview; label: string | undefined }) {
  return (
    <span className={styles.picture}>
      {file.type === 'image' && file.src !== null ? (
        <img src={file.src} alt="" />
      ) : (
        <FileText aria-hidden="true" size={28} strokeWidth={1.5} />
      )}
      {label !== undefined && <span className={styles.cover}>{label}</span>}
    </span>
  );
}

function FileStatus({ file }: { file: FilePreview }) {
  if (file.status === 'failed') {
    return (
      <p role="alert" className={`${styles.status} ${styles.failed}`}>
        {file.error ?? 'Filen kunde inte skickas.'}
      </p>
    );
  }
  if (file.status === 'uploading') {
    return (
      <progress
        className={styles.bar}
        aria-label={`Skickar ${file.name}`}
        max={1}
        {...(file.progress !== undefined && { value: file.progress })}
      />
    );
  }
  return <p className={styles.status}>{file.status === 'loading' ? 'Läser in …' : file.size}</p>;
}

function Tool(props: {
  label: string;
  /** How it moves its file. */
  move?: 'first' | 'up' | 'down';
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="quiet"
      size="sm"
      isSquare
      aria-label={props.label}
      data-move={props.move}
      isDisabled={props.isDisabled ?? false}
      onPress={props.onPress}
    >
      {props.children}
    </Button>
  );
}
