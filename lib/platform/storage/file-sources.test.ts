import { expect, it } from 'vitest'
import { parseEnv } from '../env'
import { fileSources } from './file-sources'
import { createS3Storage } from './s3/create-s3-storage'

const needed = { DATABASE_URL: 'postgres://u:p@localhost/db', NEXTAUTH_SECRET: 'x'.repeat(32) }
const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

it('are our own address alone, with a folder on disk', () => {
  expect(fileSources(parseEnv({ ...needed, PUBLIC_URL: 'https://portico.example/' }))).toEqual({
    shown: 'https://portico.example',
    uploads: [],
  })
})

it.each([
  { S3_ENDPOINT: 'http://127.0.0.1:7480', S3_BUCKET: 'files' },
  { S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_ENDPOINT: 'https://files.example/s3/', S3_BUCKET: 'files' },
  { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ADDRESSING: 'virtual' },
  { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'our.files', S3_ADDRESSING: 'virtual' },
])('have what a signed link for an upload begins with: %o', async (settings) => {
  const parsed = parseEnv({ ...needed, ...keys, ...settings })
  const store = createS3Storage({
    endpoint: settings.S3_ENDPOINT,
    publicEndpoint: parsed.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT,
    region: parsed.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    addressing: parsed.S3_ADDRESSING,
  })
  const link = await store.signPut('uploads/20261123/upl_1', {
    contentType: 'image/png',
    contentMd5: 'AAAAAAAAAAAAAAAAAAAAAA==',
    contentLength: 1,
    expiresInSeconds: 60,
  })
  const { uploads } = fileSources(parsed)
  expect(uploads.filter((source) => link.startsWith(source))).toHaveLength(1)
  expect(uploads.every((source) => source.includes(settings.S3_BUCKET))).toBe(true)
})
