/** An entry of Vite's manifest: a file, its imports, style sheets and assets. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

export type Manifest = Partial<Record<string, Part>>;

/** The files of the modules and all their imports, dependencies first. Throws if a module is not built. */
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
