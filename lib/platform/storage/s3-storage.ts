import { Readable } from 'node:stream'
import type {
  CompletedPart,
  ListMultipartUploadsCommandOutput as ListedUploads,
  S3Client,
  S3ClientConfig,
} from '@aws-sdk/client-s3'
import { clock } from '../clock'
import { seldom } from '../probe'
import {
  type ByteRange,
  type ObjectHead,
  type ObjectStorage,
  type PutConstraints,
  StorageError,
  type StoredObject,
  storageAttempt,
} from './object-storage'

type S3Settings = {
  endpoint: string
  /** The endpoint for browsers, for signed links; often the same. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `path`: endpoint/bucket/key; `virtual`: bucket.endpoint/key. */
  addressing: 'path' | 'virtual'
}

/** The library, loaded on first use, so that installations without S3 do not load it. */
type S3Connection = {
  sdk: typeof import('@aws-sdk/client-s3')
  presigner: typeof import('@aws-sdk/s3-request-presigner')
  client: S3Client
  /** Signs links for browsers; sends nothing. */
  signer: S3Client
}

const CONNECT_MILLIS = 3000
/** From the first byte of a request to the headers of its response. */
const ANSWER_MILLIS = 60_000
/** Each client that downloads a file uses one. The library's limit of 50 would block all other requests. */
const SOCKETS = 1000

async function openS3(settings: S3Settings): Promise<S3Connection> {
  const [sdk, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const clientFor = (endpoint: string) =>
    new sdk.S3Client({
      endpoint,
      region: settings.region,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      forcePathStyle: settings.addressing === 'path',
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: CONNECT_MILLIS,
        requestTimeout: ANSWER_MILLIS,
        throwOnRequestTimeout: true,
        socketTimeout: 0, // a client that reads slowly makes the store wait
        httpAgent: { maxSockets: SOCKETS },
        httpsAgent: { maxSockets: SOCKETS },
      },
      ...onlyNeededChecksums,
    })
  return { sdk, presigner, client: clientFor(settings.endpoint), signer: clientFor(settings.publicEndpoint) }
}

/** Otherwise a signed link contains the CRC32 of an empty body, and stores other than AWS refuse what the SDK adds. */
const onlyNeededChecksums: Pick<S3ClientConfig, 'requestChecksumCalculation' | 'responseChecksumValidation'> =
  { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }

const CHECK_MILLIS = 3000
/** Never written: the check begins and aborts an upload to it, which needs write permission and leaves nothing. */
const PROBE_KEY = 'probe'

/** Objects in a bucket of any S3. Signed links point to the store itself. */
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

/** All headers that restrict the upload are signed; by default, the SDK does not sign the type. */
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
      // A missing bucket is not a missing object.
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

/** S3 requires at least 5 MiB, and allows 10,000 parts, which is 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

type Target = { Bucket: string; Key: string; ContentType: string }

/**
 * Stores a stream of unknown length: in one request if it is short, else in parts, with at most two parts in memory. A part
 * can be retried, unlike a stream.
 */
async function putStream(
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
      // If this fails, the sweep aborts it later.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined)
    },
  }
}

/** Cuts a stream into chunks of exactly `partBytes`; the last one may be shorter. */
async function* splitParts(body: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of body) {
    held.push(chunk)
    heldBytes += chunk.length
    while (heldBytes >= partBytes) {
      const whole = Buffer.concat(held, heldBytes)
      yield whole.subarray(0, partBytes)
      held = [whole.subarray(partBytes)]
      heldBytes -= partBytes
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes)
}

/** Aborts incomplete multipart uploads that began before that time: their parts use space, but are not visible. */
function sweepParts({ client, sdk }: S3Connection, Bucket: string, before: Date): Promise<void> {
  return storageAttempt('sweep', async () => {
    let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
    while (next) {
      const page: ListedUploads = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, ...next }))
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated !== undefined && Initiated < before)
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      next = page.IsTruncated
        ? {
            ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
            ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
          }
        : undefined
    }
  })
}
