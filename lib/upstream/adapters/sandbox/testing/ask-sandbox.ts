import type { ChatByteStream } from '@/lib/upstream/contract/chat-model'
import { gatherStream } from '@/lib/upstream/testing/gather-stream'
import { createSandboxChat } from '../create-sandbox-chat'
import { chunk, completion } from './wire-schemas'

type Fields = Record<string, unknown>
const noAbort = new AbortController().signal
const chat = createSandboxChat()

/** Asks the sandbox as the gateway does, and reads its answers by the schemas of the wire. */
export const askSandbox = {
  call: (prompt: string, more: Fields = {}, signal = noAbort) => ({
    request: { model: 'chat', messages: [{ role: 'user', content: prompt }], ...more },
    signal,
  }),

  complete: async (prompt: string, more: Fields = {}) =>
    completion.parse(JSON.parse((await chat.complete(askSandbox.call(prompt, more))).toString())),

  open: (prompt: string, more: Fields = {}, signal = noAbort): Promise<ChatByteStream> =>
    chat.stream(
      askSandbox.call(prompt, { stream: true, stream_options: { include_usage: true }, ...more }, signal),
    ),

  stream: async (prompt: string, more: Fields = {}) => {
    const { bytes, error } = await gatherStream(await askSandbox.open(prompt, more))
    const { chunks, isDone } = askSandbox.parseEvents(bytes)
    const text = chunks.map((item) => item.choices[0]?.delta.content ?? '').join('')
    return { chunks, isDone, text, error }
  },

  parseEvents: (bytes: Buffer) => {
    const events = bytes.toString().split('\n\n').slice(0, -1)
    const isDone = events.at(-1) === 'data: [DONE]'
    const chunks = (isDone ? events.slice(0, -1) : events).map((event) =>
      chunk.parse(JSON.parse(event.replace(/^data: /, ''))),
    )
    return { chunks, isDone }
  },
}
