import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { StoredRow } from './internal/older-repository'

const read = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')
const table = read('clickhouse/usage.sql')
const [created = '', added = ''] = table.split('ALTER TABLE')
const columns = [...created.matchAll(/^ {2}([a-z_]+) [A-Z]/gm)].map(([, name = '']) => name)

const SQL =
  'select from where and as by group order limit is not null desc final array join portico_usage created_at'

it('the board names columns that there are', () => {
  const queries = [...read('grafana/usage.json').matchAll(/"rawSql": (".*")/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  )
  expect(queries.length).toBeGreaterThan(5)
  for (const query of queries) {
    const words = query.replace(/'[^']*'|\$__\w+|\btag\.\d/g, ' ').match(/\b[a-z_]\w*\b(?!\s*\()/gi)
    const named = [...query.matchAll(/ AS (\w+)/g)].map(([, name]) => name)
    const known = new Set([...columns, ...SQL.split(' '), ...named])
    expect((words ?? []).filter((word) => !known.has(word) && !known.has(word.toLowerCase()))).toEqual([])
  }
})

it('the table has a column for everything that is exported', () => {
  const shown = { video_millis: 'video_seconds', audio_millis: 'audio_seconds' }
  const of = (name: string) => shown[name as keyof typeof shown] ?? name.replace(/_nanos$/, '')
  expect(Object.keys(StoredRow.shape).map(of).sort()).toEqual(columns.toSorted())
})

it('a table of an earlier version gets the columns that came later', () => {
  const definition = (text: string) =>
    text.match(/^ {2}(?:ADD COLUMN IF NOT EXISTS )?[a-z_]+ [A-Z].*?(?=[,;]?$)/gm) ?? []
  const later = definition(added).map((one) => one.replace('ADD COLUMN IF NOT EXISTS ', ''))
  expect(later.length).toBeGreaterThan(10)
  expect(definition(created).slice(-later.length)).toEqual(later)
})
