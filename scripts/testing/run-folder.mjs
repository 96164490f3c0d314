// A folder for what one test run writes, deleted when the run is over; and Vitest's global set-up for unit tests, which need no more.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftover } from '../postgres/postmaster.mjs'
import { isAlive } from '../steps/processes.mjs'

const prefix = `portico-test-${process.getuid?.() ?? ''}-`

export const clusterFolder = (folder) => join(folder, 'postgres')

/** A run that was killed could not clean up behind itself. */
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
  chmodSync(folder, 0o711) // a Postgres that runs as another user has to walk through
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export default async function setup(project) {
  const { folder, remove } = await makeRunFolder()
  project.provide('runFolder', folder)
  return remove
}
