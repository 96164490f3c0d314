import { readSecret } from '@/lib/platform/env'
import { buildSnapshot } from './build-snapshot'
import type { CatalogSnapshot } from './catalog-snapshot'
import { mergeSeed } from './internal/merge-seed'
import { readBuiltinSeed } from './internal/read-builtin-seed'
import { readProvidersFile } from './internal/read-providers-file'
import { seedRows } from './internal/seed-rows'

/**
 * The catalog as the built-in files, PROVIDERS_FILE and the environment's keys make it, without a database: so what an
 * operator changed by hand, and what was found at local servers, is not in it.
 */
export function snapshotOfFiles(providersFile: string | undefined): CatalogSnapshot {
  const entries = providersFile === undefined ? [] : readProvidersFile(providersFile)
  const { providers, models, routes } = seedRows(mergeSeed(readBuiltinSeed(), entries))
  return buildSnapshot(
    {
      providers: providers.map((row) => ({ ...row, enabled: true })),
      models: models.map(({ released, ...row }) => ({ ...row, createdAt: new Date(released ?? 0) })),
      routes: routes.map(({ pricing, ...row }) => ({
        ...row,
        id: `${row.providerId} ${row.modelId}`,
        price: { id: 'file', version: 1, pricing },
      })),
    },
    readSecret,
  )
}
