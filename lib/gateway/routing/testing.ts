import { buildSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { healthById } from './route-health'

const policiesOf: Readonly<Record<string, object>> = {
  east: { trains_on_data: true, data_retention_days: 30 },
  west: { trains_on_data: false, data_retention_days: 30 },
  north: { trains_on_data: false, data_retention_days: 0 },
}

const providers = ['east', 'west', 'north'].map((id) => ({
  id,
  name: id,
  adapter: 'openai-compatible',
  baseUrl: `https://${id}.example/v1`,
  baseUrlEnv: null,
  apiKeyEnv: null,
  options: id === 'east' ? {} : { web_search: 'plugins' },
  policies: policiesOf[id],
  enabled: true,
}))

const model = (id: string, modality: string) => ({
  id,
  name: id,
  modality,
  description: null,
  ownedBy: 'acme',
  contextLength: null,
  maxOutputTokens: null,
  supportedParameters: [],
  capabilities: {},
  createdAt: new Date(0),
})

const route = (modelId: string, providerId: string, prompt: string, priority = 0, weight = 1) => ({
  id: `${modelId}@${providerId}`,
  modelId,
  providerId,
  upstreamId: modelId,
  supportedParameters: providerId === 'north' ? ['max_tokens', 'temperature', 'web_search'] : [],
  contextLength: null,
  maxOutputTokens: null,
  priority,
  weight,
  price: { id: 'price_1', version: 1, pricing: { prompt, completion: prompt } },
})

/**
 * Three providers of `big` (by priority east, west, north; west is the cheapest, east the most expensive), and one each of `small`
 * (north), `plain` and `picture` (east). Only north declares the parameters of `big`. East cannot search the web.
 */
export const sampleCatalog = buildSnapshot(
  {
    providers,
    models: [model('big', 'chat'), model('small', 'chat'), model('plain', 'chat'), model('picture', 'image')],
    routes: [
      route('big', 'east', '0.3', 0),
      route('big', 'west', '0.1', 1),
      route('big', 'north', '0.2', 2),
      route('small', 'north', '0.01', 0),
      route('plain', 'east', '0.01', 0),
      route('picture', 'east', '0', 0),
    ],
  },
  () => undefined,
)

/** A caller whose key has these settings. */
export function callerWith(key: Partial<CallerKey>): Caller {
  return {
    customerId: 'cus_1',
    userId: null,
    isOperator: false,
    apiKey: {
      id: 'key_1',
      name: 'test',
      scopes: ['inference'],
      allowedModels: null,
      limitNanos: null,
      limitReset: null,
      rateLimitRpm: null,
      defaultModels: { chat: null, image: null, video: null },
      routing: { order: [], allowFallbacks: true, sort: null, models: [] },
      ...key,
    },
  }
}

/** The error that `work` throws. */
export function faultOf(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was refused')
}

/** Forgets all route health, as in a new process. */
export function forgetHealth(): void {
  healthById.clear()
}

/** Routes that have become a last resort stay so, however long a test takes. */
export function keepBreakersOpen(): void {
  for (const { breaker } of healthById.values())
    if (breaker.state === 'open') breaker.until = Number.POSITIVE_INFINITY
}
