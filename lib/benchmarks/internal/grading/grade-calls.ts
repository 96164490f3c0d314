import { isRecord } from '@/lib/platform/is-record'
import { parseJson } from '@/lib/platform/parse-json'
import type { Answer, Call, ExpectedCall, Grade, Tool } from '../suite'
import { sameValue } from './same-value'
import { schemaFault } from './schema-fault'

/** Every expected call once, in any order, with arguments that fit its tool, and nothing that was not asked for. */
export function gradeCalls(
  tools: readonly Tool[],
  expected: readonly ExpectedCall[],
  { text, calls }: Answer,
): Grade {
  if (expected.length === 0 && calls.length === 0)
    return text.trim() === '' ? { passed: false, reason: 'Nothing was said.' } : { passed: true }
  if (calls.length !== expected.length)
    return {
      passed: false,
      reason: `${count(calls.length)} made, ${expected.length} expected: ${names(calls)}.`,
    }
  const left = [...expected]
  for (const call of calls) {
    const read = readCall(tools, call)
    if (typeof read === 'string') return { passed: false, reason: read }
    const at = left.findIndex((one) => one.name === call.name && isAsked(one, read))
    if (at === -1)
      return { passed: false, reason: `Not what was asked: ${call.name}(${shorten(call.arguments)}).` }
    left.splice(at, 1)
  }
  return { passed: true }
}

type ReadCall = { values: Record<string, unknown>; defaults: Record<string, unknown> }

/** The arguments and the defaults of their tool; else what is wrong with the call. */
function readCall(tools: readonly Tool[], call: Call): ReadCall | string {
  const tool = tools.find((one) => one.function.name === call.name)
  if (tool === undefined) return `There is no tool ${call.name.slice(0, 80)}.`
  const values = parseJson(call.arguments)
  if (!isRecord(values)) return `The arguments of ${call.name} are not a JSON object.`
  const { parameters } = tool.function
  const fault = schemaFault(parameters, values)
  if (fault !== undefined) return `${call.name}: ${fault}`
  return { values, defaults: defaultsOf(parameters.properties) }
}

/** What was asked for, and beyond it only what the tool does anyway. */
function isAsked({ arguments: asked }: ExpectedCall, { values, defaults }: ReadCall): boolean {
  if (!sameValue(asked, values)) return false
  return Object.entries(values).every(
    ([name, value]) => name in asked || (name in defaults && sameValue(defaults[name], value)),
  )
}

function defaultsOf(properties: unknown): Record<string, unknown> {
  if (!isRecord(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) =>
      isRecord(schema) && 'default' in schema ? [[name, schema.default]] : [],
    ),
  )
}

function count(calls: number): string {
  return calls === 1 ? '1 call was' : `${calls} calls were`
}

function names(calls: readonly Call[]): string {
  return shorten(calls.map(({ name }) => name).join(', ')) || 'none'
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
