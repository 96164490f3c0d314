import type { SdkSettings } from '../vendor-fetch'
import { anthropicDialect, type ChatDialect, googleDialect } from './dialects'

/**
 * The dialects of the clouds' models. Paths and what each cloud leaves out are the packages'; keys and signatures are added to
 * requests by `createVendorFetch`, so the packages get a placeholder.
 */
const PLACEHOLDER = 'added later'

const claudeAtBedrock: ChatDialect = {
  ...anthropicDialect,
  readsLinks: false,
  async open({ baseUrl }, modelId, fetch) {
    const { createAmazonBedrockAnthropic } = await import('@ai-sdk/amazon-bedrock/anthropic')
    return createAmazonBedrockAnthropic({ baseURL: baseUrl, apiKey: PLACEHOLDER, fetch })(modelId)
  },
}

const claudeAtVertex: ChatDialect = {
  ...anthropicDialect,
  readsLinks: false,
  async open({ baseUrl }, modelId, fetch) {
    const { createGoogleVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic/edge')
    const generateAuthToken = async () => PLACEHOLDER
    const baseURL = `${baseUrl}/publishers/anthropic/models`
    return createGoogleVertexAnthropic({ baseURL, generateAuthToken, fetch })(modelId)
  },
}

const geminiAtVertex: ChatDialect = {
  ...googleDialect,
  async open(settings, modelId, fetch) {
    const { createGoogleVertex } = await import('@ai-sdk/google-vertex/edge')
    return createGoogleVertex({ baseURL: geminiUrl(settings), apiKey: PLACEHOLDER, fetch })(modelId)
  },
}

/** What Gemini can do beyond text is in the preview of the API, as in the package. */
export function geminiUrl({ baseUrl }: SdkSettings): string {
  return `${baseUrl.replace(/\/v1(?=\/projects\/)/, '/v1beta1')}/publishers/google`
}

/** Bedrock's common format for the models of all makers. Its answers are not mended: the format is AWS's own. */
const converse: ChatDialect = {
  ...googleDialect,
  name: 'bedrock',
  reasoningFormat: 'unknown',
  async open({ baseUrl }, modelId, fetch) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    return createAmazonBedrock({ baseURL: baseUrl, apiKey: PLACEHOLDER, fetch })(modelId)
  },
  mender: undefined,
  stopsAtBlanks: false,
  hasJsonMode: false,
  adapt: async (options) => options,
}

/** `openai`: the cloud serves the model in OpenAI's format. */
export function dialectOf(
  { sdk }: Pick<SdkSettings, 'sdk'>,
  modelId: string,
): ChatDialect | 'openai' | undefined {
  switch (sdk) {
    case 'anthropic':
      return anthropicDialect
    case 'google':
      return googleDialect
    case 'bedrock':
      return /(?:^|[./])anthropic\.|claude/.test(modelId) ? claudeAtBedrock : converse
    case 'vertex':
      if (modelId.includes('/')) return 'openai'
      return modelId.startsWith('claude') ? claudeAtVertex : geminiAtVertex
    default:
      return undefined
  }
}
