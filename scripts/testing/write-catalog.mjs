// Brings the catalog of DATABASE_URL up to its files, as a start does, long before any time that tests pretend it is.
import '../steps/load-typescript.mjs'

const { clock } = await import('../../lib/platform/clock.ts')
const { applySeed } = await import('../../lib/catalog/models/apply-seed.ts')
const { closeDatabase } = await import('@/lib/platform/instance.ts')

clock.now = () => new Date('2020-01-01T00:00:00Z')
await applySeed(undefined)
await closeDatabase()
