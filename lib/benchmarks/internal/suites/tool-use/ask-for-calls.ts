import type { ExpectedCall, Item, Message, Tool } from '../../suite'
import { everyTool } from './tools'

const system = 'You are an assistant with tools. Use them exactly as asked, and only when they are needed.'

export const call = (name: string, parameters: ExpectedCall['arguments']): ExpectedCall => ({
  name,
  arguments: parameters,
})

type Setting = {
  tools?: readonly Tool[]
  /** What was said and done before, after the user's first words. */
  before?: readonly Message[]
  /** For items in which nothing is called: what is said instead. */
  says?: string
}

/** Words that ask for these calls; none: the tools do not help. */
export function askForCalls(
  id: string,
  prompt: string,
  calls: readonly ExpectedCall[],
  { tools = everyTool, before = [], says = '' }: Setting = {},
): Item {
  return {
    id,
    question: {
      messages: [{ role: 'system', content: system }, { role: 'user', content: prompt }, ...before],
      tools,
    },
    check: { kind: 'calls', calls },
    reference: {
      text: says,
      calls: calls.map(({ name, arguments: parameters }) => ({
        name,
        arguments: JSON.stringify(parameters),
      })),
    },
  }
}

/** A call that was made and what the tool answered. */
export function made(id: string, name: string, parameters: object, result: unknown): Message[] {
  const calls = [{ id, type: 'function' as const, function: { name, arguments: JSON.stringify(parameters) } }]
  return [
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: id, content: JSON.stringify(result) },
  ]
}

/** The tools have answered: what do they say? One number on the last line. */
export function askForResult(id: string, prompt: string, before: readonly Message[], value: number): Item {
  const content = `${prompt} When you know it, end with one line that reads “Answer: ” and the number alone.`
  return {
    id,
    question: {
      messages: [{ role: 'system', content: system }, { role: 'user', content }, ...before],
      tools: everyTool,
    },
    check: { kind: 'number', value },
    reference: { text: `Answer: ${value}`, calls: [] },
  }
}
