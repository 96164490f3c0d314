import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '@/lib/platform/env'
import { localPricing, localServers } from './find-local-models'

describe('localServers', () => {
  it.each([
    ['127.0.0.1:11434', 'http://127.0.0.1:11434/v1'],
    ['gpu-1', 'http://gpu-1:11434/v1'],
    ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
    ['http://gpu-1:8080/', 'http://gpu-1:8080/v1'],
    ['https://ollama.example', 'https://ollama.example/v1'],
  ])('finds Ollama at %s', (host, baseUrl) => {
    expect(localServers({ OLLAMA_HOST: host, OPENAI_COMPATIBLE_BASE_URLS: undefined })).toEqual([
      { id: 'ollama', name: 'Ollama', baseUrl },
    ])
  })

  it('names the others by what is before the address, or by their host', () => {
    const OPENAI_COMPATIBLE_BASE_URLS = 'vllm = http://gpu-1:8000/v1/, http://127.0.0.1:1234/v1'
    expect(localServers({ OLLAMA_HOST: undefined, OPENAI_COMPATIBLE_BASE_URLS })).toEqual([
      { id: 'vllm', name: 'vllm', baseUrl: 'http://gpu-1:8000/v1' },
      { id: 'local-127-0-0-1-1234', name: '127.0.0.1:1234', baseUrl: 'http://127.0.0.1:1234/v1' },
    ])
  })
})

describe('localPricing', () => {
  it('is what the operator says; zero is a price, silence is none', () => {
    expect(localPricing('{"prompt":"0","completion":"0"}')).toEqual({ prompt: '0', completion: '0' })
    expect(localPricing(undefined)).toBeUndefined()
  })

  it.each(['0', '{}', '{"prompt":"0"}', '{"prompt":0,"completion":0}', 'free'])('refuses %s', (text) => {
    expect(() => localPricing(text)).toThrow(ConfigurationError)
  })
})
