// A folder for one test run, deleted afterwards. Also Vitest's global setup for unit tests.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftover } from '../postgres/postmaster.mjs'
import { isAlive } from '../steps/processes.mjs'

const prefix = `portico-test-${process.getuid?.() ?? ''}-`

export const clusterFolder = (folder) => join(folder, 'postgres')

/** Removes folders of killed runs. */
async function sweepKilledRuns() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0])
    if (isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    await stopLeftover(clusterFolder(folder))
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function makeRunFolder() {
  await sweepKilledRuns()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  chmodSync(folder, 0o711) // a PostgreSQL that runs as another user must be able to enter
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export default async function setup(project) {
  const { folder, remove } = await makeRunFolder()
  project.provide('runFolder', folder)
  return remove
}
