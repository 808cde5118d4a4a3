import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../tools/test/free-port.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Two nodes behind a proxy with TLS. */
export interface Proxied {
  /** Host and port of each node. */
  nodes: [string, string];
  port: number;
  /** Folder with `tls.key`, `tls.crt` and `restvarde.pem`. */
  folder: string;
}

/** The command of each proxy, with the deployed configuration apart from addresses. */
export const PROXIES: Record<string, (on: Proxied) => Promise<string[]>> = {
  async nginx({ nodes, port, folder }) {
    const text = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8');
    const config = text
      .replace('node-1:3000', nodes[0])
      .replace('node-2:3000', nodes[1])
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('/etc/nginx/tls', folder)
      .replace('/dev/stdout', join(folder, 'access.log'))
      .replace('/dev/stderr', join(folder, 'error.log'));
    const file = join(folder, 'nginx.conf');
    await writeFile(file, `pid ${folder}/nginx.pid;\n${config}`);
    return ['-c', file, '-g', 'daemon off;'];
  },
  async haproxy({ nodes, port, folder }) {
    const manual = await readFile(join(DEPLOY, '../docs/operate.md'), 'utf8');
    const text = /```\n(frontend https\n.+?)```/s.exec(manual)![1]!;
    const config = text
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/restvarde.pem', join(folder, 'restvarde.pem'))
      .replaceAll('10.0.0.11:3000', nodes[0])
      .replaceAll('10.0.0.12:3000', nodes[1]);
    const file = join(folder, 'haproxy.cfg');
    const defaults = 'defaults\n  mode http\n  timeout connect 2s\n  timeout client 75s\n';
    await writeFile(file, `global\n  maxconn 5000\n${defaults}\n${config}`);
    return ['-db', '-f', file];
  },
};

/** Writes a key and a self-signed certificate. */
export function makeCertificate(folder: string, days = 2): void {
  const [key, crt] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-keyout', key, '-out', crt, '-days', String(days), '-subj', '/CN=restvarde.example'],
    ],
    { stdio: 'ignore' },
  );
  execFileSync('sh', ['-c', `cat ${crt} ${key} > ${join(folder, 'restvarde.pem')}`]);
}
