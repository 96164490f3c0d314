import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { readMetadata } from './read-metadata'
import { writeToolCall } from './write-tool-call'

type CallPart = Extract<
  LanguageModelV4StreamPart,
  { type: 'tool-input-start' | 'tool-input-delta' | 'tool-call' }
>
type Begun = { index: number; hasArguments: boolean }

/** The deltas of tool calls: each has its place in the answer, its id and name once, then its arguments. */
export class ToolCallWriter {
  readonly #begun = new Map<string, Begun>()
  /** Of the vendor's own tools: made there, and nobody here has to answer them. */
  readonly #foreign = new Set<string>()

  write(part: CallPart): object[] {
    switch (part.type) {
      case 'tool-input-start':
        if (part.providerExecuted === true) this.#foreign.add(part.id)
        return part.providerExecuted === true
          ? []
          : [this.#begin(part.id, part.toolName, part.providerMetadata)]
      case 'tool-input-delta':
        return this.#foreign.has(part.id) ? [] : this.#extend(part.id, part.delta)
      case 'tool-call': {
        if (part.providerExecuted === true || this.#foreign.has(part.toolCallId)) return []
        const { toolCallId: id, toolName, input, providerMetadata } = part
        const begun = this.#begun.get(id)
        if (begun?.hasArguments === true) return []
        const start = begun === undefined ? [this.#begin(id, toolName, providerMetadata)] : []
        return [...start, ...this.#extend(id, input === '' ? '{}' : input)]
      }
    }
  }

  #begin(id: string, name: string, metadata: Parameters<typeof readMetadata>[0]): object {
    const index = this.#begun.size
    this.#begun.set(id, { index, hasArguments: false })
    const { thoughtSignature } = readMetadata(metadata)
    return { index, ...writeToolCall({ id, name, arguments: '', thoughtSignature }) }
  }

  #extend(id: string, text: string): object[] {
    const begun = this.#begun.get(id)
    if (begun === undefined || text === '') return []
    begun.hasArguments = true
    return [{ index: begun.index, function: { arguments: text } }]
  }
}
