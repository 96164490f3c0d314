// The production build. Each set of sources has a build of its own under .cache/builds, so that one start can build while
// another instance of this checkout still serves the one before.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles, listFiles } from './hash.mjs'
import { identityOf, isSameProcess, readLock } from './lock.mjs'
import { step } from './progress.mjs'
import { run } from './run.mjs'
import { nextEnvironment } from './settings.mjs'

/** What does not become part of the build. */
const elsewhere = new Set([
  'node_modules',
  'boundaries',
  'coverage',
  'deploy',
  'docs',
  'e2e',
  'playwright-report',
  'scripts',
  'test-results',
  'prisma/generated',
  'prisma/migrations',
  'biome.json',
  'next-env.d.ts',
  'playwright.config.ts',
  'vitest.config.ts',
])

/** A file in the root that no tool would read: a log that someone keeps there is no source. */
const isStray = (path, entry) =>
  path === entry.name && entry.isFile() && !/\.(tsx?|[cm]?js|json|css)$/.test(entry.name)

const skip = (path, entry) =>
  entry.name.startsWith('.') ||
  elsewhere.has(path) ||
  /\.test\.tsx?$/.test(entry.name) ||
  isStray(path, entry)

const builds = join('.cache', 'builds')

/** Where the build of the sources as they are now is, or will be, from the root. */
export const buildFolder = (root) => join(builds, hashFiles(root, listFiles(root, '', skip)).slice(0, 16))

export const needsBuild = (root, folder) => !existsSync(join(root, folder, 'BUILD_ID'))

/** Marks the build as used by this process, until it ends. */
export function claimBuild(root, folder) {
  const users = join(root, folder, 'users')
  mkdirSync(users, { recursive: true })
  writeFileSync(join(users, String(process.pid)), JSON.stringify(identityOf(process.pid)))
}

function isUsed(folder) {
  const users = join(folder, 'users')
  return existsSync(users) && readdirSync(users).some((name) => isSameProcess(readLock(join(users, name))))
}

function removeOldBuilds(root, current) {
  for (const name of readdirSync(join(root, builds))) {
    const folder = join(builds, name)
    if (name !== 'node_modules' && folder !== current && !isUsed(join(root, folder)))
      rmSync(join(root, folder), { recursive: true, force: true })
  }
}

/** A build finds its packages two folders above itself, where it was made; this is that place for one that was moved. */
function linkPackages(root) {
  const link = join(root, builds, 'node_modules')
  rmSync(link, { force: true })
  symlinkSync(join('..', '..', 'node_modules'), link)
}

/** No settings: every instance of this checkout, whatever its own, serves the same build. */
function environment() {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/.test(name),
  )
  return { ...Object.fromEntries(kept), ...nextEnvironment, NODE_ENV: 'production' }
}

/** Moves a whole build to its place; what `npm run dev` and the next build go on using stays. */
function keepBuild(made, place) {
  const unfinished = `${place}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  for (const name of readdirSync(made)) {
    if (name !== 'dev' && name !== 'cache') renameSync(join(made, name), join(unfinished, name))
  }
  rmSync(place, { recursive: true, force: true })
  renameSync(unfinished, place)
}

export async function build(root, folder) {
  const cli = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  await step('Building', () =>
    run('The build', [process.execPath, cli, 'build'], { cwd: root, env: environment() }),
  )
  keepBuild(join(root, '.next'), join(root, folder))
  linkPackages(root)
  removeOldBuilds(root, folder)
}
