export type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string }

/** JSON as typed by a person; a problem is told with its line, which browsers report differently or not at all. */
export function parseJsonText(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const at = findError(text)
    if (at === text.length) return { ok: false, problem: 'The JSON ends too early: something is not closed.' }
    const line = text.slice(0, at).split('\n').length
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    return {
      ok: false,
      problem: `Line ${line}: ${character === '\n' ? 'the line ends' : character} is not expected here.`,
    }
  }
}

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const string = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/** Where a text stops being JSON; its length when it only stops too early. */
function findError(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const skip = (character: string): boolean => {
    take(space)
    if (text[at] !== character) return false
    at += 1
    take(space)
    return true
  }
  const value = (): boolean => {
    take(space)
    if (text[at] === '{') return list('}', () => take(string) && skip(':') && value())
    if (text[at] === '[') return list(']', value)
    return take(scalar)
  }
  const list = (close: string, item: () => boolean): boolean => {
    at += 1
    if (skip(close)) return true
    do {
      take(space)
      if (!item()) return false
    } while (skip(','))
    return skip(close)
  }
  if (value()) take(space)
  // An unfinished string is an error at its opening quote, but what is missing is its end.
  return text[at] === '"' && !/["\n]/.test(text.slice(at + 1)) ? text.length : at
}
