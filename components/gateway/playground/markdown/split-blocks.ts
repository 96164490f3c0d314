type MarkdownBlock =
  | { kind: 'markdown'; text: string }
  | { kind: 'code'; language: string; code: string; closed: boolean }

const openingFence = /^(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/
const innerFence = /^[ \t>]+(?:[-*+]|\d+[.)])?[ \t]*(`{3,}|~{3,})|^(?:[-*+]|\d+[.)])[ \t]+(`{3,}|~{3,})/
const listItem = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const definition = /^ {0,3}\[[^\]]+\]:[ \t]*\S/

/**
 * Splits an answer into parts that can be rendered separately, so that only the last one is parsed again while it is being
 * written. Fenced code at the margin is a separate part.
 */
export function splitBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = text.split('\n')
  let current: string[] = []
  const close = () => {
    if (current.some((line) => line.trim() !== ''))
      blocks.push({ kind: 'markdown', text: current.join('\n') })
    current = []
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = openingFence.exec(line)
    if (fence) {
      close()
      const code = readCode(lines, at, fence[1] ?? '```', fence[2] ?? '')
      blocks.push(code.block)
      at = code.next
      continue
    }
    const inner = innerFence.exec(line)
    if (inner) {
      const end = findFenceEnd(lines, at + 1, inner[1] ?? inner[2] ?? '```')
      current.push(...lines.slice(at, end + 1))
      at = end + 1
      continue
    }
    if (line.trim() === '' && startsBlock(current, lines, at)) close()
    else current.push(line)
    at += 1
  }
  close()
  return shareDefinitions(blocks)
}

function readCode(lines: string[], at: number, marker: string, language: string) {
  const end = findFenceEnd(lines, at + 1, marker)
  const closed = end < lines.length
  const code = lines.slice(at + 1, end).join('\n')
  const block: MarkdownBlock = { kind: 'code', language: language.toLowerCase(), code, closed }
  return { block, next: end + 1 }
}

/** The line that closes a fence: the same character at least as often, and nothing else. */
function findFenceEnd(lines: string[], from: number, marker: string): number {
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/^[ \t>]+/, '').trimEnd()
    if (line.length >= marker.length && line === marker.charAt(0).repeat(line.length)) return at
  }
  return lines.length
}

/** Whether the text after a blank line starts a new block. */
function startsBlock(current: string[], lines: string[], at: number): boolean {
  const next = lines.slice(at + 1).find((line) => line.trim() !== '')
  if (next === undefined || /^[ \t]/.test(next)) return false
  const first = current.find((line) => line.trim() !== '')
  return !(first !== undefined && listItem.test(first) && listItem.test(next))
}

/** Link definitions may be anywhere in the text: every part that may use them gets them all. */
function shareDefinitions(blocks: MarkdownBlock[]): MarkdownBlock[] {
  const definitions = blocks.flatMap((block) =>
    block.kind === 'markdown' ? block.text.split('\n').filter((line) => definition.test(line)) : [],
  )
  if (definitions.length === 0) return blocks
  const all = definitions.join('\n')
  return blocks.map((block) => {
    if (block.kind === 'code' || !block.text.includes('[') || definition.test(block.text)) return block
    return { ...block, text: `${block.text}\n\n${all}` }
  })
}
