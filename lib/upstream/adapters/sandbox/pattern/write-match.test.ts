import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { matchPattern } from './match-pattern'
import { parsePattern } from './parse-pattern'
import { writeMatch } from './write-match'

const anyLength = { minLength: 0, maxLength: 200, variant: 0 }

describe('writeMatch', () => {
  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^(foo|bar)+baz?$',
    '^\\+?[1-9]\\d{1,14}$',
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    '^#(?:[0-9a-fA-F]{3}){1,2}$',
    '\\u0041\\x42',
    '^\\p{Lu}\\p{Ll}+$',
    '^$',
    'a|^b$',
    '^(?<year>\\d{4})[-/](0[1-9]|1[0-2])$',
    '^[\\w.\\-]{2,8}$',
    '^.{5,}$',
  ])('writes what %s matches', (source) => {
    const node = parsePattern(source)
    if (node === undefined) throw new Error('not parsed')
    for (const variant of [0, 1, 7]) {
      expect(writeMatch(node, { ...anyLength, variant })).toMatch(new RegExp(source, 'u'))
    }
  })

  it('keeps to the length asked for', () => {
    const node = parsePattern('^[a-z]+$')
    if (node === undefined) throw new Error('not parsed')
    expect(writeMatch(node, { minLength: 12, maxLength: 13, variant: 0 })).toMatch(/^[a-z]{12,13}$/)
    expect(writeMatch(node, { minLength: 0, maxLength: 0, variant: 0 })).toBeUndefined()
  })
})

describe('parsePattern', () => {
  it.each(['(?=a)', '(a)\\1', '\\bword\\b', '(', '[a', '*', '(?<!x)y'])('gives up on %s', (source) => {
    expect(parsePattern(source)).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (source) => void parsePattern(source)))
  })
})

describe('matchPattern', () => {
  it('says what RegExp says', () => {
    const sources = fc.constantFrom('^a+b?$', '(ab|c)*', '^[^a]c', 'x{2,3}$', '\\d\\w', '^(a|b){2}$')
    fc.assert(
      fc.property(
        sources,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', '1', '_') }),
        (source, text) => {
          const node = parsePattern(source)
          expect(node !== undefined && matchPattern(node, text)).toBe(new RegExp(source, 'u').test(text))
        },
      ),
    )
  })

  it.each(['^(a+)+$', '^((((a?){900}){900}){900}){900}$', '^(((|){900}){900}){900}$'])(
    'is quick on %s',
    async (source) => {
      const node = parsePattern(source)
      const work = () => {
        expect(node !== undefined && matchPattern(node, `${'a'.repeat(400)}b`)).toBe(false)
        if (node !== undefined) writeMatch(node, { minLength: 3, maxLength: 5, variant: 0 })
      }
      expect(await processorMillis(work)).toBeLessThan(3_000)
    },
  )
})
