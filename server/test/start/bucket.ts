import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../../src/config.ts';

const REGION = 'eu-north-1';
const BUCKET = 'restvarde';
const ACCESS_KEY = 'TESTKEY';
const SECRET_KEY = 'the secret key of the test bucket';

interface Reply {
  status: number;
  content?: string | Buffer;
}

/**
 * Starts an S3-compatible server with one empty bucket in memory. It has the calls that the product makes (put, get, head,
 * delete and list) and refuses a request without a valid signature (AWS Signature Version 4).
 */
export async function startBucket(): Promise<{ s3: Bucket; stop(): Promise<unknown> }> {
  const files = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { status, content = '' } = isSigned(request, body)
      ? answer(files, request, body)
      : { status: 403, content: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
    response.writeHead(status, { 'content-length': content.length });
    response.end(request.method === 'HEAD' ? '' : content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    s3: {
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET_KEY,
    },
    stop() {
      const closed = once(server.close(), 'close');
      // Clients keep their connections.
      server.closeAllConnections();
      return closed;
    },
  };
}

function answer(files: Map<string, Buffer>, { method, url }: IncomingMessage, body: Buffer): Reply {
  const { pathname, searchParams } = new URL(url!, 'http://bucket');
  const [bucket, ...rest] = pathname.slice(1).split('/').map(decodeURIComponent);
  const key = rest.join('/');
  if (bucket !== BUCKET)
    return { status: 404, content: '<Error><Code>NoSuchBucket</Code></Error>' };
  switch (method) {
    case 'PUT':
      files.set(key, body);
      return { status: 200 };
    case 'DELETE':
      files.delete(key);
      return { status: 204 };
    case 'POST':
      for (const [, found] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g))
        files.delete(found!);
      return { status: 200, content: '<DeleteResult/>' };
    default: {
      if (key === '')
        return { status: 200, content: list(files, searchParams.get('prefix') ?? '') };
      const content = files.get(key);
      if (content) return { status: 200, content };
      return { status: 404, content: '<Error><Code>NoSuchKey</Code></Error>' };
    }
  }
}

/** All files whose keys begin with the prefix, on one page. */
function list(files: Map<string, Buffer>, prefix: string): string {
  const found = [...files].filter(([key]) => key.startsWith(prefix));
  const contents = found.map(
    ([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`,
  );
  return `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${found.length}</KeyCount>${contents.join('')}</ListBucketResult>`;
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Whether the signature covers the request: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, credential = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, ...scope] = credential.split('/');
  const time = String(headers['x-amz-date']);
  const payload = String(headers['x-amz-content-sha256']);
  const coversHostAndBody = names.split(';').includes('host') && payload === sha256(body);
  if (key !== ACCESS_KEY || !coversHostAndBody) return false;
  const [path = '', query = ''] = url!.split('?');
  const canonical = [
    method,
    path,
    query
      .split('&')
      .map((part) => (part === '' || part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const signingKey = [time.slice(0, 8), REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${SECRET_KEY}`,
  );
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  return hmac(signingKey, toSign).toString('hex') === signature;
}
