/** What stands behind the last `Answer:`, without the marks that models decorate it with; undefined when there is none. */
export function answerLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => /^[\s*_#>`-]*(?:final )?answer\s*[*_`]*\s*:/i.test(line))
  const last = lines.at(-1)
  if (last === undefined) return undefined
  return last
    .slice(last.indexOf(':') + 1)
    .replace(/[*_`]+/g, '')
    .trim()
    .replace(/^["'“‘]|["'”’]$/g, '')
    .replace(/[.!]$/, '')
    .replace(/["'”’]$/, '')
    .trim()
}

export const NO_ANSWER_LINE = 'There is no line “Answer: …”.'
