import { ConfigurationError } from '@/lib/platform/env'
import { describeIssues } from './describe-issues'
import { type SeedEntry, type SeedModel, SeedProvider } from './seed-schema'

type Origin = 'builtin' | 'file' | 'found'
export type MergedModel = SeedModel & { origin: Origin }
export type MergedProvider = Omit<SeedProvider, 'models'> & {
  origin: Origin
  models: MergedModel[]
}

/**
 * Lays PROVIDERS_FILE over the built-in providers. An entry with a built-in's id changes the fields that it names, and
 * adds or replaces models; any other entry is a provider of its own. What the file names comes first, in its own order.
 */
export function mergeSeed(builtin: readonly SeedProvider[], entries: readonly SeedEntry[]): MergedProvider[] {
  const fromFile = entries.map((entry, index) => {
    const base = builtin.find(({ id }) => id === entry.id)
    const own = entry.models?.map(({ id }) => id)
    const kept = base?.models.filter(({ id }) => !own?.includes(id)) ?? []
    const models = base ? [...(entry.models ?? []), ...kept] : entry.models
    const whole = { name: entry.id, adapter: 'openai-compatible', ...base, ...entry, models }
    return tagged(complete(whole, index), 'file', (id) => own?.includes(id) ?? false)
  })
  const untouched = builtin.filter(({ id }) => !entries.some((entry) => entry.id === id))
  const merged = [...fromFile, ...untouched.map((provider) => tagged(provider, 'builtin', () => false))]
  refuseConflicts(merged)
  return merged
}

function complete(whole: unknown, index: number): SeedProvider {
  const parsed = SeedProvider.safeParse(whole)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }))
  throw new ConfigurationError(`PROVIDERS_FILE: ${describeIssues(issues, { [index]: whole })}.`)
}

function tagged(
  provider: SeedProvider,
  origin: Origin,
  isFromFile: (modelId: string) => boolean,
): MergedProvider {
  const models = provider.models.map((model) => ({
    ...model,
    origin: isFromFile(model.id) ? ('file' as const) : ('builtin' as const),
  }))
  return { ...provider, origin, models }
}

function refuseConflicts(providers: readonly MergedProvider[]): void {
  const firstOf = new Map<string, { modality: string; provider: string }>()
  for (const provider of providers)
    for (const model of provider.models) {
      const first = firstOf.get(model.id)
      if (first?.provider === provider.id)
        throw new ConfigurationError(`PROVIDERS_FILE: ${provider.id} names the model ${model.id} twice.`)
      if (first && first.modality !== model.modality)
        throw new ConfigurationError(
          `PROVIDERS_FILE: the model ${model.id} is ${model.modality} at ${provider.id} and ${first.modality} at ${first.provider}.`,
        )
      if (!first) firstOf.set(model.id, { modality: model.modality, provider: provider.id })
    }
}
