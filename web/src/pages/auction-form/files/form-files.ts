import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { type FormFile, storedFile, storedIds } from './form-file.ts';

/** The files of a form. Replaced at each change. */
export interface FormFilesState {
  files: readonly FormFile[];
  /** Stored files to remove when the form is saved. */
  removals: readonly FormFile[];
  /** The stored ids in their stored order. */
  stored: readonly number[];
  /** How many pictures a phone is sending (FORM-17). */
  coming: number;
  /** Why a chosen file is not in the list. */
  rejection: string | undefined;
  /** The last error of saving, except errors of single files. */
  failure: string | undefined;
}

/**
 * Holds the files of a form outside React, so that uploads continue unmounted. Notifies its subscribers of changes.
 */
export class FormFiles {
  readonly #listeners = new Set<() => void>();
  #state: FormFilesState;

  /** `stored` are the auction's files when the form opens. */
  constructor(stored: readonly FilePreview[]) {
    const files = stored.map(storedFile);
    this.#state = {
      files,
      removals: [],
      stored: storedIds(files),
      coming: 0,
      rejection: undefined,
      failure: undefined,
    };
  }

  get state(): FormFilesState {
    return this.#state;
  }

  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(part: Partial<FormFilesState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  find(id: string): FormFile | undefined {
    return this.#state.files.find(({ preview }) => preview.id === id);
  }

  /** Changes one file. Does nothing if it was removed. */
  alter(id: string, next: (file: FormFile) => FormFile): void {
    const { files } = this.#state;
    this.set({ files: files.map((file) => (file.preview.id === id ? next(file) : file)) });
  }

  /** Changes the preview of one file. */
  mark(id: string, part: Partial<FilePreview>): void {
    this.alter(id, (file) => ({ ...file, preview: { ...file.preview, ...part } }));
  }
}
