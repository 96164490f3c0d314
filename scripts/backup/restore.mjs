// Restores a backup into an empty DATA_DIR.
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { postgresBinaries, postgresMajor, runAs } from '../postgres/programs.mjs'
import { Failure } from '../steps/output.mjs'
import { FORMAT, isRunning, MANIFEST } from './backup.mjs'
import { readTar } from './tar.mjs'

/** Throws if DATA_DIR is not empty. Call it before the instance lock is created there. */
export async function requireEmpty(dataDir) {
  if (isRunning(dataDir))
    throw new Failure(`Portico is running on ${dataDir}. Stop it, or set DATA_DIR to an empty folder.`)
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  if (names.length > 0)
    throw new Failure(`${dataDir} is not empty. Move it away, or set DATA_DIR to an empty folder.`)
}

/** Extracts the backup in `file` into `dataDir`: all of it, or nothing. */
export async function restoreBackup({ root, dataDir, file }) {
  const unfinished = join(dataDir, '.restoring')
  const binaries = postgresBinaries(root)
  const account = runAs({ dataDir, binaries })
  try {
    await mkdir(unfinished, { mode: 0o711 })
    await extract({ file, folder: unfinished, account })
    requireSamePostgres(unfinished, root)
    await rm(join(unfinished, MANIFEST))
    for (const name of await readdir(unfinished)) await rename(join(unfinished, name), join(dataDir, name))
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function extract({ file, folder, account }) {
  const stream = createReadStream(file, { highWaterMark: 1 << 20 })
  let isFirst = true
  for await (const { name, mode, body } of readTar(stream)) {
    if (isFirst && name !== MANIFEST) throw new Failure(`${file} is not a Portico backup.`)
    isFirst = false
    if (name !== normalize(name) || name.startsWith('/') || name.startsWith('..'))
      throw new Failure(`The backup contains a path outside its folder: ${name}.`)
    const path = join(folder, name)
    if (body === undefined) await mkdir(path, { recursive: true })
    else {
      await mkdir(dirname(path), { recursive: true })
      await pipeline(body, createWriteStream(path, { mode: 0o600 }))
    }
    await chmod(path, mode)
    if (account.uid !== undefined && name.startsWith('postgres/')) await chown(path, account.uid, account.gid)
  }
}

/** A cluster's files work with one major version of PostgreSQL on one platform. */
function requireSamePostgres(folder, root) {
  const { format, platform } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'))
  if (format !== FORMAT)
    throw new Failure('The backup was made by another version of Portico. Restore it with that version.')
  const here = `${process.platform}-${process.arch}`
  if (platform !== here)
    throw new Failure(`The backup was made on ${platform} and cannot be restored on ${here}.`)
  const major = readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8').trim()
  const ours = postgresMajor(root)
  if (major !== ours)
    throw new Failure(`The backup is from PostgreSQL ${major}, but this Portico has ${ours}.`)
}
