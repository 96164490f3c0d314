import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

const loader = pathToFileURL(resolve('scripts/steps/load-typescript.mjs')).href

/** What a script imports of our TypeScript, itself or by its modules in a folder beside it. */
const importsOf = (script: string): string[] =>
  [...readFileSync(script, 'utf8').matchAll(/(?:import\(|from )\s*'([./]+\/[\w/-]+\.(ts|mjs))'/g)].flatMap(
    ([, path = '', ending]) => {
      const file = resolve(dirname(script), path)
      if (ending === 'ts') return [file]
      return path.startsWith('./catalog/') ? importsOf(file) : []
    },
  )

const scripts = globSync('scripts/**/*.mjs').filter(
  (script) => !script.startsWith('scripts/catalog/') && importsOf(script).length > 0,
)

describe('scripts that load TypeScript', () => {
  it('are those that register the loader, or let `withDatabase` do it', () => {
    const registering = globSync('scripts/**/*.mjs').filter((script) =>
      /import[ (]'[./\w]*load-typescript\.mjs'|import \{.*\bwithDatabase\b.*\}/.test(
        readFileSync(script, 'utf8'),
      ),
    )
    expect(scripts.toSorted()).toEqual(registering.toSorted())
  })

  // Node alone is stricter than the bundler and the tests are: a package's file has to be named with its ending.
  it.each(scripts)(
    '%s finds all that it imports on Node alone',
    (script) => {
      const source = importsOf(script).map(
        (path) => `await import(${JSON.stringify(pathToFileURL(path).href)})`,
      )
      const env = {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production' as const,
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
        NEXTAUTH_SECRET: 'only-there-while-loading-never-used',
        PORTICO_CONFIG: 'none',
      }
      const program = [`await import('${loader}')`, ...source, 'process.exit(0)'].join('\n')
      const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        env,
        timeout: 60_000,
      })
      expect(`${ended.stderr}`).toBe('')
      expect(ended.status).toBe(0)
    },
    60_000,
  )
})
