import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/platform/tokens'
import type { EmbeddingCall } from '@/lib/upstream/contract/embedding-model'
import { createSandboxEmbeddings } from './create-sandbox-embeddings'

const model = createSandboxEmbeddings()

function embed(input: EmbeddingCall['input'], more: Partial<EmbeddingCall> = {}) {
  const signal = new AbortController().signal
  return model.embed({ model: 'embedding', input, dimensions: null, user: null, signal, ...more })
}

describe('the sandbox’s embeddings', () => {
  it('are one for each text, in order, with its tokens counted', async () => {
    const texts = ['first', 'the second text', 'first']
    const { vectors, promptTokens } = await embed(texts)
    expect(vectors.map(({ length }) => length)).toEqual([1024, 1024, 1024])
    expect(vectors[2]).toEqual(vectors[0])
    expect(vectors[1]).not.toEqual(vectors[0])
    expect(promptTokens).toBe(texts.reduce((sum, text) => sum + countTokens(text), 0))
  })

  it('are the same for a text and for its tokens', async () => {
    const tokens = encode('naïve tokens 🌍')
    const [asText, asTokens] = await Promise.all([embed(['naïve tokens 🌍']), embed([tokens])])
    expect(asTokens).toEqual({ vectors: asText.vectors, promptTokens: tokens.length })
  })

  it('are as long as asked, within what there is', async () => {
    expect((await embed(['x'], { dimensions: 7 })).vectors[0]).toHaveLength(7)
    await expect(embed(['x'], { dimensions: 3073 })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'dimensions',
    })
  })

  it('refuse what is no token', async () => {
    await expect(embed([[999_999_999]])).rejects.toMatchObject({ fault: 'rejected', param: 'input' })
  })

  it('do what knobs say', async () => {
    await expect(embed(['fine', '[[status:429]] x'])).rejects.toMatchObject({ fault: 'rate_limited' })
    const hangUp = new AbortController()
    const hanging = embed(['[[hang]]'], { signal: hangUp.signal })
    hangUp.abort(new Error('gone'))
    await expect(hanging).rejects.toThrow('gone')
  })
})
