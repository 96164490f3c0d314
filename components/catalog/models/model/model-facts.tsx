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
      className="grid gap-8 border-t border-border px-5 py-8 sm:px-8 lg:grid-cols-2 lg:py-10"
    >
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Price</h2>
        <Panel>
          <PriceTable pricing={model.pricing} />
        </Panel>
        {model.routes.length > 1 && (
          <p className="mt-2 text-xs text-faint-foreground">
            Price of {model.routes[0]?.provider_name}, which is tried first. You pay the price of the provider
            that serves the request.
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Limits and capabilities</h2>
        <dl className="divide-y divide-border border-y border-border text-sm">
          {modelFacts(model).map(({ name, value }) => (
            <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="figures break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

type ModelFact = { name: string; value: string }

/** A model's limits and capabilities as text, as far as the catalog knows them. */
function modelFacts(model: ListedModel): ModelFact[] {
  const common = [
    tokens('Context', model.context_length),
    tokens('Max output', model.max_output_tokens),
    inputFact(model),
  ]
  return [...common, ...imageFacts(model), ...videoFacts(model), ...audioFacts(model)].filter(
    (fact) => fact !== null,
  )
}

function tokens(name: string, count: number | null): ModelFact | null {
  return count === null ? null : { name, value: `${formatNumber(count)} tokens` }
}

const inputNames: Readonly<Record<string, string>> = {
  text: 'text',
  image: 'images',
  audio: 'audio',
  video: 'video',
  file: 'files',
  pdf: 'PDFs',
}

function inputFact({ capabilities }: ModelReply): ModelFact | null {
  const kinds = capabilities.input_modalities
  if (!Array.isArray(kinds) || kinds.length === 0) return null
  const names = kinds.map((kind) => inputNames[String(kind)] ?? String(kind)).join(', ')
  return { name: 'Input', value: names.charAt(0).toUpperCase() + names.slice(1) }
}

function imageFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  const able = modality === 'image' ? ImageCapabilities.safeParse(capabilities).data : undefined
  if (!able) return []
  if (able.upscale || able.remove_background)
    return [{ name: 'Operations', value: able.upscale ? 'Upscale' : 'Remove the background' }]
  const ways = [
    'Text to image',
    able.edits && 'edits, with or without a mask',
    able.variations && 'variations',
  ]
  return [
    { name: 'Operations', value: ways.filter(Boolean).join(', ') },
    {
      name: 'Sizes',
      value: able.sizes === 'any' ? 'Any up to 3840x2160' : able.sizes.join(', '),
    },
    { name: 'Images per request', value: able.max_n === 1 ? '1' : `1 to ${able.max_n}` },
    { name: 'Transparent background', value: yesNo(able.transparent) },
  ]
}

const roleNames: Readonly<Record<string, string>> = {
  first_frame: 'first frame',
  last_frame: 'last frame',
  reference_image: 'reference images',
  reference_video: 'reference videos',
  reference_audio: 'reference audio',
}

function videoFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  const able = modality === 'video' ? VideoCapabilities.safeParse(capabilities).data : undefined
  if (!able) return []
  const inputs = ['text', ...able.roles.map((role) => roleNames[role] ?? role)].join(', ')
  return [
    { name: 'Input', value: inputs.charAt(0).toUpperCase() + inputs.slice(1) },
    {
      name: 'Duration',
      value: `${durationsOf(able)} seconds${able.automatic_duration ? ', or chosen by the model' : ''}`,
    },
    { name: 'Resolutions', value: able.resolutions.join(', ') },
    { name: 'Aspect ratios', value: able.ratios.join(', ') },
    { name: 'Audio', value: able.always_audio ? 'Always' : yesNo(able.generate_audio) },
    { name: 'Drafts', value: yesNo(able.draft) },
  ]
}

function audioFacts({ modality, capabilities }: ModelReply): ModelFact[] {
  if (modality === 'transcription') return [{ name: 'File', value: 'Up to 25 MB' }]
  if (modality !== 'speech') return []
  const { voices } = capabilities
  return [
    { name: 'Input', value: 'Up to 4,096 characters' },
    ...(Array.isArray(voices) ? [{ name: 'Voices', value: voices.join(', ') }] : []),
  ]
}

function durationsOf({ seconds, min_seconds: min, max_seconds: max }: VideoCapabilities): string {
  return seconds?.join(', ').replace(/, (\d+)$/, ' or $1') ?? `${min} to ${max}`
}

function yesNo(able: boolean): string {
  return able ? 'Yes' : 'No'
}

/** A price line by line, as billed. */
function PriceTable({ pricing }: { pricing: Pricing }) {
  return (
    <Table label="Price">
      <TableHeader>
        <TableRow>
          <TableHead>Unit</TableHead>
          <TableHead numeric>Price</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {priceLines(pricing).map(({ item, amount, unit }) => (
          <TableRow key={item}>
            <TableCell>{item}</TableCell>
            <TableCell numeric>
              {amount} <span className="text-faint-foreground">{unit}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The parameters that the model supports. */
export function ParameterTable({ model }: { model: ModelReply }) {
  if (model.supported_parameters.length === 0)
    return <p className="text-sm text-muted-foreground">The catalog lists no parameters for this model.</p>
  return (
    <dl className="grid gap-x-10 sm:grid-cols-2">
      {model.supported_parameters.map((name) => (
        <div key={name} className="border-t border-border py-2.5">
          <dt className="font-mono text-sm break-all">{name}</dt>
          <dd className="text-sm text-muted-foreground">{describeParameter(name, model.modality)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Descriptions of known parameters. Others belong to the provider and are passed through. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  max_tokens: 'Maximum number of output tokens.',
  max_completion_tokens: 'Maximum number of output tokens, including reasoning.',
  temperature: 'Sampling temperature, 0 to 2. Defaults to 1.',
  top_p: 'Nucleus sampling: only the most likely tokens with this total probability, 0 to 1.',
  stop: 'Up to four sequences that end the output.',
  frequency_penalty: 'Penalizes frequent tokens, −2 to 2.',
  presence_penalty: 'Penalizes tokens that already occurred, −2 to 2.',
  tools: 'Functions that the model can call.',
  tool_choice: 'Whether the model may, must or must not call a function, or which one.',
  parallel_tool_calls: 'Whether the model can call several functions at once.',
  response_format: 'JSON output, optionally with a schema.',
  web_search: 'Lets the model search the web. enable_search is an alias.',
  reasoning_effort: 'How much the model reasons before it answers.',
  verbosity: 'Length of the answer: low, medium or high.',
  prompt_cache_key: 'Requests with the same key are more likely to hit the prompt cache.',
  size: 'auto, or WIDTHxHEIGHT in multiples of 16, up to 3840x2160.',
  quality: 'low, medium, high or auto. Determines the price of an image.',
  output_format: 'png, jpeg or webp.',
  output_compression: '0 to 100, for jpeg and webp.',
  background: 'auto, opaque or transparent.',
  moderation: 'auto or low.',
  ratio: 'Aspect ratio; adaptive follows the first frame.',
  duration: 'Duration in seconds; −1 lets the model choose.',
  resolution: 'Resolution of the video.',
  frames: 'Number of frames, instead of a duration.',
  generate_audio: 'Generates audio for the video.',
  camera_fixed: 'Keeps the camera still.',
  watermark: 'Adds a watermark.',
  return_last_frame: 'Returns a link to the last frame.',
  speed: 'Speaking rate, 0.25 to 4. Defaults to 1.',
  instructions: 'Style of the speech.',
  language: 'Spoken language as an ISO 639-1 code, such as en.',
  prompt: 'Preceding text, or names that may occur.',
  timestamp_granularities: 'word, segment or both, with verbose_json.',
  stream: 'true streams the text as it is transcribed.',
  translation: 'English text from any language, at /v1/audio/translations.',
  service_tier: 'default, or flex: cheaper, processed when capacity is available.',
  draft: 'Creates a draft that can be finished later.',
}

const byKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transcription: { temperature: 'Sampling temperature, 0 to 1.' },
  chat: {
    n: 'Number of answers.',
    seed: 'The same seed makes the same answer more likely.',
    service_tier: 'flex is cheaper and slower, priority faster; each has its own price.',
  },
  image: { n: 'Number of images, 1 to 10.', seed: 'The same seed and prompt give the same image.' },
  video: { seed: 'The same seed makes the same video more likely.' },
}

function describeParameter(name: string, modality: string): string {
  return byKind[modality]?.[name] ?? parameterDescriptions[name] ?? 'Passed through to the provider.'
}
