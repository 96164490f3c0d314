import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isInstalled } from './install.mjs'
import { isNewEnough } from './runtime.mjs'

describe('isInstalled', () => {
  const locked = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-darwin': { version: '2.0.0', optional: true },
  }

  it('compares versions, and does without what is for another platform', () => {
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.0' } })).toBe(true)
    expect(isInstalled(locked, { 'node_modules/a': { version: '1.0.1' } })).toBe(false)
    expect(isInstalled(locked, {})).toBe(false)
    const stale = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-darwin': { version: '1.9.0' } }
    expect(isInstalled(locked, stale)).toBe(false)
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
