import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EventProgress, hasWords } from './exchange'

const noise = [': keep-alive\n\n', '\n', '\r\n', '\r', '  \t', ':\n', ': data: {"choices":[]}\n\n', ' : x\n']

it.each(['\n', '\r\n', '\r'])('comments and blanks say nothing, wherever they are cut (%j)', (lineEnd) => {
  const text = fc.array(fc.constantFrom(...noise), { minLength: 1, maxLength: 10 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (said, cuts) => {
      const progress = new EventProgress()
      const bytes = Buffer.from(said.replaceAll(/\r\n|\r|\n/g, lineEnd))
      let at = 0
      for (const cut of [...cuts, bytes.length]) {
        expect(progress.hasWords(bytes.subarray(at, at + cut))).toBe(false)
        at += cut
      }
      expect(progress.hasWords(Buffer.from(`${lineEnd}data: x`))).toBe(true)
    }),
  )
})

it.each(['data: {}\n\n', ': hi\n\ndata: x', 'event: ping\n', '\ufeffdata: x', 'nonsense'])(
  '%j says something',
  (text) => {
    expect(new EventProgress().hasWords(Buffer.from(text))).toBe(true)
  },
)

it('blanks inside a line are no progress, and neither are those of JSON', () => {
  const progress = new EventProgress()
  expect(progress.hasWords(Buffer.from('data: {"a":'))).toBe(true)
  expect(progress.hasWords(Buffer.from('   '))).toBe(false)
  expect(progress.hasWords(Buffer.from('":"'))).toBe(true)
  expect(hasWords(Buffer.from(' \r\n\t'))).toBe(false)
  expect(hasWords(Buffer.from('  {'))).toBe(true)
})
