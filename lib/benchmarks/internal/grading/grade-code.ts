import { runCode } from '../sandbox/run-code'
import type { Check, Grade } from '../suite'
import { extractCode } from './extract-code'

/** Strictly: what the sandbox gives back was JSON, so the same text is the same value. */
function isSame(expected: unknown, actual: unknown): boolean {
  return canonical(expected) === canonical(actual)
}

export async function gradeCode(
  { name, cases }: Extract<Check, { kind: 'code' }>,
  text: string,
): Promise<Grade> {
  const code = extractCode(text, name)
  if (code === undefined) return { passed: false, reason: `There is no function ${name} in the answer.` }
  const run = await runCode({ code, name, calls: cases.map(([parameters]) => parameters) })
  if (!run.ok) return { passed: false, reason: run.reason }
  for (const [index, [parameters, expected]] of cases.entries()) {
    const actual = run.results[index]
    if (!isSame(expected, actual))
      return {
        passed: false,
        reason: `${name}(${shorten(parameters.map((value) => JSON.stringify(value)).join(', '))}) gave ${shorten(JSON.stringify(actual) ?? 'nothing')}, not ${shorten(JSON.stringify(expected))}.`,
      }
  }
  return { passed: true }
}

/** With the members of objects in one order. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
