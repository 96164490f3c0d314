import { describe, expect, it, test } from 'vitest'
import { parseEnv } from '../platform/env'
import { createS3Storage } from '../platform/storage/s3-storage'
import { fileSources, pagePolicy } from './page-policy'

describe('page policy', () => {
  const files = { shown: 'https://portico.example', uploads: ['https://files.example/bucket/'] }

  const policyOf = (path: string, development = false) =>
    pagePolicy({ path, nonce: 'abc', files, development })
  const sourcesOf = (policy: string, name: string) =>
    policy
      .split('; ')
      .find((rule) => rule.startsWith(`${name} `))
      ?.split(' ')
      .slice(1)

  test('scripts are our own files and those with the nonce of this response', () => {
    expect(sourcesOf(policyOf('/'), 'script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", "'nonce-abc'"])
  })

  test('limits what else a page may load and send', () => {
    const policy = policyOf('/console')
    expect(sourcesOf(policy, 'default-src')).toEqual(["'self'"])
    expect(sourcesOf(policy, 'img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://portico.example'])
    expect(sourcesOf(policy, 'media-src')).toEqual(["'self'", 'blob:', 'https://portico.example'])
    expect(sourcesOf(policy, 'connect-src')).toEqual([
      "'self'",
      'https://portico.example',
      'https://files.example/bucket/',
    ])
    expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"])
    expect(sourcesOf(policy, 'base-uri')).toEqual(["'none'"])
    expect(sourcesOf(policy, 'form-action')).toEqual(["'self'"])
    expect(sourcesOf(policy, 'frame-ancestors')).toEqual(["'self'"])
  })

  test('a liveness check may be embedded by other sites', () => {
    expect(policyOf('/h5/liveness/x')).not.toContain('frame-ancestors')
  })

  test('in development, pages may also compile code and open web sockets', () => {
    const policy = policyOf('/', true)
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", "'unsafe-inline'", "'unsafe-eval'"])
    expect(sourcesOf(policy, 'connect-src')).toContain('ws:')
    expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"])
  })
})

describe('file sources', () => {
  const needed = { DATABASE_URL: 'postgres://u:p@localhost/db', NEXTAUTH_SECRET: 'x'.repeat(32) }
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

  it('are only our own origin with storage on disk', () => {
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
  ])('contain the prefix of signed upload links: %o', async (settings) => {
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
})
