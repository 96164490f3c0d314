import {
  type FaultUpstream,
  type SeenRequest,
  startFaultUpstream,
} from '@/lib/upstream/testing/fault-upstream'
import { findSuite } from '../internal/find-suite'
import type { Answer, Item } from '../internal/suite'
import { SuiteId } from '../schema'

/** What an upstream says to an item: its reference, something wrong, or an error of that status. */
export type Knowledge = (item: Item) => Known | Promise<Known>
type Known = 'right' | 'wrong' | number

export type KnowingUpstream = Pick<FaultUpstream, 'baseUrl' | 'stop'> & {
  /** Ids of the items asked, in their order, as often as they were asked. */
  readonly asked: string[]
  readonly requests: SeenRequest[]
  knows(knowledge: Knowledge): void
}

/** An OpenAI-compatible upstream on loopback that has the answers of our items, as far as it is told to know them. */
export async function startKnowingUpstream(): Promise<KnowingUpstream> {
  const upstream = await startFaultUpstream()
  const byQuestion = new Map<string, Item>()
  for (const { items } of SuiteId.options.map(findSuite))
    for (const item of items) byQuestion.set(wordsOf(item.question.messages), item)
  const asked: string[] = []
  let knowledge: Knowledge = () => 'right'
  upstream.answer(async (res) => {
    // The request was put there a moment ago.
    const { messages } = JSON.parse(upstream.requests.at(-1)?.body ?? '{}')
    const item = byQuestion.get(wordsOf(messages))
    if (item === undefined) throw new Error('a question that no suite has')
    asked.push(item.id)
    const known = await knowledge(item)
    if (typeof known === 'number') {
      res.writeHead(known, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: `status ${known}` } }))
      return
    }
    const answer = known === 'right' ? item.reference : { text: 'Answer: no idea', calls: [] }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(answer)))
  })
  return {
    baseUrl: upstream.baseUrl,
    requests: upstream.requests,
    stop: upstream.stop,
    asked,
    knows: (next) => {
      knowledge = next
    },
  }
}

/** A gateway may write the members of a message in another order. */
function wordsOf(messages: readonly { content: unknown }[]): string {
  return JSON.stringify(messages.map(({ content }) => content))
}

function completion({ text, calls }: Answer) {
  const toolCalls = calls.map((call, at) => ({ id: `call_${at}`, type: 'function', function: call }))
  return {
    id: 'up-1',
    object: 'chat.completion',
    created: 1,
    model: 'knowing',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) },
        finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }
}
