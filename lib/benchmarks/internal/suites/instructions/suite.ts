import type { Suite } from '../../suite'
import { suiteVersions } from '../../suite-versions'
import { forms } from './forms'
import { lengths } from './lengths'
import { letters } from './letters'
import { words } from './words'

export const instructionsSuite: Suite = {
  id: 'instructions',
  version: suiteVersions.instructions,
  description:
    'Short texts with rules about their length, letters, form and words, all of which have to be kept.',
  maxTokens: 2048,
  items: [...lengths, ...letters, ...forms, ...words],
}
