import { describe } from 'vitest'
import { z } from 'zod'
import { createS3Storage } from './s3-storage'
import { describeStorage } from './testing/storage-contract'

const Settings = z.object({
  endpoint: z.string(),
  publicEndpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  addressing: z.enum(['path', 'virtual']),
})

/** Given by tools/test-s3.mjs. */
const given = process.env.TEST_S3

describe.skipIf(given === undefined)('a real bucket (npm run test:s3)', () => {
  const store = given === undefined ? undefined : createS3Storage(Settings.parse(JSON.parse(given)))
  describeStorage('the S3 storage on a real bucket', {
    storage() {
      if (store === undefined) throw new Error('no bucket was given')
      return store
    },
    send: (url, init) => fetch(url, init),
  })
})
