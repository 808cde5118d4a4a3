import { ArrowLeft, ArrowRight, FileText, Image, RotateCw, Star, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import styles from './file-list.module.css';
import type { FilePreview } from './file-preview.ts';
import { ProgressBar } from './progress-bar.tsx';

/** The actions on the files of a list. */
export interface FileActs {
  onRemove: (id: string) => void;
  /** Set if the files are ordered. Moves a file to an index, from 0. */
  onMove?: ((id: string, to: number) => void) | undefined;
  onRetry?: ((id: string) => void) | undefined;
  /** Cancels an upload. */
  onCancel?: ((id: string) => void) | undefined;
  /** Renders a choice below a file's name, for example of what a picture shows. */
  choiceOf?: ((file: FilePreview) => ReactNode) | undefined;
  /** Shown on the first file, for example «Huvudbild». */
  firstLabel?: string | undefined;
}

export interface FileListProps extends FileActs {
  /** The name of the list. */
  label: string;
  /** `tiles` for pictures, whose content and order matter. */
  look: 'rows' | 'tiles';
  files: readonly FilePreview[];
}

export function FileList({ label, look, files, ...acts }: FileListProps) {
  return (
    <ol className={`${styles.list} ${styles[look]}`} aria-label={label}>
      {files.map((file, index) => (
        <li key={file.id} className={styles.file}>
          <FileRow {...acts} {...{ file, index }} count={files.length} />
        </li>
      ))}
    </ol>
  );
}

/** One file with its preview, its state and its buttons. */
export function FileRow(props: FileActs & { file: FilePreview; index: number; count: number }) {
  const { file, index, count, onMove, firstLabel } = props;
  return (
    <>
      <Picture file={file} label={index === 0 ? firstLabel : undefined} />
      <div className={styles.about}>
        <p className={styles.name}>{file.name}</p>
        <FileStatus file={file} />
        <Choice file={file} choiceOf={props.choiceOf} />
      </div>
      <div className={styles.tools} data-file={file.id}>
        {file.status === 'uploading' && file.can_cancel && props.onCancel && (
          <Tool label={`Avbryt ${file.name}`} onPress={() => props.onCancel?.(file.id)}>
            <X size={20} />
          </Tool>
        )}
        {file.status === 'failed' && props.onRetry && (
          <Tool label={`Försök igen med ${file.name}`} onPress={() => props.onRetry?.(file.id)}>
            <RotateCw size={20} />
          </Tool>
        )}
        {onMove && count > 1 && (
          <>
            {firstLabel !== undefined && index > 0 && (
              <Tool
                tool="first"
                label={`Gör ${file.name} till huvudbild`}
                onPress={() => onMove(file.id, 0)}
              >
                <Star size={20} />
              </Tool>
            )}
            <Tool
              tool="earlier"
              label={`Flytta ${file.name} tidigare`}
              isDisabled={index === 0}
              onPress={() => onMove(file.id, index - 1)}
            >
              <ArrowLeft size={20} />
            </Tool>
            <Tool
              tool="later"
              label={`Flytta ${file.name} senare`}
              isDisabled={index === count - 1}
              onPress={() => onMove(file.id, index + 1)}
            >
              <ArrowRight size={20} />
            </Tool>
          </>
        )}
        {!file.is_kept && (
          <Tool
            tool="remove"
            label={`Ta bort ${file.name}`}
            onPress={() => props.onRemove(file.id)}
          >
            <Trash2 size={20} />
          </Tool>
        )}
      </div>
    </>
  );
}

function Choice({ file, choiceOf }: { file: FilePreview } & Pick<FileActs, 'choiceOf'>) {
  return choiceOf?.(file) ?? null;
}

function Picture({ file, label }: { file: FilePreview; label: string | undefined }) {
  const Sign = file.type === 'image' ? Image : FileText;
  return (
    <span className={styles.picture}>
      {file.type === 'image' && file.src !== null ? (
        <img src={file.src} alt="" draggable={false} />
      ) : (
        <Sign size={28} strokeWidth={1.5} />
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
      <>
        {file.is_waiting && <p className={styles.status}>Väntar på anslutning …</p>}
        <ProgressBar name={file.name} value={file.progress} />
      </>
    );
  }
  return <p className={styles.status}>{file.status === 'loading' ? 'Läser in …' : file.size}</p>;
}

function Tool(props: {
  label: string;
  /** Three of the tools move the file. */
  tool?: 'first' | 'earlier' | 'later' | 'remove';
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
      data-tool={props.tool}
      isDisabled={props.isDisabled ?? false}
      onPress={props.onPress}
    >
      {props.children}
    </Button>
  );
}

/** The drag type of reordering a file. File drop zones do not accept it. */
export const PLACE_TYPE = 'application/x-restvarde-place';
