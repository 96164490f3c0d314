import { parseSize } from '../image-size'
import type { TaskSettings } from './task-record'

const SQUARE_PIXELS = 1024 * 1024
/** What OpenAI publishes for a picture of 1024x1024; other sizes cost by their area. */
const SQUARE_TOKENS = { low: 272, medium: 1056, high: 4160 }
/** The largest picture that `auto` stands for. */
const AUTO_SIZE = { width: 1536, height: 1024 }
/** More than any source counts at the highest fidelity. */
const SOURCE_TOKENS = 8192

type Asked = {
  prompt: string | null
  sourceCount: number
  settings: Pick<TaskSettings, 'n' | 'size' | 'quality'>
}

/**
 * Tokens of a task at a model that bills them, where no upstream has counted them: for the hold, and for an answer
 * without usage. `auto` counts as the best quality; a prompt has at most one token for every two bytes.
 */
export function estimateTokens({ prompt, sourceCount, settings }: Asked) {
  const { width, height } = parseSize(settings.size) ?? AUTO_SIZE
  const perImage = SQUARE_TOKENS[settings.quality === 'auto' ? 'high' : settings.quality]
  return {
    promptTokens: Math.ceil(Buffer.byteLength(prompt ?? '') / 2) + sourceCount * SOURCE_TOKENS,
    completionTokens: settings.n * Math.max(1, Math.ceil((perImage * width * height) / SQUARE_PIXELS)),
  }
}
