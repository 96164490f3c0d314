import type { Sharp } from 'sharp'
import type {
  ImageAnswer,
  ImageModel,
  ImageQuality,
  ImageSettings,
  MadeImage,
  SourceImage,
} from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { knobFailure } from '../knobs/knob-failure'
import { parseKnobs } from '../knobs/parse-knobs'
import { wait } from '../wire/wait'
import { chooseSize, nearestSize } from './choose-size'
import { encodePicture } from './encode-picture'
import { imageUsage } from './image-usage'
import { inDrawingSlot } from './in-drawing-slot'
import type { PictureSize } from './picture-size'
import { requireAbility } from './require-ability'

/**
 * An image model that needs no network and no key: it composes real pictures from the words of the prompt, the same
 * ones for the same prompt, seed and settings. Knobs in the prompt (`[[delay:2s]]`, `[[fail:CODE]]`) make it slow or
 * broken, and are not drawn. An abort rejects with the signal's reason.
 */
export function createSandboxImages(): ImageModel {
  return {
    async generate(call) {
      const prompt = await open(call, call.prompt)
      const { paintPrompt } = await import('./paint-prompt')
      const size = chooseSize(call.size, prompt)
      const job = { ...jobOf(call), prompt, size, sources: [] }
      return make(call, job, (index) => paintPrompt({ ...job, index }))
    },

    async edit(call) {
      requireAbility(call.model, 'edits')
      const prompt = await open(call, call.prompt)
      const { editPicture } = await import('./edits/edit-picture')
      const size = call.size === 'auto' ? await sizeOf(call.source) : chooseSize(call.size, prompt)
      const sources = call.mask === null ? [call.source] : [call.source, call.mask]
      const job = { ...jobOf(call), prompt, size, sources }
      const { source, mask, background } = call
      return make(call, job, (index) => editPicture({ ...job, source, mask, background, index }))
    },

    async vary(call) {
      requireAbility(call.model, 'variations')
      await open(call, '')
      const { varyPicture } = await import('./variations/vary-picture')
      const size = call.size === 'auto' ? nearestSize(await sizeOf(call.source)) : chooseSize(call.size, '')
      const job = { ...jobOf(call), prompt: '', size, sources: [call.source] }
      return make(call, job, (index) => varyPicture({ ...job, source: call.source, index }))
    },
  }
}

type Job = {
  prompt: string
  seed: number | null
  size: PictureSize
  quality: ImageQuality
  background: 'opaque' | 'transparent'
  sources: SourceImage[]
}

/** Lives through what the knobs ask for before an answer, and gives the words without them. */
async function open({ signal }: ImageSettings, text: string): Promise<string> {
  const { knobs, text: prompt } = parseKnobs(text)
  await wait(knobs.hang ? Number.POSITIVE_INFINITY : knobs.delayMs, signal)
  const failure = knobFailure(knobs)
  if (failure !== undefined) throw failure
  if (knobs.empty) {
    throw new UpstreamError('failed', { message: 'The sandbox was asked to answer without a picture.' })
  }
  return prompt
}

async function sizeOf(source: SourceImage): Promise<PictureSize> {
  const { sourceSize } = await import('./edits/read-source')
  return sourceSize(source)
}

function jobOf(call: ImageSettings): Pick<Job, 'seed' | 'quality' | 'background'> {
  return {
    seed: call.seed,
    quality: call.quality === 'auto' ? 'medium' : call.quality,
    background: call.background === 'transparent' ? 'transparent' : 'opaque',
  }
}

async function make(
  call: ImageSettings,
  job: Job,
  paint: (index: number) => Promise<Sharp>,
): Promise<ImageAnswer> {
  const images: MadeImage[] = []
  for (let index = 0; index < call.n; index++) {
    const picture = await inDrawingSlot(call.signal, async () => encodePicture(await paint(index), call))
    images.push({
      ...picture,
      revisedPrompt: job.prompt === '' ? null : job.prompt,
    })
  }
  return {
    images,
    size: `${job.size.width}x${job.size.height}`,
    quality: job.quality,
    usage: imageUsage({ ...job, n: call.n }),
  }
}
