// Runs before each *.int.test.ts: gives the file its own database before anything reads the settings, and closes it afterwards.
import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { ensureDatabase } from '../postgres/migrate.mjs'
import { templateDatabase } from './test-cluster.mjs'

const adminUrl = inject('postgresUrl')
const name = `test_${randomUUID().replaceAll('-', '')}`
await ensureDatabase(adminUrl, name, templateDatabase)

const url = new URL(adminUrl)
url.pathname = `/${name}`
process.env.DATABASE_URL = url.href

afterAll(async () => {
  const { stopJobs } = await import('@/lib/platform/jobs/job-queue')
  const { closeNotify } = await import('@/lib/platform/notify')
  const { closeDatabase } = await import('@/lib/platform/instance')
  await stopJobs()
  await closeNotify()
  await closeDatabase()
})
