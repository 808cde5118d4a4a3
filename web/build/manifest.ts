/** A part of Vite's manifest: a file, the parts that it imports, its style sheets, and what those show. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

export type Manifest = Partial<Record<string, Part>>;

/** The files of these modules and of all that they import, in the order of need. Throws for a module that is not built. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const part = manifest[name];
    if (part === undefined) throw new Error(`${name} is not part of the web app.`);
    if (files.has(part.file)) return;
    files.add(part.file);
    for (const sheet of part.css ?? []) files.add(sheet);
    part.imports?.forEach(add);
  };
  modules.forEach(add);
  return files;
}
