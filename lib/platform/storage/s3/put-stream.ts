import type { CompletedPart } from '@aws-sdk/client-s3'
import { storageAttempt } from '../storage-error'
import type { S3Connection } from './s3-connection'
import { splitParts } from './split-parts'

/** At least 5 MiB by S3's rules; 10,000 of them at most, which is 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

type Target = { Bucket: string; Key: string; ContentType: string }

/**
 * Stores a stream whose length nobody knows: by one request when it is short, else in parts, of which two at most are in
 * memory. Each part can be sent again, which a stream cannot.
 */
export async function putStream(
  { client, sdk }: S3Connection,
  target: Target,
  body: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number }> {
  let parts: PartUpload | undefined
  let last: Buffer = Buffer.alloc(0)
  let sizeBytes = 0
  try {
    for await (const part of splitParts(body, PART_BYTES)) {
      if (sizeBytes > 0) {
        parts ??= await beginParts({ client, sdk }, target)
        await parts.add(last)
      }
      last = part
      sizeBytes += part.length
    }
    if (parts) {
      await parts.add(last)
      await parts.complete()
    } else
      await storageAttempt('store an object', () =>
        client.send(new sdk.PutObjectCommand({ ...target, Body: last })),
      )
    return { sizeBytes }
  } catch (error) {
    await parts?.abort()
    throw error
  }
}

type PartUpload = { add(part: Buffer): Promise<void>; complete(): Promise<void>; abort(): Promise<void> }

async function beginParts(
  { client, sdk }: Pick<S3Connection, 'client' | 'sdk'>,
  target: Target,
): Promise<PartUpload> {
  const { Bucket, Key } = target
  const { UploadId } = await storageAttempt('begin an object', () =>
    client.send(new sdk.CreateMultipartUploadCommand(target)),
  )
  const upload = { Bucket, Key, UploadId }
  const done: CompletedPart[] = []
  return {
    async add(part) {
      const PartNumber = done.length + 1
      const { ETag } = await storageAttempt('store a part', () =>
        client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body: part })),
      )
      done.push({ PartNumber, ETag })
    },
    async complete() {
      await storageAttempt('complete an object', () =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } })),
      )
    },
    async abort() {
      // What stays in spite of this is the sweep's.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined)
    },
  }
}
