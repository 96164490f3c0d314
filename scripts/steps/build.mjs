// What serves, made anew when the sources have changed: the API's bundle (.api), and the pages in Next's own folder (.next).
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressStatic } from '../../server/static-files.mjs'
import { hashFiles, listFiles, readStamp } from './hash.mjs'
import { Failure, step } from './output.mjs'
import { identityOf, isSameProcess, readLock } from './processes.mjs'
import { run } from './run.mjs'
import { withoutEnvFiles } from './settings.mjs'

/** What does not become part of the build. */
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

/** A file in the root that no tool would read: a log that someone keeps there is no source. */
const isStray = (path, entry) =>
  path === entry.name && entry.isFile() && !/\.(tsx?|[cm]?js|json|css)$/.test(entry.name)

const skip = (path, entry) =>
  entry.name.startsWith('.') ||
  elsewhere.has(path) ||
  /\.test\.tsx?$/.test(entry.name) ||
  /^server[\\/].*\.mjs$/.test(path) ||
  isStray(path, entry)

/** Each says in `sources` which ones it is of, once it is whole. */
const folders = { api: '.api', pages: '.next' }
/** The processes that serve them. */
const users = join(folders.api, 'users')

/** What `npm run bundle` makes has everything that it needs, and may lie where nothing can be written. */
export const isBundle = (root) => !existsSync(join(root, 'package-lock.json'))

export const hashSources = (root) => hashFiles(root, listFiles(root, '', skip))

const stampOf = (root, part) => readStamp(join(root, folders[part], 'sources'))

export const needsApi = (root) => stampOf(root, 'api') !== hashSources(root)
export const needsPages = (root) => stampOf(root, 'pages') !== hashSources(root)

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
    ROUTE_HANDLERS: 'none',
  }
}

/** Without packages and as our sources read: a second or two. */
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

/** Also beside a server that answers the API alone until they are there. */
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
