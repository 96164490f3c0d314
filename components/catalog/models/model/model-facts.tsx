import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import {
  ImageCapabilities,
  type ListedModel,
  type ModelReply,
  type Pricing,
  VideoCapabilities,
} from '@/lib/catalog/models/schema'
import { formatNumber } from '@/lib/client/format/number'
import { priceLines } from '../price'

export function PriceAndLimits({ model }: { model: ListedModel }) {
  return (
    <section
      aria-label="Price and limits"
      className="grid gap-8 border-t border-line px-5 py-8 sm:px-8 lg:grid-cols-2 lg:py-10"
    >
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Price</h2>
        <Panel>
          <PriceTable pricing={model.pricing} />
        </Panel>
        {model.routes.length > 1 && (
          <p className="mt-2 text-xs text-faint">
            Of {model.routes[0]?.provider_name}, which is tried first. You pay the price of whoever answers.
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Limits and abilities</h2>
        <dl className="divide-y divide-line border-y border-line text-sm">
          {modelFacts(model).map(({ name, value }) => (
            <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-muted">{name}</dt>
              <dd className="figures break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

type ModelFact = { name: string; value: string }

/** A model's inputs and outputs, as text; only what the catalog knows. */
function modelFacts(model: ListedModel): ModelFact[] {
  const common = [
    tokens('Context', model.context_length),
    tokens('Longest answer', model.max_output_tokens),
    inputFact(model),
  ]
  return [...common, ...imageFacts(model), ...videoFacts(model), ...soundFacts(model)].filter(
    (fact) => fact !== null,
  )
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

function soundFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  if (modality === 'transcription') return [{ name: 'File', value: 'Up to 25 MB' }]
  if (modality !== 'speech') return []
  const { voices } = capabilities
  return [
    { name: 'Text', value: 'Up to 4,096 characters' },
    ...(Array.isArray(voices) ? [{ name: 'Voices', value: voices.join(', ') }] : []),
  ]
}

function lengthsOf({ seconds, min_seconds: min, max_seconds: max }: VideoCapabilities): string {
  return seconds?.join(', ').replace(/, (\d+)$/, ' or $1') ?? `${min} to ${max}`
}

function yesNo(able: boolean): string {
  return able ? 'Yes' : 'No'
}

/** A pricing line by line, as a bill counts it. */
function PriceTable({ pricing }: { pricing: Pricing }) {
  return (
    <Table label="Price">
      <TableHeader>
        <TableRow>
          <TableHead>Counted</TableHead>
          <TableHead numeric>Price</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {priceLines(pricing).map(({ item, amount, unit }) => (
          <TableRow key={item}>
            <TableCell>{item}</TableCell>
            <TableCell numeric>
              {amount} <span className="text-faint">{unit}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** What a request for this model may say, besides what it asks. */
export function ParameterTable({ model }: { model: ModelReply }) {
  if (model.supported_parameters.length === 0)
    return <p className="text-sm text-muted">The catalog names no parameters of this model.</p>
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {model.supported_parameters.map((name) => (
        <div key={name} className="border-t border-line py-2.5">
          <dt className="font-mono text-sm break-all">{name}</dt>
          <dd className="text-sm text-muted">{describeParameter(name, model.modality)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a parameter is for, with its range. Parameters that are not listed are the provider’s own and passed on as they are. */
const parameterWords: Readonly<Record<string, string>> = {
  max_tokens: 'The most tokens to write.',
  max_completion_tokens: 'The most tokens to write, thinking included.',
  temperature: 'How freely words are chosen: 0 to 2, 1 unless given.',
  top_p: 'Chooses among the likeliest tokens that make up this share: 0 to 1.',
  stop: 'Up to four texts at which the answer ends.',
  frequency_penalty: 'Discourages repeating what was said often: −2 to 2.',
  presence_penalty: 'Discourages repeating what was said at all: −2 to 2.',
  tools: 'Functions that the model may ask you to call.',
  tool_choice: 'Whether a function must, may or must not be called, or which.',
  parallel_tool_calls: 'Whether several functions may be asked for at once.',
  response_format: 'JSON, or JSON that follows a schema of yours.',
  web_search: 'Lets the model search the web. enable_search means the same.',
  reasoning_effort: 'How long to think before answering.',
  verbosity: 'How much to say: low, medium or high.',
  prompt_cache_key: 'Requests with the same key are more likely to find their prompt in the cache.',
  size: 'auto, or WIDTHxHEIGHT with sides that are multiples of 16, up to 3840x2160.',
  quality: 'low, medium, high or auto. Decides the price of a picture.',
  output_format: 'png, jpeg or webp.',
  output_compression: '0 to 100, for jpeg and webp.',
  background: 'auto, opaque or transparent.',
  moderation: 'auto or low.',
  ratio: 'The shape of the picture; adaptive follows the first frame.',
  duration: 'Seconds; −1 lets the model decide.',
  resolution: 'How fine the picture is.',
  frames: 'A number of frames, in place of a duration.',
  generate_audio: 'Sound that goes with the picture.',
  camera_fixed: 'Keeps the camera where it is.',
  watermark: 'Marks the picture as made by a model.',
  return_last_frame: 'Gives a link to the last frame, to go on from.',
  speed: 'How fast it is read: 0.25 to 4, 1 unless given.',
  instructions: 'In what manner it is read.',
  language: 'What is spoken, as ISO 639-1: de, en.',
  prompt: 'Words that come before, or names that may be said.',
  timestamp_granularities: 'word, segment or both, with verbose_json.',
  stream: 'true sends the text as it is understood.',
  service_tier: 'default, or flex: cheaper, and when there is room.',
  draft: 'A quick look first, to be made in full later.',
}

const byKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transcription: { temperature: 'How freely words are guessed: 0 to 1.' },
  chat: { n: 'How many answers to write.', seed: 'The same seed makes the same answer likelier.' },
  image: { n: 'How many pictures, 1 to 10.', seed: 'The same seed and prompt give the same picture.' },
  video: { seed: 'The same seed makes the same video likelier.' },
}

function describeParameter(name: string, modality: string): string {
  return byKind[modality]?.[name] ?? parameterWords[name] ?? 'Passed on to the provider as it is.'
}
