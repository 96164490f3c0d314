import { setImmediate } from 'node:timers/promises'
import { countTokens, decodeTokens } from '@/lib/platform/tokens'
import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { knobFailure } from '../knobs/knob-failure'
import { parseKnobs } from '../knobs/parse-knobs'
import { wait } from '../wire/wait'
import { embedText } from './embed-text'

const OWN_DIMENSIONS = 1024
const MOST_DIMENSIONS = 3072

/**
 * Embeddings that need no network: of what the texts say, not of what they mean, yet alike for texts that are alike.
 * The same text has the same vector on every machine. Knobs in a text (`[[delay:2s]]`, `[[fail:CODE]]`) do what they do
 * in a chat.
 */
export function createSandboxEmbeddings(): EmbeddingModel {
  return {
    async embed(call) {
      const dimensions = dimensionsOf(call)
      const texts = call.input.map(textOf)
      const { knobs } = parseKnobs(texts.join('\n'))
      await wait(knobs.hang ? Number.POSITIVE_INFINITY : knobs.delayMs, call.signal)
      const failure = knobFailure(knobs)
      if (failure !== undefined) throw failure
      const vectors: number[][] = []
      let promptTokens = 0
      for (const [place, text] of texts.entries()) {
        const given = call.input[place]
        vectors.push(embedText(parseKnobs(text).text, dimensions))
        promptTokens += typeof given === 'string' ? countTokens(given) : (given?.length ?? 0)
        // Thousands of texts must not hold up everyone else.
        await setImmediate()
        call.signal.throwIfAborted()
      }
      return { vectors, promptTokens }
    },
  }
}

function dimensionsOf({ dimensions }: EmbeddingCall): number {
  if (dimensions === null) return OWN_DIMENSIONS
  if (dimensions <= MOST_DIMENSIONS) return dimensions
  const message = `dimensions must be at most ${MOST_DIMENSIONS}.`
  throw new UpstreamError('rejected', { param: 'dimensions', message })
}

function textOf(input: string | readonly number[]): string {
  const text = typeof input === 'string' ? input : decodeTokens(input)
  if (text !== undefined) return text
  throw new UpstreamError('rejected', {
    param: 'input',
    message: 'input has a token that o200k_base has not.',
  })
}
