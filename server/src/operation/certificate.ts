import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Reads the site's certificate regularly, as clients see it. */
export interface CertificateCheck {
  /** Seconds until it expires; null if it could not be read, as when this machine cannot reach the site. */
  expiry_s(): number | null;
  stop(): void;
}

const TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 30_000;

/** Null if `publicUrl` has no TLS. */
export function openCertificateCheck(publicUrl: string): CertificateCheck | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  let expires: Date | null = null;
  const check = async () => {
    expires = await readExpiry(host, Number(port || 443)).catch(() => null);
  };
  void check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    expiry_s: () => (expires ? (expires.getTime() - Date.now()) / 1_000 : null),
    stop: () => clearInterval(timer),
  };
}

/** The certificate's expiry, trusted or not. */
function readExpiry(host: string, port: number): Promise<Date> {
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const name = isIP(host) ? {} : { servername: host };
  const socket = connect({ host, port, ...name, rejectUnauthorized: false });
  socket.unref();
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('It does not answer.')));
  socket.once('secureConnect', () => {
    resolve(new Date(socket.getPeerCertificate().valid_to));
    socket.destroy();
  });
  socket.once('error', reject);
  return promise;
}
