import { expect, it } from 'vitest'
import { isDatabaseAway } from './database-connection'
import { StorageError } from './storage/object-storage'

const coded = (code: string) => Object.assign(new Error('x'), { code })

it.each([
  coded('ECONNREFUSED'),
  coded('57P01'),
  coded('57P03'),
  coded('08006'),
  coded('25006'),
  coded('53100'),
  coded('53200'),
  coded('P1001'),
  new Error('Connection terminated unexpectedly'),
  new Error('Invalid `prisma.apiKey.findFirst()` invocation: Database error. Code: `57P03`.'),
  new Error('Invalid `prisma.storedFile.create()` invocation: could not extend file. Code: `53100`.'),
  new Error('wrapped', { cause: coded('ECONNRESET') }),
  new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
])('knows %s', (error) => expect(isDatabaseAway(error)).toBe(true))

it.each([
  coded('23505'),
  coded('P2002'),
  new StorageError('away', { cause: coded('ECONNREFUSED') }),
  new Error('x'),
  'text',
  undefined,
])('does not take %s for it', (error) => expect(isDatabaseAway(error)).toBe(false))
