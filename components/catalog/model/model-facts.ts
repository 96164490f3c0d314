import { ImageCapabilities, type ListedModel, type ModelReply, VideoCapabilities } from '@/lib/catalog/schema'
import { formatNumber } from '@/lib/client/format/number'

export type ModelFact = { name: string; value: string }

/** What a model takes and gives, in words; only what the catalog knows. */
export function modelFacts(model: ListedModel): ModelFact[] {
  const common = [
    tokens('Context', model.context_length),
    tokens('Longest answer', model.max_output_tokens),
    inputFact(model),
  ]
  return [...common, ...imageFacts(model), ...videoFacts(model)].filter((fact) => fact !== null)
}

function tokens(name: string, count: number | null): ModelFact | null {
  return count === null ? null : { name, value: `${formatNumber(count)} tokens` }
}

const inputNames: Readonly<Record<string, string>> = {
  text: 'text',
  image: 'pictures',
  audio: 'sound',
  video: 'video',
  file: 'files',
  pdf: 'PDFs',
}

function inputFact({ capabilities }: ModelReply): ModelFact | null {
  const kinds = capabilities.input_modalities
  if (!Array.isArray(kinds) || kinds.length === 0) return null
  const names = kinds.map((kind) => inputNames[String(kind)] ?? String(kind)).join(', ')
  return { name: 'Reads', value: names.charAt(0).toUpperCase() + names.slice(1) }
}

function imageFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  const able = modality === 'image' ? ImageCapabilities.safeParse(capabilities).data : undefined
  if (!able) return []
  const ways = ['From words', able.edits && 'edits, with or without a mask', able.variations && 'variations']
  return [
    { name: 'Makes', value: ways.filter(Boolean).join(', ') },
    {
      name: 'Sizes',
      value: able.sizes === 'any' ? 'Any up to 3840x2160' : able.sizes.join(', '),
    },
    { name: 'Pictures at once', value: able.max_n === 1 ? '1' : `1 to ${able.max_n}` },
    { name: 'Transparent background', value: yesNo(able.transparent) },
  ]
}

const roleNames: Readonly<Record<string, string>> = {
  first_frame: 'a first frame',
  last_frame: 'a last frame',
  reference_image: 'reference pictures',
  reference_video: 'reference videos',
  reference_audio: 'reference sound',
}

function videoFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  const able = modality === 'video' ? VideoCapabilities.safeParse(capabilities).data : undefined
  if (!able) return []
  const takes = ['words', ...able.roles.map((role) => roleNames[role] ?? role)].join(', ')
  return [
    { name: 'Takes', value: takes.charAt(0).toUpperCase() + takes.slice(1) },
    {
      name: 'Length',
      value: `${lengthsOf(able)} seconds${able.automatic_duration ? ', or as the model decides' : ''}`,
    },
    { name: 'Resolutions', value: able.resolutions.join(', ') },
    { name: 'Ratios', value: able.ratios.join(', ') },
    { name: 'Sound', value: able.always_audio ? 'Always' : yesNo(able.generate_audio) },
    { name: 'Drafts', value: yesNo(able.draft) },
  ]
}

function lengthsOf({ seconds, min_seconds: min, max_seconds: max }: VideoCapabilities): string {
  return seconds?.join(', ').replace(/, (\d+)$/, ' or $1') ?? `${min} to ${max}`
}

function yesNo(able: boolean): string {
  return able ? 'Yes' : 'No'
}
