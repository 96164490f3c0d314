import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { oddities } from './testing/oddities/tables'

const file = new URL('../../../docs/run/upstream-oddities.md', import.meta.url).pathname
const head = '| Report | What comes | What Portico makes of it |\n| --- | --- | --- |\n'

/** `npm test -- --only unit upstream-oddities -u` writes the table. */
it('docs/run/upstream-oddities.md has a row for each report that is tried, and no other', async () => {
  const rows = oddities.map(({ report, comes, becomes }) => {
    const [repository = '', number = ''] = report.split('#')
    return `| [${report}](https://github.com/${repository}/issues/${number}) | ${comes} | ${becomes} |\n`
  })
  const [intro = ''] = readFileSync(file, 'utf8').split(head)
  await expect(`${intro}${head}${rows.join('')}`).toMatchFileSnapshot(file)
})

it('a report is one row, and each row is tried', () => {
  const reports = oddities.map(({ report }) => report.toLowerCase())
  expect(reports.filter((report, at) => reports.indexOf(report) !== at)).toEqual([])
  expect(oddities.filter(({ tries }) => tries.length === 0)).toEqual([])
  for (const { comes, becomes } of oddities) expect(`${comes} ${becomes}`).not.toMatch(/[|\n]/)
})
