// The packages of package-lock.json, installed when they are not what is there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles, readStamp, writeStamp } from './hash.mjs'
import { step } from './progress.mjs'
import { npmCommand, run } from './run.mjs'
import { isStopping } from './stop.mjs'

const stampFile = (root) => join(root, 'node_modules', '.portico-install')
const wanted = (root) => hashFiles(root, ['package-lock.json'])

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Compares two lists as npm keeps them; a package for another platform may be absent. */
export function isInstalled(locked, installed) {
  return Object.entries(locked).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    const found = installed[path]
    return found ? found.version === version : optional === true
  })
}

/** Someone ran `npm install` by hand: what it left is as good as what we would make. */
function isInstalledByHand(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  return existsSync(record) && isInstalled(packagesIn(join(root, 'package-lock.json')), packagesIn(record))
}

export function needsInstall(root) {
  if (readStamp(stampFile(root)) === wanted(root)) return false
  if (!isInstalledByHand(root)) return true
  writeStamp(stampFile(root), wanted(root))
  return false
}

export async function install(root) {
  // Not `npm ci`: it would take node_modules away from under an instance that still runs. `--no-save` keeps to the
  // lockfile and leaves it as it is.
  // Development packages too, whatever NODE_ENV says: the build and `npm test` need them.
  const flags = ['--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npmInstall = (...more) =>
    run('Installing the packages', npmCommand('install', ...flags, ...more), { cwd: root })
  await step('Installing packages', async () => {
    try {
      await npmInstall('--prefer-offline')
    } catch (error) {
      // What npm keeps may be a list of versions from before the one that is wanted.
      if (isStopping()) throw error
      await npmInstall()
    }
  })
  writeStamp(stampFile(root), wanted(root))
}
