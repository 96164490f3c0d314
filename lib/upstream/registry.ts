import { readSecret } from '@/lib/platform/env'
import { remember } from '@/lib/platform/remember'
import { createOpenAiCompatibleChat } from '@/lib/upstream/adapters/openai-compatible/create-chat'
import { createSandboxChat } from '@/lib/upstream/adapters/sandbox/create-sandbox-chat'
import type { AdapterTarget } from './contract/adapter'
import type { ChatModel } from './contract/chat-model'

/** The only file that names adapters. One is made for each provider and kept while its address and key stay the same. */
type Made = { target: AdapterTarget; apiKey: string | undefined; chat: ChatModel }

const madeByProvider = remember('upstream-registry', () => new Map<string, Made>())

export function chatModelFor(target: AdapterTarget): ChatModel {
  const known = madeByProvider.get(target.providerId)
  if (known?.target === target) return known.chat
  const apiKey = target.apiKeyEnv === null ? undefined : readSecret(target.apiKeyEnv)
  // A refreshed catalog brings equal targets as new objects: the adapter behind them stays.
  const chat = known && isSame(known, target, apiKey) ? known.chat : makeChat(target, apiKey ?? null)
  madeByProvider.set(target.providerId, { target, apiKey, chat })
  return chat
}

function isSame(known: Made, target: AdapterTarget, apiKey: string | undefined): boolean {
  return (
    known.target.adapter === target.adapter &&
    known.target.baseUrl === target.baseUrl &&
    known.target.webSearch === target.webSearch &&
    known.apiKey === apiKey
  )
}

function makeChat(target: AdapterTarget, apiKey: string | null): ChatModel {
  if (target.adapter === 'sandbox') return createSandboxChat()
  if (target.baseUrl === null) throw new Error(`the provider ${target.providerId} has no address`)
  if (target.adapter === 'ark') throw new Error(`the provider ${target.providerId} serves no chat`)
  return createOpenAiCompatibleChat({
    baseUrl: target.baseUrl,
    apiKey,
    webSearch: target.webSearch ?? undefined,
  })
}
