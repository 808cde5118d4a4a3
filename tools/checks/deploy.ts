import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names that the server reads from its environment. */
export function readNames(config: string): Set<string> {
  const found = config.matchAll(/\benv\.([A-Z][A-Z0-9_]+)|'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g);
  return new Set([...found].map(([, property, quoted]) => property ?? quoted!));
}

/** The names that an environment file sets or shows in a comment. */
export function readSettings(file: string): Set<string> {
  return new Set([...file.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!));
}

/** Settings in Compose and Kustomize files: keys of `environment`, and literals. */
export function readYamlSettings(yaml: string): string[] {
  return [...yaml.matchAll(/^ *(?:- )?([A-Z][A-Z0-9_]+)[:=]/gm)].map(([, name]) => name!);
}

/** The anchor that links to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Where the files for operators below `tree` differ from the code; a sentence each. */
export function findDeployFaults(tree: string): string[] {
  const read = (path: string) => readFileSync(join(tree, path), 'utf8');
  const names = readNames(read('server/src/config.ts'));
  const settings = readSettings(read('deploy/restvarde.env'));
  const misfits = [
    ...[...names]
      .filter((name) => !settings.has(name))
      .map((name) => `deploy/restvarde.env: ${name} is missing, but a node reads it`),
    ...[...settings]
      .filter((name) => !names.has(name))
      .map((name) => `deploy/restvarde.env: ${name} is not read by nodes`),
  ];
  for (const file of [
    'deploy/kubernetes/kustomization.yaml',
    'deploy/kubernetes-roles/web/kustomization.yaml',
    'deploy/kubernetes-roles/worker/kustomization.yaml',
    'deploy/kubernetes/secret.env',
    'deploy/kubernetes/owner.env',
  ]) {
    if (!existsSync(join(tree, file))) continue;
    for (const name of readYamlSettings(read(file)).filter((setting) => !names.has(setting)))
      misfits.push(`${file}: ${name} is not read by nodes`);
  }
  const links = read('deploy/monitoring/alerts.yaml').matchAll(/runbook: (\S+?)(?:#(\S+))?$/gm);
  for (const [, file = '', anchor] of links) {
    const headings = existsSync(join(tree, file))
      ? [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
      : null;
    if (headings === null || (anchor && !headings.includes(anchor)))
      misfits.push(`deploy/monitoring/alerts.yaml: there is no ${file}#${anchor ?? ''}`);
  }
  const resources = [
    ...read('deploy/kubernetes/kustomization.yaml').matchAll(/^ {2}- (\S+\.yaml)$/gm),
  ];
  const files = readdirSync(join(tree, 'deploy/kubernetes')).filter(
    (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  );
  for (const name of files) {
    if (!resources.some(([, resource]) => resource === name))
      misfits.push(`deploy/kubernetes/${name}: kustomization.yaml does not name it`);
  }
  return misfits;
}
