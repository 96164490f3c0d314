// Migrations expand first, so that the version before can run beside the new one: what they drop or rename has to be unused
// since a version that is released, what they demand of each row has to be written since one, and a comment right before the
// statement names it: `-- Unused since 0.2.0.`, `-- Written since 0.2.0.`
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const init = '20261201000000_init'
const folder = 'prisma/migrations'

const releasedVersions = (changelog: string) =>
  [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)

/** A column that a row must have, and that the version before does not write. */
const demands = (code: string) =>
  /\bSET NOT NULL\b/i.test(code) ||
  code
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => /\bNOT NULL\b/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column))

/** The statements of a migration that drop or rename what a running version may still use, or demand what it does not write. */
function contractions(sql: string, released: (string | undefined)[]) {
  const withoutTexts = sql.replaceAll(/'(?:[^']|'')*'/g, "''")
  return withoutTexts.split(';').filter((statement) => {
    const code = statement.replaceAll(/--.*$/gm, '').replaceAll(/\/\*.*?\*\//gs, '')
    const contracts = /\bRENAME\b|\bDROP\b(?! (NOT NULL|DEFAULT|EXPRESSION)\b)/i.test(code)
    const [, since] = /^-- (?:Unused|Written) since (\d+\.\d+\.\d+)\b/m.exec(statement) ?? []
    return (contracts || demands(code)) && !released.includes(since ?? 'never')
  })
}

describe('migrations after the first', () => {
  const released = releasedVersions('# Changelog\n\n## Unreleased\n\n## [0.2.0] - 2027-01-01\n\n## 0.1.0\n')

  it.each([
    'ALTER TABLE "users" DROP COLUMN "name";',
    'DROP TABLE cats;',
    'drop function\n  f(int);',
    'ALTER TABLE cats RENAME TO dogs;',
    'ALTER TABLE cats RENAME COLUMN a TO b;',
    'CREATE TABLE a ();\n-- Unused since 0.3.0.\nDROP TABLE cats;',
    '-- Unused since 0.2.0.\nDROP TABLE dogs;\nDROP TABLE cats;',
    'ALTER TABLE cats ALTER COLUMN a SET NOT NULL;',
    'ALTER TABLE cats ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int NOT NULL;',
  ])('are refused for %j', (sql) => {
    expect(contractions(sql, released)).toHaveLength(1)
  })

  it.each([
    '-- Nothing to drop here.\nALTER TABLE cats ADD COLUMN a int;',
    "INSERT INTO cats VALUES ('DROP TABLE x; it''s');",
    'ALTER TABLE cats ALTER COLUMN a DROP NOT NULL;',
    'ALTER TABLE cats ADD COLUMN a int, ADD COLUMN b int NOT NULL DEFAULT 0;',
    '-- Written since 0.2.0.\nALTER TABLE cats ALTER COLUMN a SET NOT NULL;',
    '-- The name is in another table.\n-- Unused since 0.2.0.\nALTER TABLE cats DROP COLUMN name;',
    'CREATE TABLE a ();\n-- Unused since 0.1.0.\nDROP TABLE cats;',
  ])('are accepted for %j', (sql) => {
    expect(contractions(sql, released)).toEqual([])
  })

  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

  it('come after it', () => {
    expect(names[0]).toBe(init)
    for (const name of names) expect(name).toMatch(/^\d{14}_\w+$/)
  })

  it('drop, rename and demand only what a released version allows', () => {
    const versions = releasedVersions(readFileSync('CHANGELOG.md', 'utf8'))
    const refused = names
      .filter((name) => name !== init)
      .flatMap((name) => contractions(readFileSync(join(folder, name, 'migration.sql'), 'utf8'), versions))
    expect(refused).toEqual([])
  })
})
