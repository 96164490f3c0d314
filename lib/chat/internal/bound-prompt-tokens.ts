import type { ChatRequest } from '../schema'

/**
 * An upper bound of a request's prompt tokens for its hold, cheap enough for every request: no token has less than a byte.
 * Pictures and sound count by the piece, not by their base64.
 */
const TOKENS_PER_MESSAGE = 8
const TOKENS_PER_IMAGE = 3000
const BYTES_PER_AUDIO_TOKEN = 100
/** What an assistant said besides its content, as far as upstreams read it. */
const SAID_BESIDE = ['tool_calls', 'reasoning_content', 'reasoning', 'reasoning_details', 'function_call']

export function boundPromptTokens(request: ChatRequest): number {
  let bytes = 0
  let tokens = TOKENS_PER_MESSAGE
  for (const message of request.messages) {
    tokens += TOKENS_PER_MESSAGE
    const { content } = message
    if (typeof content === 'string') bytes += Buffer.byteLength(content)
    else
      for (const part of content ?? []) {
        if (part.type === 'text') bytes += Buffer.byteLength(part.text)
        else if (part.type === 'image_url') tokens += TOKENS_PER_IMAGE
        else if (part.type === 'input_audio')
          tokens += Math.ceil(part.input_audio.data.length / BYTES_PER_AUDIO_TOKEN)
        else bytes += Buffer.byteLength(JSON.stringify(part))
      }
    if (message.role === 'assistant')
      for (const key of SAID_BESIDE)
        if (message[key] != null) bytes += Buffer.byteLength(JSON.stringify(message[key]))
  }
  if (request.tools) bytes += Buffer.byteLength(JSON.stringify(request.tools))
  if (request.response_format) bytes += Buffer.byteLength(JSON.stringify(request.response_format))
  return tokens + bytes
}
