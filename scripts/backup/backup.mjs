// Writes everything of an installation with the embedded PostgreSQL to one file, also while it runs.
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import pg from 'pg'
import { clusterUrl } from '../postgres/cluster.mjs'
import { readPostmaster, stopLeftover } from '../postgres/postmaster.mjs'
import { clusterFolder } from '../steps/database.mjs'
import { Failure } from '../steps/output.mjs'
import { isSameProcess, readLock } from '../steps/processes.mjs'
import { tarWriter } from './tar.mjs'

export const MANIFEST = 'portico-backup.json'
export const FORMAT = 1

/** Left out: belongs to processes, is recreated, or is copied separately. */
const LEFT_OUT = /^(instance\.lock.*|processes|sandbox-films|postgres|postgres\..*|settlements|\.restoring)$/
/** Recreated by a starting server (as in pg_basebackup). The folders must exist. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const OF_A_RUNNING_SERVER =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/

/** Whether an instance other than this process runs on `dataDir`. */
export function isRunning(dataDir) {
  const holder = readLock(join(dataDir, 'instance.lock'))
  return holder?.pid !== process.pid && isSameProcess(holder)
}

/**
 * Writes the backup of `dataDir` to `file`, which must not exist. The order makes it complete: what was answered when it began is in
 * the settlement logs or the database, and files the database names still exist when they are copied. If Portico is not running, it
 * must not be started during the backup.
 */
export async function writeBackup({ dataDir, file }) {
  if (`${file}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new Failure('A backup cannot be written into DATA_DIR itself.')
  if (!existsSync(join(clusterFolder(dataDir), 'PG_VERSION')))
    throw new Failure(`There is no embedded database in ${dataDir}. Set DATA_DIR.`)
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const refuse = (error) => {
    throw new Failure(`The backup cannot be written: ${error.message}.`)
  }
  await once(stream, 'open').catch(refuse)
  const failed = once(stream, 'error').then(([error]) => refuse(error))
  try {
    await Promise.race([writeAll(tarWriter(stream), dataDir), failed])
  } catch (error) {
    stream.destroy()
    await rm(file, { force: true })
    throw error
  }
}

async function writeAll(tar, dataDir) {
  const cluster = clusterFolder(dataDir)
  const manifest = {
    format: FORMAT,
    made_at: new Date().toISOString(),
    platform: `${process.platform}-${process.arch}`,
  }
  await tar.text(MANIFEST, JSON.stringify(manifest))
  await writeTree(tar, dataDir, 'settlements', () => true)
  if (isRunning(dataDir)) await writeRunning(tar, dataDir)
  else {
    await stopLeftover(cluster)
    await writeTree(tar, dataDir, 'postgres', (name) => !name.startsWith('postmaster.'))
  }
  for (const name of await readdir(dataDir))
    if (!LEFT_OUT.test(name)) await writeTree(tar, dataDir, name, () => true)
  await tar.end()
}

/** A file, or a folder with its entries for which `isWanted(base name, folder)` is true. */
async function writeTree(tar, dataDir, name, isWanted) {
  const path = join(dataDir, name)
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return tar.file(name, path)
  if (!found?.isDirectory()) return
  await tar.folder(`${name}/`, found.mode)
  for await (const entry of await opendir(path)) {
    if (isWanted(entry.name, name)) await writeTree(tar, dataDir, `${name}/${entry.name}`, isWanted)
  }
}

/**
 * Copies a running server's files and the write-ahead log of the copy's duration; from both, a server restores the state at the end. A
 * temporary replication slot keeps the log.
 */
async function writeRunning(tar, dataDir) {
  const cluster = clusterFolder(dataDir)
  if (!readPostmaster(cluster)?.ready) throw new Failure('PostgreSQL is not running right now. Try again.')
  const client = new pg.Client({ connectionString: clusterUrl(cluster, 'postgres') })
  client.on('error', () => undefined) // the statement in progress reports it
  await client.connect()
  try {
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
      `backup_${process.pid}`,
    ])
    const first = await client.query("SELECT pg_walfile_name(pg_backup_start('portico', true)) AS name")
    await writeTree(tar, dataDir, 'postgres', isCopied)
    await tar.file('postgres/global/pg_control', join(cluster, 'global', 'pg_control')) // last, so that nothing else is newer
    const last = await client.query(
      'SELECT labelfile, pg_walfile_name(lsn) AS name FROM pg_backup_stop(false)',
    )
    await tar.text('postgres/backup_label', last.rows[0].labelfile)
    for (const name of (await readdir(join(cluster, 'pg_wal'))).toSorted()) {
      const isSegment = /^[0-9A-F]{24}$/.test(name) && name >= first.rows[0].name && name <= last.rows[0].name
      if (isSegment || name.endsWith('.history'))
        await tar.file(`postgres/pg_wal/${name}`, join(cluster, 'pg_wal', name))
    }
  } catch (error) {
    if (error instanceof Failure || error.code === 'ENOSPC') throw error
    throw new Failure(`The database could not be copied: ${error.message}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isCopied(name, folder) {
  if (OF_A_RUNNING_SERVER.test(name) || (folder === 'postgres/global' && name === 'pg_control')) return false
  return !(folder.startsWith('postgres/') && EMPTIED.has(folder.slice('postgres/'.length)))
}
