// Builds what serves if the sources have changed: the API's bundle (.api), and the pages in Next's folder (.next).
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressStatic } from '../../server/static-files.mjs'
import { hashFiles, listFiles, readStamp } from './hash.mjs'
import { Failure, step } from './output.mjs'
import { identityOf, isSameProcess, readLock } from './processes.mjs'
import { run } from './run.mjs'
import { withoutEnvFiles } from './settings.mjs'

/** Not part of the build. */
const elsewhere = new Set([
  'node_modules',
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

/** A file in the root that no tool reads, such as a log, is not a source. */
const isStray = (path, entry) =>
  path === entry.name && entry.isFile() && !/\.(tsx?|[cm]?js|json|css)$/.test(entry.name)

const skip = (path, entry) =>
  entry.name.startsWith('.') ||
  elsewhere.has(path) ||
  /\.test\.tsx?$/.test(entry.name) ||
  /^server[\\/].*\.mjs$/.test(path) ||
  isStray(path, entry)

/** Once complete, each has the hash of its sources in `sources`. */
const folders = { api: '.api', pages: '.next' }
/** The processes that serve them. */
const users = join(folders.api, 'users')

/** The result of `npm run bundle` has everything it needs, and may be on a read-only disk. */
export const isBundle = (root) => !existsSync(join(root, 'package-lock.json'))

export const hashSources = (root) => hashFiles(root, listFiles(root, '', skip))

const stampOf = (root, part) => readStamp(join(root, folders[part], 'sources'))

export const needsApi = (root) => stampOf(root, 'api') !== hashSources(root)
export const needsPages = (root) => stampOf(root, 'pages') !== hashSources(root)

/** Marks the build as used by this process until it exits. */
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
      `The sources have changed, but process ${holder} still serves the previous build. Stop it, then start again.`,
    )
}

/** Without settings, because every instance of this checkout serves the same build. */
function environment(root) {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/.test(name),
  )
  return {
    ...withoutEnvFiles(root),
    ...Object.fromEntries(kept),
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    ROUTE_HANDLERS: 'none',
  }
}

/** Without packages and minification; takes a second or two. */
export async function bundleApi(root, folder) {
  const cli = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs')
  const config = join('server', 'rolldown.config.mjs')
  await run('The bundle of the API', [process.execPath, cli, '--config', config, '--dir', folder], {
    cwd: root,
  })
}

export async function buildApi(root) {
  refuseWhileServed(root)
  const sources = hashSources(root)
  rmSync(join(root, folders.api), { recursive: true, force: true })
  await step('Bundling the API', () => bundleApi(root, join(root, folders.api)))
  writeFileSync(join(root, folders.api, 'sources'), sources)
}

/** May run beside a server that answers only the API meanwhile. */
export async function buildPages(root) {
  const sources = hashSources(root)
  const stamp = join(root, folders.pages, 'sources')
  rmSync(stamp, { force: true })
  const cli = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
  await step('Building the console', async () => {
    await run('The build', [process.execPath, cli, 'build'], { cwd: root, env: environment(root) })
    await compressStatic(root)
  })
  writeFileSync(stamp, sources)
}
