import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Bucket } from '../config.ts';

const TIMEOUT_MS = 10_000;

/** Where files lie: a folder by default, a bucket by setting (MEDIA-3). */
export async function openStore(options: { dataDir: string; s3: Bucket | null }): Promise<Disk> {
  const { s3, dataDir } = options;
  if (!s3) {
    return new Disk(new FSDriver({ location: join(dataDir, 'media'), visibility: 'private' }));
  }
  // Loaded only where it is used: it is larger than all of the rest.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const driver = new S3Driver({
    endpoint: s3.endpoint,
    region: s3.region,
    bucket: s3.bucket,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    forcePathStyle: true,
    visibility: 'private',
    supportsACL: false,
    maxAttempts: 3,
    requestHandler: { requestTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS },
  });
  return new Disk(driver);
}
