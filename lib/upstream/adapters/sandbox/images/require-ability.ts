import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

type Ability = 'edits' | 'variations'

/** By the sandbox's own model ids; every model draws from words. The catalog says the same. */
const abilities: Record<string, readonly Ability[]> = {
  'image-1': ['edits'],
  'image-1-mini': [],
  'image-2': ['edits', 'variations'],
}

export function requireAbility(model: string, ability: Ability): void {
  if (abilities[model]?.includes(ability)) return
  throw new UpstreamError('unsupported', {
    message: `The model ${model} does not make ${ability}.`,
    param: 'model',
  })
}
