import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import type { ImageAnswer, ImageModel } from '@/lib/upstream/contract/image-model'
import { VARIATION_PROMPT } from '@/lib/upstream/variation-prompt'
import { send } from '../send'
import { type Endpoint, type OpenAiCompatibleSettings, resolveEndpoint } from '../settings'
import { WholeAnswer } from '../whole-answer'
import { fetchPicture } from './fetch-picture'
import { readImagesReply } from './read-images-reply'
import { editForm, editJson, generationJson, type ImageRequest, variationForm } from './write-request'

/** Ten pictures of the largest size, as base64. */
const MOST_ANSWER_BYTES = 320 * 1024 * 1024

type Ways = Pick<AdapterTarget, 'imageEdits' | 'imageVariations'>

/**
 * Pictures by any upstream that speaks OpenAI's image API. Answers may hold the pictures themselves or links to them,
 * which are fetched. Generating takes minutes: the whole answer has ten, an abort of the signal ends it at once.
 */
export function createOpenAiCompatibleImages(settings: OpenAiCompatibleSettings, ways: Ways): ImageModel {
  const endpoint = resolveEndpoint({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings })
  const edit = ways.imageEdits === 'json' ? editJson : editForm
  return {
    generate: (call) => ask(endpoint, '/images/generations', generationJson(call), call.signal),
    edit: (call) => ask(endpoint, '/images/edits', edit(call), call.signal),
    vary: (call) =>
      ways.imageVariations === 'variations'
        ? ask(endpoint, '/images/variations', variationForm(call), call.signal)
        : ask(
            endpoint,
            '/images/edits',
            edit({ ...call, prompt: VARIATION_PROMPT, mask: null }),
            call.signal,
          ),
  }
}

async function ask(
  endpoint: Endpoint,
  suffix: string,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<ImageAnswer> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const post = {
      path: endpoint.path(suffix),
      headers: endpoint.headers(request.contentType, 'application/json'),
      body: request.body,
      deadlineMs: endpoint.answerTimeoutMs,
      signal,
    }
    send(endpoint, post, new WholeAnswer(endpoint, '"data"', resolve, reject))
  })
  const { pictures, ...rest } = readImagesReply(body)
  const images = pictures.map((picture) => fetchPicture(picture, endpoint, signal))
  return { images: await Promise.all(images), ...rest }
}
