import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashSources } from './build.mjs'
import { isInstalled, writeRouteTable } from './checkout.mjs'
import { hashFiles, listFiles } from './hash.mjs'
import { isNewEnough } from './runtime.mjs'

let root = ''

function write(path: string, content: string) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hash-'))
  write('app/page.tsx', 'a')
  write('lib/b/c.ts', 'b')
})

describe('hashFiles', () => {
  it('knows names and contents apart', () => {
    const files = listFiles(root)
    expect(files).toEqual(['app/page.tsx', 'lib/b/c.ts'])
    const before = hashFiles(root, files)
    expect(hashFiles(root, files)).toBe(before)
    renameSync(join(root, 'lib/b/c.ts'), join(root, 'lib/b/d.ts'))
    expect(hashFiles(root, listFiles(root))).not.toBe(before)
  })
})

describe('hashSources', () => {
  it('changes with the sources', () => {
    const before = hashSources(root)
    write('app/page.tsx', 'A')
    expect(hashSources(root)).not.toBe(before)
    write('app/page.tsx', 'a')
    expect(hashSources(root)).toBe(before)
    write('package-lock.json', '{}')
    expect(hashSources(root)).not.toBe(before)
  })

  it('does not change with what is not built', () => {
    const before = hashSources(root)
    for (const path of [
      'lib/b/c.test.ts',
      'docs/page.md',
      'e2e/a.spec.ts',
      'scripts/start.mjs',
      'prisma/generated/client.ts',
      'prisma/migrations/1_a/migration.sql',
      'prisma/sql/a.sql',
      'node_modules/x/index.js',
      '.data/demo.json',
      'log',
      'nohup.out',
      'README.md',
    ]) {
      write(path, 'x')
      expect([path, hashSources(root)]).toEqual([path, before])
    }
  })
})

describe('isInstalled', () => {
  const locked = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin': { version: '2.0.0', optional: true },
  }

  it('compares versions, and does without what is for another platform', () => {
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.0' } }, true)).toBe(true)
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.1' } }, true)).toBe(false)
    expect(isInstalled(locked, {}, true)).toBe(false)
    const stale = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '1.9.0' } }
    expect(isInstalled(locked, stale, true)).toBe(false)
  })

  it('asks for packages of development where they are wanted', () => {
    const more = { ...locked, 'node_modules/test-runner': { version: '3.0.0', dev: true } }
    const installed = { 'node_modules/a': { version: '1.0.0' } }
    expect([true, false].map((whole) => isInstalled(more, installed, whole))).toEqual([false, true])
  })

  it('has a lockfile that says what package.json says', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['']
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(lock.dependencies).toEqual(manifest.dependencies)
    expect(lock.devDependencies).toEqual(manifest.devDependencies)
  })

  it('has a lockfile with the packages of every platform, which `npm ci` and those platforms ask for', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    const optional = Object.entries<{ optionalDependencies?: object }>(packages).flatMap(([path, one]) =>
      Object.keys(one.optionalDependencies ?? {}).map((name) => ({ path, name })),
    )
    expect(optional.filter(({ path, name }) => !isFoundFrom(path, name, packages))).toEqual([])
  })
})

/** As Node looks for a package: beside the one that wants it, then further and further out. */
function isFoundFrom(path: string, name: string, packages: object): boolean {
  if (`${path && `${path}/`}node_modules/${name}` in packages) return true
  return (
    path !== '' && isFoundFrom(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name, packages)
  )
}

describe('isNewEnough', () => {
  it('begins at 22.19', () => {
    const versions = ['v18.20.0', 'v20.20.2', 'v22.18.9', 'v22.19.0', 'v24.0.0', 'v26.1.0']
    expect(versions.map(isNewEnough)).toEqual([false, false, false, true, true, true])
  })
})

const pathsOf = (files: string[]) =>
  [...writeRouteTable(files).matchAll(/^ {2}'(.+)': route\d+,$/gm)].map(([, path]) => path)

it('lists the routes by path, but for the description of them', () => {
  expect(pathsOf(['v1/models/route.ts', 'openapi.json/route.ts'])).toEqual(['/v1/models'])
})

it('puts names before parameters, and one part before many', () => {
  expect(pathsOf(['v1/[...id]/route.ts', 'v1/[id]/route.ts', 'v1/list/route.ts'])).toEqual([
    '/v1/list',
    '/v1/[id]',
    '/v1/[...id]',
  ])
})
