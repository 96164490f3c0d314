import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countHouse, mapOf, readHouse } from './house.mjs'

const lines = (count: number) => 'line\n'.repeat(count)

function count(files: Record<string, string>) {
  return countHouse(new Map(Object.entries(files)))
}

describe('countHouse', () => {
  it('finds small files with one importer in their room, however it imports them', () => {
    const { fragments } = count({
      'lib/cats/a.ts':
        "import { b } from './b'\nimport type { C } from '@/lib/cats/c'\nexport * from './d.ts'\n",
      'lib/cats/e.ts': "const f = () => import('./f')\n",
      ...Object.fromEntries(['b', 'c', 'd', 'f'].map((name) => [`lib/cats/${name}.ts`, lines(60)])),
    })
    expect(fragments).toEqual(['b', 'c', 'd', 'f'].map((name) => `lib/cats/${name}.ts`))
  })

  it('leaves out what is larger, imported twice, from another room, or by tests', () => {
    const { fragments } = count({
      'lib/cats/large.ts': lines(61),
      'lib/cats/shared.ts': lines(3),
      'lib/cats/public.ts': lines(3),
      'lib/cats/unused.ts': lines(3),
      'lib/cats/a.ts': "import './large'\nimport './shared'\n",
      'lib/cats/b.ts': "import './shared'\n",
      'lib/cats/unused.test.ts': "import './unused'\n",
      'lib/cats/testing/make.ts': "import '../unused'\n",
      'lib/dogs/a.ts': "import '@/lib/cats/public'\n",
    })
    expect(fragments).toEqual([])
  })

  it('counts files by where they are, lines of TypeScript and CSS, and files over 350 lines', () => {
    const counts = count({
      'lib/platform/a.ts': lines(350),
      'lib/http/b.ts': lines(351),
      'lib/http/b.test.ts': lines(10),
      'components/gateway/playground/c.tsx': lines(1),
      'app/d.css': lines(2),
      'scripts/e.mjs': lines(351),
      'docs/f.md': lines(1000),
    })
    expect(counts.production).toEqual([
      'lib/platform/a.ts',
      'lib/http/b.ts',
      'components/gateway/playground/c.tsx',
    ])
    expect(
      [counts.platform, counts.http, counts.playground, counts.tracked].map((files) => files.length),
    ).toEqual([1, 1, 1, 7])
    expect(counts.lines).toBe(350 + 351 + 10 + 1 + 2)
    expect(counts.oversize).toEqual(['lib/http/b.ts', 'scripts/e.mjs'])
  })
})

it('docs/build/map.md shows the districts as the imports are', () => {
  const root = process.cwd()
  expect(readFileSync(join(root, 'docs/build/map.md'), 'utf8')).toContain(mapOf(readHouse(root)))
})
