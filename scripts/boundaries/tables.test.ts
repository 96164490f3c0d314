import { expect, it } from 'vitest'
import { checkTables, readOwners } from './tables.mjs'

const owners = readOwners(
  [
    [
      'prisma/schema/money/ledger.prisma',
      'model LedgerEntry {\n  id String @id\n  customer Customer\n\n  @@map("ledger_entries")\n}\n',
    ],
    [
      'prisma/schema/account/identity.prisma',
      'model Customer {\n  id String @id\n\n  @@map("customers")\n}\n',
    ],
  ],
  [['prisma/sql/ledger_settle.sql', 'CREATE OR REPLACE FUNCTION ledger_settle(p json) RETURNS void …']],
)
const check = (path: string, code: string, exceptions: object = {}) =>
  checkTables([[path, code]], owners, exceptions)

it.each([
  ['SQL', `query(\`SELECT 1 FROM ledger_entries WHERE id = \${id}\`)`, 'ledger_entries'],
  ['a join', "pool.query('SELECT 1 FROM a JOIN ledger_entries e USING (id)')", 'ledger_entries'],
  ['a list', "pool.query('SELECT 1 FROM a AS b, ledger_entries e')", 'ledger_entries'],
  ['a change', 'prisma.$executeRaw`UPDATE ledger_entries SET id = 1`', 'ledger_entries'],
  ['Prisma', 'transaction.ledgerEntry\n  .findMany({})', 'ledgerEntry'],
  ['a function', "pool.query('SELECT * FROM ledger_settle($1)')", 'ledger_settle'],
])('a stranger that names a table in %s fails', (_, code, name) => {
  expect(check('lib/media/images/repository.ts', code)).toEqual([
    `lib/media/images/repository.ts: ${name} belongs to money/ledger`,
  ])
  expect(check('lib/money/ledger/internal/holds-repository.ts', code)).toEqual([])
})

it('a relation to another room’s table is one of its tables', () => {
  const code = 'prisma.ledgerEntry.findMany({ include: { customer: true } })'
  expect(check('lib/money/ledger/repository.ts', code)).toEqual([
    'lib/money/ledger/repository.ts: ledgerEntry.customer belongs to account/identity',
  ])
})

it('an exception counts for one file and table, and only as long as it is needed', () => {
  const path = 'lib/media/images/repository.ts'
  const exceptions = { [path]: { customers: 'a reason' } }
  expect(check(path, "query('SELECT 1 FROM customers')", exceptions)).toEqual([])
  expect(check(path, 'nothing()', exceptions)).toEqual([
    `scripts/boundaries/districts.json: ${path} customers is no longer an exception`,
  ])
})

it('words that are no SQL name nothing', () => {
  expect(
    check('lib/media/images/show.ts', "say('from customers') // FROM customers\nconst customers = 1"),
  ).toEqual([])
})
