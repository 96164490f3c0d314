import { claudeUpstreams } from './claude'
import { embeddings } from './embeddings'
import { errorsInside } from './errors-inside'
import { finishReasons } from './finish-reasons'
import { geminiUpstreams } from './gemini'
import { looseAnswers } from './loose-answers'
import type { Oddity } from './oddity'
import { streamFrames } from './stream-frames'
import { toolCalls } from './tool-calls'
import { usageShapes } from './usage-shapes'

/** All rows of docs/upstream-oddities.md, in its order. */
export const oddities: readonly Oddity[] = [
  ...streamFrames,
  ...finishReasons,
  ...toolCalls,
  ...usageShapes,
  ...errorsInside,
  ...looseAnswers,
  ...claudeUpstreams,
  ...geminiUpstreams,
  ...embeddings,
]
