import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdapterTarget } from './contract/adapter'
import { chatModelFor } from './registry'

const made = vi.hoisted(() => ({ sandbox: vi.fn(() => ({})), compatible: vi.fn(() => ({})) }))
vi.mock('@/lib/upstream/adapters/sandbox/create-sandbox-chat', () => ({ createSandboxChat: made.sandbox }))
vi.mock('@/lib/upstream/adapters/openai-compatible/create-chat', () => ({
  createOpenAiCompatibleChat: made.compatible,
}))

let providers = 0
const target = (more: Partial<AdapterTarget> = {}): AdapterTarget => ({
  providerId: `provider_${providers}`,
  adapter: 'openai-compatible',
  baseUrl: 'https://api.example/v1',
  apiKeyEnv: 'EXAMPLE_API_KEY',
  webSearch: null,
  ...more,
})

beforeEach(() => {
  providers++
  made.sandbox.mockImplementation(() => ({}))
  made.compatible.mockImplementation(() => ({}))
  vi.stubEnv('EXAMPLE_API_KEY', 'a-secret')
})

describe('chatModelFor', () => {
  it('makes the adapter that the target names, with its key', () => {
    chatModelFor(target({ webSearch: 'enable_search' }))
    expect(made.compatible).toHaveBeenCalledWith({
      baseUrl: 'https://api.example/v1',
      apiKey: 'a-secret',
      webSearch: 'enable_search',
    })
    chatModelFor(target({ providerId: 'sandbox', adapter: 'sandbox', baseUrl: null, apiKeyEnv: null }))
    expect(made.sandbox).toHaveBeenCalledOnce()
  })

  it('keeps one for each provider until its address or key changes', () => {
    const first = chatModelFor(target())
    expect(chatModelFor(target())).toBe(first)
    const moved = chatModelFor(target({ baseUrl: 'https://other.example/v1' }))
    expect(moved).not.toBe(first)
    vi.stubEnv('EXAMPLE_API_KEY', 'another')
    expect(chatModelFor(target({ baseUrl: 'https://other.example/v1' }))).not.toBe(moved)
    expect(chatModelFor(target({ providerId: 'someone-else' }))).not.toBe(first)
  })

  it('sends no key where none is named', () => {
    chatModelFor(target({ apiKeyEnv: null }))
    expect(made.compatible).toHaveBeenCalledWith(expect.objectContaining({ apiKey: null }))
  })
})
