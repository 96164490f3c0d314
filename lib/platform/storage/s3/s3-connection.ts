import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'

export type S3Settings = {
  endpoint: string
  /** Where browsers reach it, for signed links; often the same. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `path`: endpoint/bucket/key; `virtual`: bucket.endpoint/key. */
  addressing: 'path' | 'virtual'
}

/** The library, loaded when the first request needs it: an installation without S3 does not pay for it. */
export type S3Connection = {
  sdk: typeof import('@aws-sdk/client-s3')
  presigner: typeof import('@aws-sdk/s3-request-presigner')
  client: S3Client
  /** Signs for the address that browsers use. Sends nothing. */
  signer: S3Client
}

const CONNECT_MILLIS = 3000
/** From the first byte of a request to the head of its answer. */
const ANSWER_MILLIS = 60_000
/** Each client that is sent a file holds one while it takes it; the library's own limit of 50 would hold up all others. */
const SOCKETS = 1000

export async function openS3(settings: S3Settings): Promise<S3Connection> {
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
        socketTimeout: 0, // a client that takes its file slowly makes the store wait
        httpAgent: { maxSockets: SOCKETS },
        httpsAgent: { maxSockets: SOCKETS },
      },
      ...onlyNeededChecksums,
    })
  return { sdk, presigner, client: clientFor(settings.endpoint), signer: clientFor(settings.publicEndpoint) }
}

/** Else a signed link promises the CRC32 of an empty body, and stores other than AWS's refuse what the SDK adds. */
const onlyNeededChecksums: Pick<S3ClientConfig, 'requestChecksumCalculation' | 'responseChecksumValidation'> =
  { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
