// `npm run test:s3`: tests the S3 driver against the bucket in S3_*, or its own Ceph (as root, with
// `apt-get install radosgw ceph-mon ceph-osd`). Without either it says so and runs nothing.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { root } from '../scripts/steps/command.mjs'
import { Failure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'
import { loadEnvFile } from '../scripts/steps/settings.mjs'
import { onStop } from '../scripts/steps/stop.mjs'
import { makeRunFolder } from '../scripts/testing/run-folder.mjs'
import { runTool } from './run-tool.mjs'
import { missingPrograms, startRadosgw } from './services/radosgw.mjs'

function givenBucket(env) {
  if (!env.S3_ENDPOINT) return undefined
  return {
    endpoint: env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT || env.S3_ENDPOINT,
    region: env.S3_REGION || 'auto',
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    addressing: env.S3_ADDRESSING || 'path',
  }
}

async function ownBucket() {
  const missing = missingPrograms()
  if (process.getuid?.() !== 0 || missing.length > 0)
    throw new Failure(
      `Nothing was run: S3_ENDPOINT and its like are not set, and a Ceph of our own needs root and ${missing.join(', ') || 'Linux'}.`,
    )
  const { folder, remove } = await makeRunFolder()
  onStop(remove)
  const ceph = join(folder, 'ceph')
  mkdirSync(ceph)
  const { accessKeyId, secretAccessKey, ...server } = await startRadosgw(ceph)
  const client = new S3Client({
    ...server,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'portico' }))
  const publicEndpoint = server.endpoint
  return { ...server, publicEndpoint, bucket: 'portico', accessKeyId, secretAccessKey, addressing: 'path' }
}

await runTool(async () => {
  loadEnvFile(root)
  const bucket = givenBucket(process.env) ?? (await ownBucket())
  console.log(`The S3 driver against ${bucket.endpoint}, bucket ${bucket.bucket}`)
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const file = 'lib/platform/storage/real-bucket.test.ts'
  const env = { ...process.env, TEST_S3: JSON.stringify(bucket) }
  await run('Vitest', [vitest, 'run', '--project', 'unit', file], { cwd: root, env, print: true })
})
