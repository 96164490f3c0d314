// The production build, in Next's own folder (.next), made anew when the sources have changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressStatic } from '../serving/static-files.mjs'
import { hashFiles, listFiles } from './hash.mjs'
import { Failure, step } from './output.mjs'
import { identityOf, isSameProcess, readLock } from './processes.mjs'
import { run } from './run.mjs'
import { withoutEnvFiles } from './settings.mjs'

/** What does not become part of the build. */
const elsewhere = new Set([
  'node_modules',
  'boundaries',
  'coverage',
  'deploy',
  'dist',
  'docs',
  'e2e',
  'playwright-report',
  'scripts',
  'test-results',
  'tools',
  'prisma/generated',
  'prisma/migrations',
  'prisma/sql',
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

const folder = '.next'
/** Says which sources a build is of; written once it is whole. */
const stamp = join(folder, 'sources')
/** The processes that serve the build. */
const users = join(folder, 'users')

/** What `npm run bundle` makes has everything that it needs, and may lie where nothing can be written. */
export const isBundle = (root) => !existsSync(join(root, 'package-lock.json'))

export const hashSources = (root) => hashFiles(root, listFiles(root, '', skip))

export function needsBuild(root) {
  const file = join(root, stamp)
  return !existsSync(file) || readFileSync(file, 'utf8') !== hashSources(root)
}

/** Marks the build as used by this process, until it ends. */
export function claimBuild(root) {
  if (isBundle(root)) return
  mkdirSync(join(root, users), { recursive: true })
  writeFileSync(join(root, users, String(process.pid)), JSON.stringify(identityOf(process.pid)))
}

function refuseWhileServed(root) {
  if (!existsSync(join(root, users))) return
  const holder = readdirSync(join(root, users)).find((name) =>
    isSameProcess(readLock(join(root, users, name))),
  )
  if (holder)
    throw new Failure(
      `The sources have changed, and process ${holder} still serves the build of the ones before. Stop it, then start again.`,
    )
}

/** No settings: every instance of this checkout, whatever its own, serves the same build. */
function environment(root) {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/.test(name),
  )
  return {
    ...withoutEnvFiles(root),
    ...Object.fromEntries(kept),
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  }
}

export async function build(root) {
  refuseWhileServed(root)
  const sources = hashSources(root)
  for (const path of [stamp, users]) rmSync(join(root, path), { recursive: true, force: true })
  const cli = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  await step('Building', () =>
    run('The build', [process.execPath, cli, 'build'], { cwd: root, env: environment(root) }),
  )
  await compressStatic(root)
  writeFileSync(join(root, stamp), sources)
}
