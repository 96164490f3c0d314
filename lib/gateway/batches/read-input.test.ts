import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linesOf } from './read-input'

/** The same, of the whole text at once. */
function plainLines(text: string) {
  let start = 0
  return text.split('\n').flatMap((one, index) => {
    const lead = one.length - one.trimStart().length
    const found = { line: index + 1, start: start + lead, end: start + one.length, text: one.trimStart() }
    start += one.length + 1
    return found.text === '' ? [] : [found]
  })
}

const piece = fc.constantFrom('\n', '\n\n', ' ', '\t', '\r', 'a', 'bc', '{"d":1}')

it('lines are the same wherever the file’s chunks are split', async () => {
  const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 3, max: 9 }), fc.boolean(), async (text, size, isMarked) => {
      const bytes = Buffer.from(isMarked ? `\ufeff${text}` : text)
      const chunks: Buffer[] = []
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
      const found: unknown[] = []
      for await (const { bytes: line, ...one } of linesOf(Readable.from(chunks), 1000))
        found.push({ ...one, text: line.toString() })
      const mark = isMarked ? 3 : 0
      expect(found).toEqual(
        plainLines(text).map((one) => ({ ...one, start: one.start + mark, end: one.end + mark })),
      )
    }),
  )
})
