import { readQuotes } from '../material/read-quotes'

const MOST_COMMAND_CHARS = 200

/** The text that an instruction is to be carried out on: quoted, fenced, or after a colon or a line break. */
export function readPayload(prompt: string): string | undefined {
  const fenced = /```[^\n]*\n([\s\S]*?)```/.exec(prompt)?.[1]
  if (fenced !== undefined) return fenced.trim()
  const quoted = readQuotes(prompt).sort((a, b) => b.length - a.length)[0]
  const [head = ''] = prompt.slice(0, MOST_COMMAND_CHARS).split('\n', 1)
  const colon = head.search(/:(?:\s|$)/)
  const afterColon = colon === -1 ? undefined : prompt.slice(colon + 1).trim()
  if (quoted !== undefined && !(afterColon !== undefined && afterColon.length > quoted.length + 20))
    return quoted
  if (afterColon) return afterColon
  const lineBreak = prompt.indexOf('\n')
  const afterBreak = lineBreak === -1 ? '' : prompt.slice(lineBreak + 1).trim()
  return afterBreak === '' ? undefined : afterBreak
}
