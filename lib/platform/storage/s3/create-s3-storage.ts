import { Readable } from 'node:stream'
import { clock } from '../../clock'
import type { ByteRange, ObjectHead, ObjectStorage, PutConstraints, StoredObject } from '../object-storage'
import { seldom } from '../seldom'
import { StorageError, storageAttempt } from '../storage-error'
import { putStream } from './put-stream'
import { openS3, type S3Connection, type S3Settings } from './s3-connection'
import { sweepParts } from './sweep-parts'

const CHECK_MILLIS = 3000
/** Never written: an upload to it is begun and given up, which needs the right to write and leaves nothing. */
const PROBE_KEY = 'probe'

/** Objects in a bucket of any S3. Signed links lead straight to the store. */
export function createS3Storage(settings: S3Settings): ObjectStorage {
  const { bucket: Bucket } = settings
  let opened: Promise<S3Connection> | undefined
  const open = () => {
    opened ??= openS3(settings)
    return opened
  }
  return {
    async put(key, body, { contentType }) {
      const s3 = await open()
      const target = { Bucket, Key: key, ContentType: contentType }
      if (!Buffer.isBuffer(body)) return putStream(s3, target, body)
      await storageAttempt('store an object', () =>
        s3.client.send(new s3.sdk.PutObjectCommand({ ...target, Body: body })),
      )
      return { sizeBytes: body.length }
    },
    get: async (key, range) => getObject(await open(), { Bucket, Key: key }, range),
    async head(key) {
      const { client, sdk } = await open()
      const found = await unlessMissing(() => client.send(new sdk.HeadObjectCommand({ Bucket, Key: key })))
      return found && headOf(found)
    },
    async delete(key) {
      const { client, sdk } = await open()
      await unlessMissing(() => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key })))
    },
    signPut: async (key, promise) => signPut(await open(), Bucket, key, promise),
    async signGet(key, { expiresInSeconds }) {
      const { presigner, sdk, signer } = await open()
      const command = new sdk.GetObjectCommand({ Bucket, Key: key })
      return presigner.getSignedUrl(signer, command, {
        expiresIn: expiresInSeconds,
        signingDate: clock.now(),
      })
    },
    check: seldom(() =>
      storageAttempt('be written', async () => {
        const { client, sdk } = await open()
        const target = { Bucket, Key: PROBE_KEY }
        const within = { abortSignal: AbortSignal.timeout(CHECK_MILLIS) }
        const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target), within)
        await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }), within)
      }),
    ),
    sweepUnfinished: async (before) => sweepParts(await open(), Bucket, before),
  }
}

async function getObject(
  { client, sdk }: S3Connection,
  place: { Bucket: string; Key: string },
  range: ByteRange | undefined,
): Promise<StoredObject | null> {
  const Range = range && `bytes=${range.start}-${range.end}`
  const found = await unlessMissing(() =>
    client.send(new sdk.GetObjectCommand({ ...place, ...(Range && { Range }) })),
  )
  if (found === null) return null
  if (!(found.Body instanceof Readable)) throw new StorageError('the object storage sent no body')
  return { ...headOf(found), body: found.Body }
}

/** Every header is signed that says what may be sent; the SDK by itself would leave out the type. */
const signableHeaders = new Set(['content-length', 'content-md5', 'content-type', 'host'])

function signPut(
  { presigner, sdk, signer }: S3Connection,
  Bucket: string,
  Key: string,
  { contentType, contentMd5, contentLength, expiresInSeconds }: PutConstraints,
): Promise<string> {
  const command = new sdk.PutObjectCommand({
    Bucket,
    Key,
    ContentType: contentType,
    ContentMD5: contentMd5,
    ContentLength: contentLength,
  })
  return presigner.getSignedUrl(signer, command, {
    expiresIn: expiresInSeconds,
    signableHeaders,
    signingDate: clock.now(),
  })
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  return storageAttempt('answer', async () => {
    try {
      return await work()
    } catch (error) {
      // A missing bucket is no missing object.
      if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null
      throw error
    }
  })
}

function headOf(found: {
  ContentLength?: number | undefined
  ContentRange?: string | undefined
  ContentType?: string | undefined
  ETag?: string | undefined
}): ObjectHead {
  const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
  return {
    sizeBytes: whole === undefined ? (found.ContentLength ?? 0) : Number(whole),
    contentType: found.ContentType ?? 'application/octet-stream',
    etag: found.ETag ?? '""',
  }
}
