import type { FilePreview } from '../../../ui/files/file-preview.ts';
import { type FormFile, storedFile, storedIds } from './form-file.ts';

/** The files of a form as they stand; another object with each change. */
export interface FormFilesState {
  files: readonly FormFile[];
  /** What is stored, and is to go when the form is saved. */
  removals: readonly FormFile[];
  /** The ids of what is stored, in their order there. */
  stored: readonly number[];
  /** Why something that was chosen is not among the files. */
  rejection: string | undefined;
  /** What went wrong when it was sent, but for single files, which have their own. */
  failure: string | undefined;
}

/** Holds the files of a form outside React: what goes on unseen changes what stands here, and whoever shows it hears. */
export class FormFiles {
  readonly #listeners = new Set<() => void>();
  #state: FormFilesState;

  /** `stored` is what the auction has from the start. */
  constructor(stored: readonly FilePreview[]) {
    const files = stored.map(storedFile);
    this.#state = {
      files,
      removals: [],
      stored: storedIds(files),
      rejection: undefined,
      failure: undefined,
    };
  }

  get state(): FormFilesState {
    return this.#state;
  }

  /** Calls `listener` after each change; returns what ends that. */
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

  /** Changes one file; nothing, if it was removed meanwhile. */
  alter(id: string, next: (file: FormFile) => FormFile): void {
    const { files } = this.#state;
    this.set({ files: files.map((file) => (file.preview.id === id ? next(file) : file)) });
  }

  /** Changes how one file is shown. */
  mark(id: string, part: Partial<FilePreview>): void {
    this.alter(id, (file) => ({ ...file, preview: { ...file.preview, ...part } }));
  }
}
