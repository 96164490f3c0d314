import { measureText } from './measure-text'
import type { Face } from './open-face'

type Box = {
  width: number
  height: number
  face: Face
  mostLines: number
  largest: number
  leading: number
  tracking?: number
}

export type SetLines = { lines: string[]; size: number }

/** Breaks a title into the lines that let it be set largest inside a box. */
export function breakLines(
  text: string,
  { width, height, face, mostLines, largest, leading, tracking = 0 }: Box,
): SetLines {
  const words = text.split(' ').filter(Boolean)
  let best: SetLines = { lines: [], size: 0 }
  for (let count = 1; count <= Math.min(mostLines, words.length); count++) {
    const lines = balance(words, count)
    const widest = Math.max(...lines.map((line) => measureText(line, face, tracking)))
    const size = Math.min(largest, width / widest, height / (1 + (lines.length - 1) * leading))
    if (size > best.size * 1.06) best = { lines, size }
  }
  return best
}

/** So many lines of as much the same length as whole words allow. */
function balance(words: string[], count: number): string[] {
  const total = words.join(' ').length
  const lines: string[] = []
  let line: string[] = []
  for (const [at, word] of words.entries()) {
    const wordsLeft = words.length - at
    const linesLeft = count - lines.length
    const length = line.join(' ').length
    const isFull =
      line.length > 0 && linesLeft > 1 && (length + word.length / 2 >= total / count || wordsLeft < linesLeft)
    if (isFull) {
      lines.push(line.join(' '))
      line = []
    }
    line.push(word)
  }
  return [...lines, line.join(' ')]
}
