/** The part of OpenAI's chat-completions request that the playground writes. */
export type WirePart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

export type WireMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | WirePart[] }
  | { role: 'tool'; tool_call_id: string; content: string }
  | {
      role: 'assistant'
      content: string | null
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }

export type WireTool = { type: 'function'; function: Record<string, unknown> & { name: string } }

export type WireRequest = {
  model: string
  messages: WireMessage[]
  temperature?: number
  top_p?: number
  max_tokens?: number
  frequency_penalty?: number
  presence_penalty?: number
  stop?: string[]
  seed?: number
  response_format?: { type: 'json_object' } | { type: 'json_schema'; json_schema: Record<string, unknown> }
  tools?: WireTool[]
  tool_choice?: string | { type: 'function'; function: { name: string } }
  web_search?: true
  stream?: true
  stream_options?: { include_usage: true }
}
