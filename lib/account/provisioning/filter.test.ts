import fc from 'fast-check'
import { expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { parseFilter, parsePath } from './filter'

const plain = { where: [], part: undefined }

// Filters that Okta and Entra ID publish (see app/(api)/scim/v2/vendors.int.test.ts).
it.each([
  [
    'userName eq "test.user@okta.local"',
    [{ ...plain, attribute: 'username', value: 'test.user@okta.local' }],
  ],
  ['externalId eq jyoung', [{ ...plain, attribute: 'externalid', value: 'jyoung' }]],
  ['displayName Eq "a \\"b\\" and c"', [{ ...plain, attribute: 'displayname', value: 'a "b" and c' }]],
  [
    'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"',
    [{ ...plain, attribute: 'username', value: 'x' }],
  ],
  ['emails.value eq "x"', [{ attribute: 'emails', where: [], part: 'value', value: 'x' }]],
  [
    'emails[type eq "work"].value eq "x"',
    [
      {
        attribute: 'emails',
        where: [{ ...plain, attribute: 'type', value: 'work' }],
        part: 'value',
        value: 'x',
      },
    ],
  ],
  [
    'id eq "a" and  members eq "b" AND active eq true',
    [
      { ...plain, attribute: 'id', value: 'a' },
      { ...plain, attribute: 'members', value: 'b' },
      { ...plain, attribute: 'active', value: true },
    ],
  ],
])('reads the filter %s', (text, expected) => {
  expect(parseFilter(text)).toEqual(expected)
})

it('reads a condition on the values of a list', () => {
  expect(parseFilter('emails[type eq "work" and value eq "x"]')).toMatchObject([
    { attribute: 'emails', value: 'x' },
  ])
})

it.each([
  '',
  'userName',
  'userName co "x"',
  'userName eq',
  'userName eq "x" or id eq "y"',
  'userName eq "x" and',
  '(userName eq "x")',
  'not (userName eq "x")',
  'emails[type eq "work"]',
  'emails[type sw "w"].value eq "x"',
  'a.b.c eq "x"',
  'userName eq "x',
  // The database rejects them.
  String.raw`id eq "\u0000"`,
  String.raw`displayName eq "\ud800"`,
  String.raw`members[value eq "\u0000"]`,
])('refuses the filter “%s”', (text) => {
  expect(() => parseFilter(text)).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', param: 'filter' }),
  )
})

/** Nothing but a refusal is thrown. */
function refusesAtMost(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_parameter' })
  }
}

it('refuses, or reads, any text quickly', async () => {
  const piece = fc.constantFrom('(', '[', ']', '"', '\\', ' ', '.', 'eq', 'and', 'a', ':', 'é', '\u0000')
  const texts = fc.array(piece, { maxLength: 1000 }).map((pieces) => pieces.join('').slice(0, 1000))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const millis = await processorMillis(() => {
        refusesAtMost(() => parseFilter(text))
        refusesAtMost(() => parsePath(text))
      })
      return millis < 500
    }),
    { examples: [['('.repeat(1000)], ['a['.repeat(500)], ['a.'.repeat(500)], [`a eq ${'"\\'.repeat(490)}`]] },
  )
})

it.each(['', ' ', 'a b', 'emails[', 'emails[type].value', 'name..x', 'members[value eq "x"].a.b'])(
  'refuses the path “%s”',
  (text) => {
    expect(() => parsePath(text)).toThrow(expect.objectContaining({ param: 'path' }))
  },
)
