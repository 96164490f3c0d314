// Writes the catalog's files to DATABASE_URL, as a start does, at a time before any that tests use.
import '../steps/load-typescript.mjs'

const { clock } = await import('../../lib/platform/clock.ts')
const { applySeed } = await import('../../lib/catalog/models/apply-seed.ts')
const { closeDatabase } = await import('@/lib/platform/instance.ts')

clock.now = () => new Date('2020-01-01T00:00:00Z')
await applySeed(undefined)
await closeDatabase()
