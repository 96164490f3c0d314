import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const folder = () => mkdtempSync(join(tmpdir(), 'portico-doctor-'))
const Findings = z.array(z.object({ check: z.string(), state: z.string(), says: z.string() }))

/** Without a database of its own: as `npm start` is used on one machine. */
function examine(dataDir: string, config = 'none') {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production' as const }
  const ended = spawnSync(process.execPath, ['scripts/doctor.mjs', '--json'], {
    env: { ...env, DATA_DIR: dataDir, PORTICO_CONFIG: config },
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { status: ended.status, findings: Findings.parse(JSON.parse(ended.stdout)) }
}

describe('doctor', () => {
  it('finds nothing wrong before the first start, and makes nothing', () => {
    const dataDir = join(folder(), 'data')
    const { status, findings } = examine(dataDir)
    expect([status, existsSync(dataDir)]).toEqual([0, false])
    const says = Object.fromEntries(findings.map((finding) => [finding.check, finding.says]))
    expect(says.database).toContain('not created yet')
    expect([says['data folder'], says.store]).toEqual(
      Array(2).fill(`not there yet: npm start creates ${dataDir}`),
    )
  }, 60_000)

  it('says that the embedded database is stopped, and that this is no fault', () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    const { status, findings } = examine(dataDir)
    expect(findings).toContainEqual({
      check: 'database',
      state: 'off',
      says: expect.stringContaining('stopped'),
    })
    expect(status).toBe(0)
  }, 60_000)

  it('names a wrong value in portico.yaml by its path', () => {
    const config = join(folder(), 'portico.yaml')
    writeFileSync(config, 'settings:\n  port: abc\n')
    const { status, findings } = examine(folder(), config)
    expect(findings[0]?.says).toContain(`${config}: settings.port must be a whole number`)
    expect(status).toBe(1)
  }, 60_000)
})
