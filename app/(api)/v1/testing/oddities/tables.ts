import { batchLines } from './batch-lines'
import { callArguments } from './call-arguments'
import { callIndices } from './call-indices'
import { callNames } from './call-names'
import { claudeUpstreams } from './claude'
import { claudeStreams } from './claude-streams'
import { embeddings } from './embeddings'
import { errorsInside } from './errors-inside'
import { finishReasons } from './finish-reasons'
import { geminiUpstreams } from './gemini'
import { looseAnswers } from './loose-answers'
import type { Oddity } from './oddity'
import { pictures } from './pictures'
import { judgments } from './rankings'
import { speech } from './speech'
import { streamEnds } from './stream-ends'
import { streamFrames } from './stream-frames'
import { strictUpstreams } from './strict-upstreams'
import { thoughts } from './thoughts'
import { transcripts } from './transcripts'
import { usageShapes } from './usage-shapes'
import { vectors } from './vectors'
import { vendorRequests } from './vendor-requests'

/** All rows of docs/run/upstream-oddities.md, in its order. */
export const oddities: readonly Oddity[] = [
  ...streamFrames,
  ...streamEnds,
  ...finishReasons,
  ...callIndices,
  ...callNames,
  ...callArguments,
  ...usageShapes,
  ...errorsInside,
  ...looseAnswers,
  ...thoughts,
  ...strictUpstreams,
  ...vendorRequests,
  ...claudeUpstreams,
  ...claudeStreams,
  ...geminiUpstreams,
  ...embeddings,
  ...vectors,
  ...judgments,
  ...transcripts,
  ...speech,
  ...pictures,
  ...batchLines,
]
