import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { followUps } from './follow-ups'
import { manyCalls, noCalls } from './many-and-none'
import { singleCalls } from './single-calls'

export const toolUseSuite: Suite = {
  id: 'tool-use',
  version: suiteVersions['tool-use'],
  description:
    'Calling the right tools with the right arguments, several at once, or none where none is needed.',
  maxTokens: 2048,
  items: [...singleCalls, ...manyCalls, ...noCalls, ...followUps],
}
