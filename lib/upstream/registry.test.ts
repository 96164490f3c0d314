import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdapterTarget } from './contract/adapter'
import { askModel, videoModelFor } from './registry'

const made = vi.hoisted(() => ({
  sandbox: vi.fn(() => ({})),
  compatible: vi.fn(() => ({})),
  sandboxImages: vi.fn(() => ({})),
  compatibleImages: vi.fn(() => ({})),
  sandboxVideo: vi.fn((_: object) => ({})),
  arkVideo: vi.fn((_: object) => ({})),
}))
vi.mock('@/lib/upstream/adapters/sandbox/chat/chat', () => ({ createSandboxChat: made.sandbox }))
vi.mock('@/lib/upstream/adapters/openai-compatible/chat', () => ({
  createOpenAiCompatibleChat: made.compatible,
}))
vi.mock('@/lib/upstream/adapters/sandbox/images/images', () => ({
  createSandboxImages: made.sandboxImages,
}))
vi.mock('@/lib/upstream/adapters/openai-compatible/images', () => ({
  createOpenAiCompatibleImages: made.compatibleImages,
}))
vi.mock('@/lib/upstream/adapters/sandbox/video/video', () => ({
  createSandboxVault: vi.fn(),
  createSandboxVideo: made.sandboxVideo,
}))
vi.mock('@/lib/upstream/adapters/ark/ark-video', () => ({ createArkVideo: made.arkVideo }))

let providers = 0
const target = (more: Partial<AdapterTarget> = {}): AdapterTarget => ({
  providerId: `provider_${providers}`,
  adapter: 'openai-compatible',
  baseUrl: 'https://api.example/v1',
  apiKeyEnv: 'EXAMPLE_API_KEY',
  storedSecrets: null,
  webSearch: null,
  imageEdits: 'multipart',
  imageVariations: 'edits',
  timeouts: { firstByteMs: undefined, answerMs: undefined, idleMs: undefined },
  sdk: null,
  ...more,
})

/** The adapter that a call gets. */
const chatOf = (of: AdapterTarget) =>
  askModel('chat', { target: of, upstreamId: 'm' }, async (model) => model)
const imagesOf = (of: AdapterTarget) =>
  askModel('image', { target: of, upstreamId: 'm' }, async (model) => model)

beforeEach(() => {
  providers++
  made.sandbox.mockImplementation(() => ({}))
  made.compatible.mockImplementation(() => ({}))
  made.sandboxVideo.mockImplementation(() => ({}))
  made.arkVideo.mockImplementation(() => ({}))
  made.sandboxImages.mockImplementation(() => ({}))
  made.compatibleImages.mockImplementation(() => ({}))
  vi.stubEnv('EXAMPLE_API_KEY', 'a-secret')
})

describe('a chat model', () => {
  it('creates the adapter of the target, with its key', async () => {
    await chatOf(target({ webSearch: 'enable_search' }))
    expect(made.compatible).toHaveBeenCalledWith({
      baseUrl: 'https://api.example/v1',
      apiKey: 'a-secret',
      webSearch: 'enable_search',
    })
    await chatOf(target({ providerId: 'sandbox', adapter: 'sandbox', baseUrl: null, apiKeyEnv: null }))
    expect(made.sandbox).toHaveBeenCalledOnce()
  })

  it('caches one per provider until its address or key changes', async () => {
    const first = await chatOf(target())
    expect(await chatOf(target())).toBe(first)
    const moved = await chatOf(target({ baseUrl: 'https://other.example/v1' }))
    expect(moved).not.toBe(first)
    vi.stubEnv('EXAMPLE_API_KEY', 'another')
    expect(await chatOf(target({ baseUrl: 'https://other.example/v1' }))).not.toBe(moved)
    expect(await chatOf(target({ providerId: 'someone-else' }))).not.toBe(first)
  })

  it('sends no key where none is named', async () => {
    await chatOf(target({ apiKeyEnv: null }))
    expect(made.compatible).toHaveBeenCalledWith(expect.objectContaining({ apiKey: null }))
  })
})

describe('an image model', () => {
  it('creates the adapter of the target, with its key and its options', async () => {
    const wanted = target({ imageEdits: 'json' })
    await imagesOf(wanted)
    expect(made.compatibleImages).toHaveBeenCalledWith(
      { baseUrl: 'https://api.example/v1', apiKey: 'a-secret' },
      wanted,
    )
    await imagesOf(target({ providerId: 'sandbox', adapter: 'sandbox', baseUrl: null, apiKeyEnv: null }))
    expect(made.sandboxImages).toHaveBeenCalledOnce()
  })

  it('caches one per provider until its options change, beside the chat model', async () => {
    const chat = await chatOf(target())
    const images = await imagesOf(target())
    expect(await imagesOf(target())).toBe(images)
    expect(await chatOf(target())).toBe(chat)
    expect(await imagesOf(target({ imageVariations: 'variations' }))).not.toBe(images)
  })
})

describe('a video model', () => {
  it('creates the adapter of the target once', () => {
    const ark = target({ adapter: 'ark', baseUrl: 'https://ark.example/api/v3' })
    videoModelFor(ark)
    videoModelFor(ark)
    expect(made.arkVideo).toHaveBeenCalledOnce()
    expect(made.arkVideo).toHaveBeenCalledWith(
      expect.objectContaining({ baseUrl: 'https://ark.example/api/v3', apiKey: 'a-secret' }),
    )
    videoModelFor(target({ providerId: 'sandbox', adapter: 'sandbox', baseUrl: null, apiKeyEnv: null }))
    expect(made.sandboxVideo).toHaveBeenCalledWith(
      expect.objectContaining({ folder: expect.stringMatching(/sandbox-films$/) }),
    )
  })

  it('has none for what serves no video', () => {
    expect(() => videoModelFor(target())).toThrow('serves no video')
    expect(() => imagesOf(target({ adapter: 'ark' }))).toThrow('serves no images')
  })
})
