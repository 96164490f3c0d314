import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashSources } from './build.mjs'
import { hashFiles, listFiles } from './hash.mjs'

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
