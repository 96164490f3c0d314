// Runs before each *.int.test.ts: gives the file a database of its own, before anything reads the settings.
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { ensureDatabase } from '../postgres/ensure-database.mjs'
import { templateDatabase } from './test-cluster.mjs'

const adminUrl = inject('postgresUrl')
const name = `test_${randomUUID().replaceAll('-', '')}`
await ensureDatabase(adminUrl, name, templateDatabase)

const url = new URL(adminUrl)
url.pathname = `/${name}`
process.env.DATABASE_URL = url.href
