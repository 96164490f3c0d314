import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cutText } from './escape'
import { characters, emailField, givenName, plainCode, queryNumber, sentBack, visible } from './fields'
import { newId, timeOfId } from './ids'
import { formatUsd, formatUsdForPeople, parseUsd } from './money'
import './parse-input'

describe('an id', () => {
  it('has a prefix, is unique, and sorts by time', () => {
    const ids = Array.from({ length: 5000 }, () => newId('req'))
    expect(new Set(ids).size).toBe(5000)
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(newId('key').slice(4, 14) >= (ids[0] ?? '').slice(4, 14)).toBe(true)
  })

  it('contains the time of its creation', () => {
    const before = Date.now()
    const at = timeOfId(newId('req'))?.getTime() ?? 0
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })

  it.each(['', 'req_', 'req_short', 'req_0000000000000000000000000!', '../../etc'])(
    'of someone else (%j) has no time',
    (id) => expect(timeOfId(id)).toBeUndefined(),
  )
})

describe('an email address', () => {
  const read = (text: string) => emailField().safeParse(text).data

  it.each([
    ...['r&d@example.com', 'user!x@example.com', 'x=y@e.com', 'a/b@e.com', 'u~v@e.com', "o'@e.com"],
    ...['anna@intranet', 'a@ex_ample.com', 'a..b@docomo.example', '"john doe"@e.com'],
    ...['josé@example.com', '用户@xn--r8jz45g.jp', '👍@e.com', 'anna@xn--bcher-kva.de'],
  ])('%s is one', (text) => expect(read(text)).toBe(text))

  it.each([
    ['jose\u0301@example.com', 'josé@example.com'],
    ['anna@BÜCHER.de', 'anna@xn--bcher-kva.de'],
    ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
    ['a@e。com', 'a@e.com'],
    ['\u200b\uFEFFanna@Example.com \u200e', 'anna@example.com'],
  ])('%s is the same as %s', (text, plain) => expect(read(text)).toBe(plain))

  it.each([
    ...['', 'a', '@e.com', 'a@', 'a b@e.com', 'a@b@e.com', 'a@e..com', 'a@-e.com', 'a@e.com.', 'a@127.1'],
    ...['Anna <a@e.com>', 'a@e.com,b@e.com', 'a@e.com:25', 'a@e.com/b', 'a@%65.com', 'an\u200bna@e.com'],
    ...['a@e.com\r\nBcc: b@e.com', '"a\r\n"@e.com', `a@${'b'.repeat(64)}.com`, `${'a'.repeat(250)}@e.com`],
  ])('%j is none', (text) => expect(read(text)).toBeUndefined())
})

describe('a name', () => {
  const name = givenName(5).check(visible)

  it('is stored in NFC, without bidirectional controls', () => {
    expect(name.parse(' e\u0301\u202Ea ')).toBe('éa')
    expect(name.parse('❤️')).toBe('❤️')
  })

  it.each([
    '',
    ' ',
    '\u3000',
    '\u200b',
    '\u3164',
    '\uFFA0',
    '\u2800',
    '\u202E\u2066',
    '\u00AD',
    '\u0000',
    '\u034F',
  ])('%j shows nothing', (text) => expect(name.safeParse(text).success).toBe(false))
})

it.each([
  [`${'x'.repeat(99)}😀y`, 100, `${'x'.repeat(99)}😀`],
  ['a👩‍👩‍👧b', 4, 'a'],
  ['a👩‍👩‍👧b', 6, 'a👩‍👩‍👧'],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['short', 100, 'short'],
])('%j cut to %d characters is %j', (text, most, cut) => expect(cutText(text, most)).toBe(cut))

it.each([
  ['１２３４５６', '123456'],
  ['123 456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['ab–cd—ef‑gh－ij−klーmn\u200b', 'ABCDEFGHIJKLMN'],
])('the code %j is %s', (typed, code) => expect(plainCode(typed)).toBe(code))

it('lets a record be sent back whole, and no part of it that cannot be changed', () => {
  const request = sentBack(
    z.strictObject({ name: z.string() }),
    z.object({ id: z.string(), name: z.string() }),
  )
  expect(request.safeParse({ id: '1', name: 'a' }).data).toEqual({ name: 'a' })
  expect(request.safeParse({ id: '1' }).success).toBe(false)
  expect(request.safeParse({ id: '1', name: 'a', other: 1 }).success).toBe(false)
})

describe('formatUsd', () => {
  it.each([
    [12_340_000_000n, '12.340000'],
    [150n, '0.000000150'],
    [0n, '0.000000'],
    [-1_500_000n, '-0.001500'],
    [1n, '0.000000001'],
    [1_234_560n, '0.001234560'],
  ])('writes %s nano-dollars as %s', (nanos, text) => expect(formatUsd(nanos)).toBe(text))

  it('is read back exactly', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        (nanos) => parseUsd(formatUsd(nanos)) === nanos,
      ),
    )
  })
})

describe('formatUsdForPeople', () => {
  it.each([
    [1_234_000n, '$0.001234'],
    [12_340_000_000n, '$12.34'],
    [5_000_000_000n, '$5.00'],
    [0n, '$0.00'],
    [-250_000_000n, '-$0.25'],
  ])('writes %s as %s', (nanos, text) => expect(formatUsdForPeople(nanos)).toBe(text))
})

describe('parseUsd', () => {
  it.each(['', '1.', '.5', '1e3', '1.0000000001', '12345678901', 'NaN', '1,5', ' 1'])('refuses %j', (text) =>
    expect(parseUsd(text)).toBeUndefined(),
  )
})

describe('characters', () => {
  const schema = z
    .string()
    .trim()
    .check(characters({ least: 2, most: 3 }))

  describe('characters', () => {
    it.each(['ab', 'abc', '🎬🎬', '🎬🎬🎬', 'a🎬c', ' 🎬🎬🎬 '])('%j fits 2 to 3', (text) => {
      expect(schema.safeParse(text).success).toBe(true)
    })

    it.each([
      ['', 'must have at least 2 characters'],
      ['🎬', 'must have at least 2 characters'],
      ['abcd', 'must have at most 3 characters'],
      ['🎬🎬🎬🎬', 'must have at most 3 characters'],
      ['a'.repeat(100_000), 'must have at most 3 characters'],
    ])('%j does not', (text, message) => {
      expect(schema.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
    })

    it('is part of the JSON schema', () => {
      expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', minLength: 2, maxLength: 3 })
    })
  })
})

describe('query number', () => {
  const limit = queryNumber(1, 100, 20)

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
    [undefined, 20],
  ])('takes %j for %j', (text, number) => {
    expect(limit.parse(text)).toBe(number)
  })

  it.each(['1e1', '0x10', '+5', '-5', ' 5', '5 ', '5.0', '0b1', '1_0', '٥', '', '0', '101', '9'.repeat(400)])(
    'refuses %j',
    (text) => {
      const { error } = limit.safeParse(text)
      expect(error?.issues[0]?.message).toBe('must be a whole number from 1 to 100')
    },
  )
})

const wordsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('what is wrong with a value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'must be a string'],
    [z.number(), 'x', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), [], 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().max(2), 3, 'must be at most 2'],
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.number().multipleOf(16), 17, 'must be a multiple of 16'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.string().length(3), 'ab', 'must have exactly 3 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be one of "a", "b", "c"'],
    [z.literal('a'), 'd', 'must be "a"'],
    [z.literal([1, true]), 2, 'must be 1 or true'],
    [z.email(), 'x', 'must be an email address'],
    [z.iso.datetime(), 'x', 'must be an ISO 8601 time'],
    [z.ipv4(), 'x', 'must be a valid ipv4'],
    [z.string().regex(/^a$/), 'x', 'must match /^a$/'],
    [z.strictObject({}), { b: 1 }, 'has no field named "b"'],
    [z.union([z.string(), z.number()]), true, 'is not valid'],
    [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), { type: 'b' }, 'must be "a"'],
    [z.string({ error: 'must be a name' }), 1, 'must be a name'],
  ])('%#: is %j', (schema, value, words) => {
    expect(wordsOf(schema, value)).toBe(words)
  })
})
