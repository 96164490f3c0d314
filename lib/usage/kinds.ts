import { z } from 'zod'
import { UsageModality } from './schema'

/**
 * The kinds of models that figures are asked of. Seconds of a film and of a chat do not add up, nor do tokens of the two:
 * figures are of one kind, and say of which. `audio` is speech and transcription together.
 */
export const Kind = z.enum([...UsageModality.options, 'audio'])
export type Kind = z.infer<typeof Kind>

/** The modalities of a kind, in the order in which they are listed; all of them without one. */
export function modalitiesOf(kind: Kind | undefined): UsageModality[] {
  if (kind === 'audio') return ['speech', 'transcription']
  return kind === undefined ? UsageModality.options : [kind]
}

/** What figures are of where no kind is named: chat, or the only kind there is; of several others the first that is listed. */
export function leadingKind(modalities: readonly (UsageModality | null)[]): UsageModality {
  return UsageModality.options.find((one) => modalities.includes(one)) ?? 'chat'
}

/** The modalities that were requested, in the order in which they are listed. */
export function usedModalities(
  rows: readonly { modality: UsageModality | null; requests: number }[],
): UsageModality[] {
  return UsageModality.options.filter((one) =>
    rows.some(({ modality, requests }) => modality === one && requests > 0),
  )
}
