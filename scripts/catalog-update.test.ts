import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('asks the database that portico.yaml names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-catalog-update-'))
  const config = join(folder, 'portico.yaml')
  const prices = join(folder, 'prices.json')
  writeFileSync(config, 'settings:\n  database_url: nowhere\n')
  writeFileSync(prices, '{}')
  try {
    const { DATABASE_URL: _, ...others } = process.env
    const env = { ...others, DATA_DIR: folder, PORTICO_CONFIG: config }
    const ended = spawnSync(process.execPath, ['scripts/catalog-update.mjs', prices], {
      env,
      timeout: 60_000,
    })
    expect(ended.status).toBe(1)
    expect(`${ended.stdout}${ended.stderr}`).toContain('settings.database_url must be an address')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
